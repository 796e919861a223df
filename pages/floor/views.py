"""The floor: every table, and the next step of the day."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.floor.forms import CallGameForm
from pages.floor.page import floor_page
from pages.floor.views_seating import lot_words
from pages.header import header
from pages.nav import crew_nav
from scoring.commands.bracket import start_phase_two
from scoring.commands.late import catch_up_hall
from scoring.commands.rounds import call_round
from tournament.commands.floor import call_game
from tournament.errors import Refused


@needs("organizer")
@require_safe
def floor(request: Request) -> HttpResponse:
    """The tables, who needs a referee, and what comes next."""
    return floor_again(request)


@needs("organizer")
@require_safe
def tables(request: Request) -> HttpResponse:
    """The same without the frame, fresh."""
    return render(request, "floor/_floor.html", _floor(request))


@needs("organizer")
@require_POST
def next_round(request: Request) -> HttpResponse:
    """Pair the teams, seat them and call the round."""
    catch_up_hall(event=request.event, at=request.at)
    try:
        call_round(event=request.event, words=lot_words(request), by=request.by, at=request.at)
    except Refused as refused:
        return floor_again(request, str(refused))
    return answer_floor(request)


@needs("organizer")
@require_POST
def phase_two(request: Request) -> HttpResponse:
    """Draw the bracket."""
    try:
        start_phase_two(event=request.event, by=request.by, at=request.at)
    except Refused as refused:
        return floor_again(request, str(refused))
    return answer_floor(request)


@needs("organizer")
@require_POST
def game(request: Request, pk: int) -> HttpResponse:
    """Call a game of the bracket, or a play-off hand, to a table."""
    asked = get_object_or_404(request.event.games, pk=pk)
    table = CallGameForm(request.POST).chosen(request.event)
    try:
        call_game(game=asked, table=table, by=request.by, at=request.at)
    except Refused as refused:
        return floor_again(request, str(refused))
    return answer_floor(request)


def _floor(request: Request, sentence: str = "") -> dict[str, Any]:
    page = floor_page(request.event, request.at)
    return {"event": request.event, "page": page, "sentence": sentence}


def floor_again(request: Request, sentence: str = "") -> HttpResponse:
    """The whole page, or the fragment for htmx; with the sentence of what was refused."""
    context = _floor(request, sentence)
    status = 422 if sentence else 200
    if request.htmx:
        return render(request, "floor/_floor.html", context, status=status)
    frame = {**header(request), **crew_nav(request, "floor:floor")}
    return render(request, "floor/floor.html", {**frame, **context}, status=status)


def answer_floor(request: Request) -> HttpResponse:
    """The floor after a deed: the fragment for htmx, else the page by its own address."""
    return floor_again(request) if request.htmx else redirect("floor:floor", request.event.slug)
