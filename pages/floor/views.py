"""The floor: every table, and the next step of the day."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from pages.floor.forms import CallGameForm
from pages.floor.page import floor_page
from pages.floor.views_seating import lot_words
from pages.nav import crew_frame
from pages.web import Screen, answer, do, fresh, refusal, show
from scoring.commands.agreement import witness_results
from scoring.commands.bracket import start_phase_two
from scoring.commands.late import catch_up_hall
from scoring.commands.rounds import call_round
from tournament.commands.floor import call_game
from tournament.commands.rounds import call_games
from tournament.queries.live import stopped_since


def _floor(request: Request) -> dict[str, Any]:
    page = floor_page(request.event, request.at, request.GET)
    return {
        "event": request.event,
        "page": page,
        "window": page.shown,
        "stopped_since": stopped_since(timezone.now()),
    }


FLOOR = Screen(
    page="floor/floor.html",
    fragment="floor/_floor.html",
    home="floor:floor",
    shown=_floor,
    frame=crew_frame("floor:floor"),
)


@needs("organizer")
@require_safe
def floor(request: Request) -> HttpResponse:
    """The tables, who needs a referee, and what comes next."""
    return show(request, FLOOR)


@needs("organizer")
@require_safe
def tables(request: Request) -> HttpResponse:
    """The same without the frame, fresh."""
    return fresh(request, FLOOR)


@needs("organizer")
@require_POST
def next_round(request: Request) -> HttpResponse:
    """Pair the teams, seat them and call the round."""
    catch_up_hall(event=request.event, at=request.at)
    form, words = forms.Form(request.POST), lot_words(request)
    do(form, lambda: call_round(event=request.event, words=words, by=request.by, at=request.at))
    return answer(request, FLOOR, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def phase_two(request: Request) -> HttpResponse:
    """Draw the bracket."""
    form = forms.Form(request.POST)
    do(form, lambda: start_phase_two(event=request.event, by=request.by, at=request.at))
    return answer(request, FLOOR, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def game(request: Request, pk: int) -> HttpResponse:
    """Call a game of the bracket, or a play-off hand, to a table."""
    asked, form = get_object_or_404(request.event.games, pk=pk), forms.Form(request.POST)
    table = CallGameForm(request.POST).chosen(request.event)
    do(form, lambda: call_game(game=asked, table=table, by=request.by, at=request.at))
    return answer(request, FLOOR, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def games(request: Request) -> HttpResponse:
    """Call every game that can be called, each to a free table."""
    form = forms.Form(request.POST)
    do(form, lambda: call_games(event=request.event, by=request.by, at=request.at))
    return answer(request, FLOOR, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def witness_all(request: Request) -> HttpResponse:
    """Stand by all results that wait."""
    form = forms.Form(request.POST)
    do(form, lambda: witness_results(event=request.event, by=request.by, at=request.at))
    return answer(request, FLOOR, form, sentence=refusal(form))
