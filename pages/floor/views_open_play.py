"""Open play from the floor: opened once, held back, let go on."""

from django import forms
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from accounts.access import Request, needs
from pages.floor.views import FLOOR
from pages.web import answer, do, refusal
from scoring.commands.open_play import hold_games, open_play, release_games


@needs("organizer")
@require_POST
def begin(request: Request) -> HttpResponse:
    """Open the play: the first games are called."""
    form = forms.Form(request.POST)
    do(form, lambda: open_play(event=request.event, by=request.by, at=request.at))
    return answer(request, FLOOR, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def hold(request: Request) -> HttpResponse:
    """Hold back the next games."""
    form = forms.Form(request.POST)
    do(form, lambda: hold_games(event=request.event, by=request.by, at=request.at))
    return answer(request, FLOOR, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def release(request: Request) -> HttpResponse:
    """Let games be called again."""
    form = forms.Form(request.POST)
    do(form, lambda: release_games(event=request.event, by=request.by, at=request.at))
    return answer(request, FLOOR, form, sentence=refusal(form))
