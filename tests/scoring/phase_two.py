"""Events whose bracket has begun, and its games."""

from typing import Any
from uuid import uuid4

from scoring.bracket.commands_bracket import buy_back, start_phase_two
from tests import build
from tournament.floor.commands_floor import call_game
from tournament.models import Event, Game, Team

FIVE, TEN_PAST = build.at(17, 5), build.at(17, 10)


def begun(count: int = 4, **plan: Any) -> Event:
    """A bracket that began at 5:01 PM, after two rounds of ``count`` teams; by default, four go through."""
    event = build.event(**{"advance_count": 4} | plan)
    build.teams(event, count)
    build.played_phase_one(event, 2)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    return event


def bracket_game(event: Event, position: str, number: int = 1) -> Game | None:
    """The game at a position of the bracket, if it has one; in a series, the game of this number."""
    games = Game.objects.standing().select_related("event", "score", "table").with_everybody()
    return games.filter(event=event, bracket_position=position, number=number).first()


def called(event: Event, position: str) -> Game:
    """Call the first game in a place of the bracket at 5:05 PM."""
    return call_game(game=bracket_game(event, position), by=build.organizer(event), at=FIVE)


def won(event: Event, position: str, *sides: str) -> Team:
    """Play a series or a game that ``sides`` win; by default, North-South. Returns the last loser."""
    called(event, position)
    for number, side in enumerate(sides or ["NS"], start=1):
        game = bracket_game(event, position, number)
        build.won(game, side, at=TEN_PAST)
    return game.team("EW" if side == "NS" else "NS")


def buys(event, team, cents=0, **more):
    given = {"key": uuid4(), "amount_cents": cents, "method": "cash", **more}
    return buy_back(team=team, by=build.organizer(event), at=TEN_PAST, **given)
