"""The tables and their referees, and the page behind a placard's QR code."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.access import Request, everyone, may, needs, worn_here
from accounts.numbers import whole
from pages.actions import Found, action
from pages.hall.pagination import MOST, paginate
from pages.nav import crew, public_layout
from pages.referee.table_list import TableRow, public_table, referee_tables
from pages.web import render_screen
from scoring.recording.floor_tables import with_teams
from scoring.reports.agreed import held, objections, to_witness
from scoring.sheet.sheet import last_game_at
from tournament.event.day_rows import day_rows, phase
from tournament.event.rules_of_event import ruleset_for
from tournament.floor.commands_tables import give_back_table, take_table
from tournament.models import Role, Table
from tournament.models.floor import TableState

MOST_TYPED = 12
"""The most characters of a typed table number to repeat on the page."""


def _tables(request: Request) -> dict[str, Any]:
    rows = referee_tables(request.event, request.at, request.by.badge)
    in_use: Sequence[TableRow] = [row for row in rows if row.state.key != TableState.FREE]
    if request.GET.get("find") or request.GET.get("team"):
        in_use = with_teams(request.event, in_use)
    page = paginate(in_use, request.GET, lambda row: row.names, table=lambda row: row.number)
    shown = {row.number for row in page.rows}
    is_first_page = not page.find and (page.page is None or page.page.number == 1)
    # The list begins with them, so those that don't fit on its first page are on the next one.
    pressing = [] if is_first_page else [row for row in in_use if row.is_pressing and row.number not in shown]
    full = with_teams(request.event, [*page.rows, *pressing[:MOST]])
    return {
        "results": replace(page, rows=full[: len(shown)]),
        "pressing": full[len(shown) :],
        "more_pressing": len(pressing[MOST:]),
        "free": [row for row in rows if row.state.key == TableState.FREE],
        "objected": day_rows(request.event).once_a_version(objections),
        "unagreed": to_witness(request.event, request.at),
        "held": held(request.event, request.at),
        "last_table": max((row.number for row in rows), default=0),
        "has_rounds": phase(request.event, "one").has_rounds,
        "has_cards": ruleset_for(request.event).play.has_cards,
        "looks_after": request.by.badge.role == Role.REFEREE,
    }


TABLES = crew(
    "referee", "referee/tables/tables.html", "referee:tables", _tables, "referee/tables/_tables.html"
)


@needs("referee")
@require_safe
def tables(request: Request) -> HttpResponse:
    """Every table. ``?table=37`` redirects to that table; ``asked=total`` is passed on to its sheet."""
    asked = request.GET.get("table", "")
    number = whole(asked)
    if number is not None and Table.objects.filter(event=request.event, number=number).exists():
        return _with_asked(request, reverse("referee:table", args=(request.event.slug, number)))
    return render_screen(request, TABLES, no_table=asked[:MOST_TYPED])


@everyone
@require_safe
def table(request: Request, number: int) -> HttpResponse:
    """The page behind the QR code of a placard. Redirects a referee to the game there, open or last."""
    found = get_object_or_404(Table.objects.select_related("event"), event=request.event, number=number)
    layout = public_layout()(request)
    if not may(request, "referee"):
        context = {**layout, "table": public_table(found, request.at, worn_here(request))}
        return render(request, "referee/tables/public_table.html", context)
    game = last_game_at(found)
    if game is None:
        return render(request, "referee/tables/free.html", {**layout, "table": found})
    return _with_asked(request, reverse("referee:game", args=(request.event.slug, game.pk)))


def _with_asked(request: Request, address: str) -> HttpResponse:
    is_total = request.GET.get("asked") == "total"
    return redirect(f"{address}?asked=total" if is_total else address)


def _table(request: Request, number: int) -> Found:
    return {"table": get_object_or_404(Table, event=request.event, number=number)}


take = action(TABLES, take_table, finds=_table)
give_back = action(TABLES, give_back_table, finds=_table)
