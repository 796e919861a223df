"""A game of two teams, and what they send from their phones, for the tests."""

from uuid import uuid4

from scoring.models import Report
from scoring.reports.commands_reports import report_hand
from tests import build
from tournament.models import Actor, Game

NOON = build.at(15, 10)


def katz_against_bound(**plan) -> Game:
    """The game of Kitty Katz, North-South, against Boston Bound, called at three."""
    return build.game_between(build.event(**plan), "Kitty Katz", "Boston Bound")


def phone(game: Game, side: str) -> Actor:
    """The team on this side, as an actor."""
    return Actor(game.team(side).badge, f"phone of {side}")


def reported(game: Game, side: str, facts=build.FOUR_MADE, **more) -> Report:
    """A report of a side's team; by default that North-South bid 4 and made it in hand 1."""
    sent = {"report_id": uuid4(), "sequence": 1, "at": NOON, **more}
    return report_hand(game=game, facts=facts, by=phone(game, side), **sent)
