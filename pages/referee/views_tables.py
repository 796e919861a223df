"""The tables, and whose they are; and where a placard's QR code leads."""

from collections.abc import Callable

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, everyone, may, needs, worn_here
from pages.header import header
from pages.nav import hall_nav
from pages.referee.public_table import public_table
from pages.referee.tables import referee_tables
from pages.web import do
from scoring.queries.game.agreement import objections, to_witness
from scoring.queries.game.sheet import last_game_at
from tournament.commands.tables import give_back_table, take_table
from tournament.models import Role, Table


@needs("referee")
@require_safe
def tables(request: Request) -> HttpResponse:
    """Every table: one's own first, then those that need somebody."""
    return _tables(request)


@everyone
@require_safe
def table(request: Request, number: int) -> HttpResponse:
    """Where the placard's QR code leads: for a referee the game open at the table, or the last one."""
    there = get_object_or_404(Table.objects.select_related("event"), event=request.event, number=number)
    if not may(request, "referee"):
        shown = {"table": public_table(there, request.at, worn_here(request))}
        return render(
            request, "referee/tables/public_table.html", {**header(request), **hall_nav(request, ""), **shown}
        )
    game = last_game_at(there)
    if game is None:
        return render(request, "referee/tables/free.html", {**header(request), "table": there})
    return redirect("referee:game", request.event.slug, game.pk)


@needs("referee")
@require_POST
def take(request: Request, number: int) -> HttpResponse:
    """A referee looks after this table from now on."""
    return _deed(request, number, take_table)


@needs("referee")
@require_POST
def give_back(request: Request, number: int) -> HttpResponse:
    """A referee no longer looks after this table."""
    return _deed(request, number, give_back_table)


def _deed(request: Request, number: int, deed: Callable[..., Table]) -> HttpResponse:
    there = get_object_or_404(Table, event=request.event, number=number)
    form = forms.Form(request.POST)
    do(request, form, deed, table=there)
    if form.errors or request.htmx:
        return _tables(request, refused=form if form.errors else None)
    return redirect("referee:tables", request.event.slug)


def _tables(request: Request, refused: forms.Form | None = None) -> HttpResponse:
    rows = referee_tables(request.event, request.at, request.by.badge)
    page = "referee/tables/_tables.html" if request.htmx else "referee/tables/tables.html"
    context = {
        **header(request),
        "rows": [row for row in rows if row.state != "free"],
        "free": [row for row in rows if row.state == "free"],
        "objected": objections(request.event),
        "unagreed": to_witness(request.event, request.at),
        "looks_after": request.by.badge.role == Role.REFEREE,
        "refused": refused,
    }
    return render(request, page, context, status=422 if refused else 200)
