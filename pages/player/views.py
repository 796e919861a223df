"""A team's private page: where it sits, how it stands, and two actions."""

from django import forms
from django.http import HttpResponse
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from pages.player.forms import CallForm
from pages.player.games import open_game
from pages.player.own import OWN, after_action, game_meant, team_of
from pages.web import do, effective_at, show
from tournament.commands.floor import call_referee, mark_seated
from tournament.errors import Refused
from tournament.models import Game


@needs("team")
@require_safe
def now(request: Request) -> HttpResponse:
    """What the team does now, its place, and its games so far."""
    return show(request, OWN)


@needs("team")
@require_POST
def seated(request: Request) -> HttpResponse:
    """We're seated: the five minutes stop."""
    form, team = forms.Form(request.POST), team_of(request)
    game = game_meant(request, team)
    do(
        form,
        lambda: mark_seated(
            game=_there(game), team=team, by=request.by, at=request.at, said_at=effective_at(request)
        ),
    )
    return after_action(request, form)


@needs("team")
@require_POST
def call(request: Request) -> HttpResponse:
    """Call a referee to the table."""
    form, team = CallForm(request.POST), team_of(request)
    game = open_game(request.event, team)
    do(
        form,
        lambda: call_referee(
            game=_there(game),
            why=f"{team}: {form.cleaned_data['why'] or 'a referee, please.'}",
            by=request.by,
            at=request.at,
        ),
    )
    return after_action(request, form)


def _there(game: Game | None) -> Game:
    if game is None:
        raise Refused("game.none")
    return game
