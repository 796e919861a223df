"""Every game to look up: the list, and a page for each."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.access import Request, cached, everyone
from pages.games.game_page import game_page
from pages.games.listed import games_page, public_games
from pages.games.team_day import day_picture, day_text, has_day
from pages.games.team_page import TeamPage, team_page
from pages.hall.forms import WindowForm
from pages.hall.window import window
from pages.header import header
from pages.links import link_to
from pages.nav import hall_nav
from tournament.models.floor import GameKind


@everyone
@cached(reads=WindowForm)
@require_safe
def games(request: Request) -> HttpResponse:
    """All games of a round, of open play, or of the bracket."""
    return _page(request, "games", _games(request))


@everyone
@cached(reads=WindowForm)
@require_safe
def games_list(request: Request) -> HttpResponse:
    """The list of games, fresh."""
    return _part(request, "games_list", _games(request))


@everyone
@cached()
@require_safe
def game(request: Request, pk: int) -> HttpResponse:
    """One game, hand by hand."""
    return _page(request, "game", _game(request, pk))


@everyone
@cached()
@require_safe
def game_now(request: Request, pk: int) -> HttpResponse:
    """One game, fresh."""
    return _part(request, "game_now", _game(request, pk))


@everyone
@cached()
@require_safe
def team(request: Request, number: int) -> HttpResponse:
    """One team's place and games."""
    return _page(request, "team", _team(request, number))


@everyone
@cached()
@require_safe
def team_now(request: Request, number: int) -> HttpResponse:
    """One team, fresh."""
    return _part(request, "team_now", _team(request, number))


@everyone
@cached()
@require_safe
def picture(request: Request, number: int) -> HttpResponse:
    """One team's day as a picture."""
    page = _team_page(request, number)
    drawn = {
        "page": page,
        "event": request.event,
        "picture": day_picture(request.event, page),
        "at": request.at,
    }
    return render(request, "games/picture.svg", drawn, content_type="image/svg+xml")


def _games(request: Request) -> dict[str, Any]:
    page = games_page(request.event, request.at, request.GET.get("part", ""))
    return {"page": page, "window": window(page.games, request.GET, lambda game: game.everybody)}


def _game(request: Request, pk: int) -> dict[str, Any]:
    found = get_object_or_404(public_games(request.event).exclude(kind=GameKind.BYE), pk=pk)
    found.event = request.event
    return {"page": game_page(found, request.at)}


def _team(request: Request, number: int) -> dict[str, Any]:
    page = _team_page(request, number)
    address = link_to(request, "games:team", request.event.slug, number).address
    return {"page": page, "shares": has_day(page), "text": day_text(request.event, page, address)}


def _team_page(request: Request, number: int) -> TeamPage:
    teams = request.event.teams.prefetch_related("players")
    found = get_object_or_404(teams, number=number)
    found.event = request.event
    return team_page(found, request.at)


def _page(request: Request, name: str, context: dict[str, Any]) -> HttpResponse:
    frame = {**header(request), **hall_nav(request, "games:games")}
    return render(request, f"games/{name}.html", {**frame, **context})


def _part(request: Request, name: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, f"games/_{name}.html", {"event": request.event, **context})
