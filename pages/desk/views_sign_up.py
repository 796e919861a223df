"""Closing, opening and clearing sign-up."""

from collections import Counter
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from accounts.access import Request
from accounts.numbers import whole
from pages.actions import Found, Outcome, action
from pages.desk.views import asked_here
from pages.hall.pagination import paginate
from pages.nav import crew_layout
from pages.web import Screen
from tournament.entries.commands_check_in import check_in_all
from tournament.entries.commands_sign_up_hours import clear_sign_ups, restore_sign_ups, set_sign_up
from tournament.entries.desk_board import EXPECTED, GONE, WAITS, desk_board
from tournament.entries.places import places, sign_up_end, why_no_public_sign_up
from tournament.errors import Refused
from tournament.models import Event

MOST_UNDONE = 3
"""The newest removals that can be undone on the page."""


def _sign_ups(request: Request) -> dict[str, Any]:
    board = desk_board(request.event)
    rows = [row for row in board.teams if row.state in (EXPECTED, WAITS)]
    return {
        "singles": board.singles,
        "results": paginate(rows, request.GET, lambda row: [row]),
        "why_not": why_no_public_sign_up(request.event, request.at),
        "end": sign_up_end(request.event, request.at),
        "places": places(request.event),
        "removed": removed(request.event),
        "missing": board.missing,
        "has_sign_ups": bool(board.singles) or any(row.state != GONE for row in board.teams),
        "asked": asked_here(request),
    }


def removed(event: Event) -> list[tuple[datetime, int]]:
    """The times at which sign-ups were removed, and how many each time, newest first. Two queries.

    Sign-ups that are removed together get the same time, so a removal needs no row in the database.
    """
    gone: Counter[Any] = Counter(
        event.teams.filter(withdrawn_at__isnull=False, checked_in_at=None, merged_into=None).values_list(
            "withdrawn_at", flat=True
        )
    )
    left = event.players.filter(left_at__isnull=False, team=None, merged_into=None, helps_as=None)
    gone.update(left.values_list("left_at", flat=True))
    return sorted(gone.items(), reverse=True)[:MOST_UNDONE]


SIGN_UPS = Screen(
    needs="organizer",
    page="desk/sign_ups.html",
    home="desk:sign-ups",
    context=_sign_ups,
    layout=crew_layout("desk:sign-ups"),
)


def _wanted(request: Request) -> Found:
    return {"event": request.event, "is_open": "close" not in request.POST}


def _chosen(request: Request) -> Found:
    sent = {name: map(whole, request.POST.getlist(name)) for name in ("team", "player")}
    numbers = {f"{name}s": [number for number in typed if number is not None] for name, typed in sent.items()}
    return {"event": request.event, **numbers}


def _removal(request: Request) -> Found:
    try:
        removed_at = parse_datetime(request.POST.get("removed_at", ""))
    except ValueError:
        removed_at = None
    if removed_at is None or removed_at.tzinfo is None:
        raise Refused("sign-up.nothing-removed")
    return {"event": request.event, "removed_at": removed_at}


def _removed(outcome: Outcome) -> str:
    return f"{outcome.done} removed. Below you can undo it." if outcome.done else ""


change = action(SIGN_UPS, set_sign_up, finds=_wanted)
clear = action(SIGN_UPS, clear_sign_ups, finds=_chosen, message=_removed)
everybody = action(SIGN_UPS, check_in_all, message="{done} checked in.")
restore = action(SIGN_UPS, restore_sign_ups, finds=_removal, message="{done} are back.")
