"""The sides of a game: the one place where a ruleset's own names meet those of rows, forms and pages.

Rows, forms and pages say NS and EW whatever is played, and S and W too where everybody plays alone. Facts and
rules say what the game says: in Bid Fair the two players are N and S, and N is NS.
"""

from collections.abc import Mapping
from typing import TypeVar

from rules.games.ruleset import Ruleset
from tournament.models import Event, Game
from tournament.queries.game import ruleset_for
from tournament.queries.sitting import SIDES, sides_of, teams_on

T = TypeVar("T")

__all__ = [
    "SIDES",
    "by_side",
    "forfeit_facts",
    "own_side",
    "seats_of",
    "side_names",
    "side_of",
    "sides_of",
]


def own_side(ruleset: Ruleset, side: str) -> str:
    """What the ruleset calls a side."""
    return ruleset.sides[sides_of(ruleset).index(side)]


def side_of(ruleset: Ruleset, own: str | None) -> str | None:
    """The side that the ruleset calls ``own``; None where nobody is meant."""
    return sides_of(ruleset)[ruleset.sides.index(own)] if own else None


def by_side(ruleset: Ruleset, figures: Mapping[str, T]) -> dict[str, T]:
    """What the ruleset gives under its own names, under those of the rows."""
    return {side: figures[own] for side, own in zip(sides_of(ruleset), ruleset.sides, strict=True)}


def seats_of(ruleset: Ruleset, side: str) -> tuple[str, ...]:
    """The seats of a side, in the order of its players."""
    return tuple(seat for seat in ruleset.seats if seat in own_side(ruleset, side))


def side_names(game: Game) -> dict[str, str]:
    """What each side of a game is called in a sentence, under the ruleset's own names."""
    ruleset = ruleset_for(game.event)
    named = zip(ruleset.sides, sides_of(ruleset), strict=True)
    return {own: " & ".join(team.name for team in teams_on(game, side)) for own, side in named}


def forfeit_facts(event: Event, side: str) -> dict[str, str]:
    """The facts of a hand that a side forfeits."""
    return {"forfeited_by": own_side(ruleset_for(event), side)}
