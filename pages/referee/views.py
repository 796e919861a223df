"""The referee's phone: the tables, a game's sheet, and its hands."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.header import header
from pages.referee.forms import HandForm
from pages.referee.sheets import after, find_game, offered, sheet_context
from pages.web import refusals_on
from scoring.commands.hands import record_hand
from scoring.queries.agreement import objections
from scoring.queries.meaning import meaning
from scoring.queries.referee_tables import referee_tables
from scoring.queries.sheet import last_game_at
from tournament.models import Table


@needs("referee")
@require_safe
def tables(request: Request) -> HttpResponse:
    """Every table, those that need somebody first."""
    rows = referee_tables(request.event, request.at)
    page = "referee/_tables.html" if request.htmx else "referee/tables.html"
    free = [row for row in rows if row.state == "free"]
    objected = objections(request.event)
    return render(request, page, {**header(request), "rows": rows, "free": free, "objected": objected})


@needs("referee")
@require_safe
def table(request: Request, number: int) -> HttpResponse:
    """Where the placard's QR code leads: the game now open at the table, or the last one."""
    there = get_object_or_404(Table, event=request.event, number=number)
    game = last_game_at(there)
    if game is None:
        return render(request, "referee/free.html", {**header(request), "table": there})
    return redirect("referee:game", request.event.slug, game.pk)


@needs("referee")
@require_safe
def game(request: Request, pk: int) -> HttpResponse:
    """A game's sheet, with the entry of its next hand."""
    return render(request, "referee/game.html", sheet_context(request, find_game(request, pk)))


@needs("referee")
@require_safe
def head(request: Request, pk: int) -> HttpResponse:
    """What stands above the entry, fresh; it says so when the entry has been overtaken."""
    context = sheet_context(request, find_game(request, pk))
    asked = request.GET.get("place", "")
    context["overtaken"] = asked.isdecimal() and int(asked) != context["sheet"].next_number
    return render(request, "referee/_head_alone.html", context)


@needs("referee")
@require_safe
def hands(request: Request, pk: int) -> HttpResponse:
    """The hands so far, fresh."""
    return render(request, "referee/_hands.html", sheet_context(request, find_game(request, pk)))


@needs("referee")
@require_POST
def preview(request: Request, pk: int) -> HttpResponse:
    """Say what a hand would mean. Nothing is written."""
    found = find_game(request, pk)
    form = HandForm(request.POST, tiles=offered(request))
    means = None
    if form.is_valid():
        told = {**form.facts(), **form.notes()}
        means = meaning(found, told, request.at, badge=request.by.badge)
    if request.htmx:
        shown = {"means": means, "form": form, "tiles": form.tiles, "is_preview": True}
        return render(request, "referee/_meaning.html", shown)
    return render(request, "referee/game.html", sheet_context(request, found, form=form, means=means))


@needs("referee")
@require_POST
def record(request: Request, pk: int) -> HttpResponse:
    """Save the hand that was tapped, and offer the next."""
    found = find_game(request, pk)
    form = HandForm(request.POST, tiles=offered(request))
    if form.is_valid():
        with refusals_on(form):
            record_hand(
                hand_id=form.hand_id_sent,
                game=found,
                facts=form.facts(),
                notes=form.notes(),
                place=form.place_sent,
                by=request.by,
                at=request.at,
            )
    return after(request, found, form, form=form if form.errors else None)
