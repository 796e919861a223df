"""A team's private page: where it sits, its place, and two actions."""

from datetime import datetime
from typing import Any

from accounts.access import Request
from pages.actions import Found, press
from pages.player.forms import CallForm
from pages.player.games import open_game
from pages.player.own import OWN, game_meant, team_of
from tournament.commands.floor import call_referee, mark_seated
from tournament.errors import Refused
from tournament.models import Actor, Game, Team


def _game_meant(request: Request) -> Found:
    team = team_of(request)
    return {"game": _there(game_meant(request, team)), "team": team}


def _open_game(request: Request) -> Found:
    team = team_of(request)
    return {"game": _there(open_game(request.event, team)), "team": team}


def _there(game: Game | None) -> Game:
    if game is None:
        raise Refused("game.none")
    return game


def _call(*, game: Game, team: Team, why: str, by: Actor, at: datetime) -> Any:
    """Call a referee to the team's table."""
    return call_referee(game=game, why=f"{team}: {why or 'a referee, please.'}", by=by, at=at)


seated = press(OWN, mark_seated, finds=_game_meant, pressed_at="said_at")
call = press(OWN, _call, finds=_open_game, form=CallForm)
