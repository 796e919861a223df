"""What a team's page shows, and the page as it is after an action."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.core.exceptions import PermissionDenied

from accounts.access import Request
from accounts.numbers import whole
from pages.header import header
from pages.nav import team_nav
from pages.player.forms import CallForm
from pages.player.games import games_of, open_game
from pages.player.now import team_now
from pages.player.reports import own_results, reporting
from pages.web import Screen
from scoring.queries.hands.rulings import rulings_for
from tournament.models import Game, Team
from tournament.models.floor import GameKind


def own_page(request: Request) -> dict[str, Any]:
    team = team_of(request)
    games = games_of(request.event, team)
    return {
        "page": team_now(request.event, team, request.at, games),
        "own_games": " ".join(str(game.pk) for game in games if not game.over_at),
        "called_game": next((game.pk for game in games if game.called_at and not game.over_at), ""),
        "call_form": CallForm(),
        "reporting": reporting(games, team, request.at),
        "results": own_results(request.event, games, team, request.at),
        "rulings": rulings_for(request.event, team) if _may_have_rulings(games) else (),
        "action_key": uuid4(),
    }


def _may_have_rulings(games: Sequence[Any]) -> bool:
    """Whether to ask for rulings in a team's ``games_of``, and in those that were taken back. No query."""
    return not games or games[0].has_rulings


OWN = Screen(
    needs="team",
    page="player/now.html",
    fragment="player/_now.html",
    home="player:now",
    context=own_page,
    layout=lambda request: {**header(request), **team_nav(request)},
)


def game_meant(request: Request, team: Team) -> Game | None:
    """The team's game that was on the page when it was pressed; where the form doesn't say, its open one.

    One query.
    """
    said = request.POST.get("game", "")
    if not said:
        return open_game(request.event, team)
    pk = whole(said)
    games = Game.objects.standing().of(team).filter(event=request.event).exclude(kind=GameKind.BYE)
    return None if pk is None else games.filter(pk=pk).first()


def team_of(request: Request) -> Team:
    if request.by.badge.team is None:
        raise PermissionDenied("This page belongs to a team.")
    return request.by.badge.team
