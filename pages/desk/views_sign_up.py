"""Closing, opening and clearing sign-up."""

from typing import Any

from accounts.access import Request
from accounts.numbers import whole
from pages.actions import Found, Pressed, press
from pages.hall.window import window
from pages.nav import crew_layout
from pages.web import Screen
from tournament.commands.sign_up import clear_sign_ups, set_sign_up
from tournament.models.events import SignUp
from tournament.queries.teams import EXPECTED, desk_board, sign_up_end, why_no_public_sign_up


def _sign_ups(request: Request) -> dict[str, Any]:
    board = desk_board(request.event, state=EXPECTED)
    return {
        "board": board,
        "window": window(board.teams, request.GET, lambda row: [row]),
        "why_not": why_no_public_sign_up(request.event, request.at),
        "end": sign_up_end(request.event, request.at),
    }


SIGN_UPS = Screen(
    needs="organizer",
    page="desk/sign_ups.html",
    home="desk:sign-ups",
    context=_sign_ups,
    layout=crew_layout("desk:sign-ups"),
)


def _wanted(request: Request) -> Found:
    return {"event": request.event, "sign_up": SignUp.CLOSED if "close" in request.POST else SignUp.OPEN}


def _chosen(request: Request) -> Found:
    sent = {name: map(whole, request.POST.getlist(name)) for name in ("team", "player")}
    numbers = {f"{name}s": [number for number in typed if number is not None] for name, typed in sent.items()}
    return {"event": request.event, **numbers}


def _removed(pressed: Pressed) -> str:
    return f"{pressed.done} removed." if pressed.done else ""


change = press(SIGN_UPS, set_sign_up, finds=_wanted)
clear = press(SIGN_UPS, clear_sign_ups, finds=_chosen, message=_removed)
