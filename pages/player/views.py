"""A team's private page: where it sits, how it stands, and two deeds."""

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.hall.nav import hall_nav
from pages.header import header
from pages.player.forms import CallForm
from pages.web import answer, refusals_on
from scoring.queries.board import board, board_around
from scoring.queries.team_now import open_game, team_now
from tournament.commands.floor import call_referee, mark_seated
from tournament.models import Team

NO_GAME = "You have no game at a table now. This page shows where you sit next."


@needs("team")
@require_safe
def now(request: Request) -> HttpResponse:
    """What the team does now, its place, and its games so far."""
    page = "player/_now.html" if request.htmx else "player/now.html"
    return render(request, page, _now(request))


@needs("team")
@require_POST
def seated(request: Request) -> HttpResponse:
    """We're seated: the five minutes stop."""
    form, team = forms.Form(request.POST), _team(request)
    game = open_game(request.event, team)
    if game is None:
        form.add_error(None, NO_GAME)
    elif form.is_valid():
        with refusals_on(form):
            mark_seated(game=game, team=team, by=request.by, at=request.at)
    return _after(request, form)


@needs("team")
@require_POST
def call(request: Request) -> HttpResponse:
    """Call a referee to the table."""
    form, team = CallForm(request.POST), _team(request)
    game = open_game(request.event, team)
    if game is None:
        form.add_error(None, NO_GAME)
    elif form.is_valid():
        why = f"{team}: {form.cleaned_data['why'] or 'a referee, please.'}"
        with refusals_on(form):
            call_referee(game=game, why=why, by=request.by, at=request.at)
    return _after(request, form)


def _after(request: Request, deed: forms.Form) -> HttpResponse:
    """The page as it is after a deed."""
    return answer(
        request,
        page="player/now.html",
        fragment="player/_now.html",
        context={**_now(request), "refused": deed},
        back=reverse("player:now", args=(request.event.slug,)),
        is_refused=bool(deed.errors),
    )


def _now(request: Request) -> dict[str, Any]:
    """Everything the page shows."""
    team = _team(request)
    table = board(request.event)
    return {
        **header(request),
        **hall_nav(request, "player:now"),
        "page": team_now(request.event, team, request.at),
        "board": table,
        "rows": board_around(table, team.pk),
        "mine": team.pk,
        "call_form": CallForm(),
    }


def _team(request: Request) -> Team:
    """The team whose badge is worn here."""
    if request.by.badge.team is None:
        raise PermissionDenied("This page belongs to a team.")
    return request.by.badge.team
