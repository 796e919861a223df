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
from pages.links import link_to
from pages.nav import public
from tournament.models.floor import GameKind


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


@everyone
@cached()
@require_safe
def picture(request: Request, number: int) -> HttpResponse:
    page = _team_page(request, number)
    drawn = {
        "page": page,
        "event": request.event,
        "picture": day_picture(request.event, page),
        "at": request.at,
    }
    return render(request, "games/picture.svg", drawn, content_type="image/svg+xml")


GAMES = public("games/games.html", "games:games", _games, "games/_games_list.html", reads=WindowForm)
GAME = public("games/game.html", "games:games", _game, "games/_game_now.html")
TEAM = public("games/team.html", "games:games", _team, "games/_team_now.html")
