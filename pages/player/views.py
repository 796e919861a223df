"""A team's private page: where it sits, how it stands, and two deeds."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.player.forms import CallForm
from pages.player.now import open_game
from pages.player.own import after_deed, game_meant, own_page, team_of
from pages.web import effective_at, refusals_on
from tournament.commands.floor import call_referee, mark_seated

NO_GAME = "You have no game at a table now. This page shows where you sit next."


@needs("team")
@require_safe
def now(request: Request) -> HttpResponse:
    """What the team does now, its place, and its games so far."""
    page = "player/_now.html" if request.htmx else "player/now.html"
    return render(request, page, own_page(request))


@needs("team")
@require_POST
def seated(request: Request) -> HttpResponse:
    """We're seated: the five minutes stop."""
    form, team = forms.Form(request.POST), team_of(request)
    game = game_meant(request, team)
    if game is None:
        form.add_error(None, NO_GAME)
    elif form.is_valid():
        with refusals_on(form):
            mark_seated(game=game, team=team, by=request.by, at=request.at, said_at=effective_at(request))
    return after_deed(request, form)


@needs("team")
@require_POST
def call(request: Request) -> HttpResponse:
    """Call a referee to the table."""
    form, team = CallForm(request.POST), team_of(request)
    game = open_game(request.event, team)
    if game is None:
        form.add_error(None, NO_GAME)
    elif form.is_valid():
        why = f"{team}: {form.cleaned_data['why'] or 'a referee, please.'}"
        with refusals_on(form):
            call_referee(game=game, why=why, by=request.by, at=request.at)
    return after_deed(request, form)
