"""The two sides of a game: the one place where a ruleset's own names meet the columns ``ns`` and ``ew``.

Rows, forms and pages say NS and EW whatever is played. Facts and rules say what the game says: in Bid Fair
the two players are N and S, and N sits in the first column.
"""

from collections.abc import Mapping
from typing import TypeVar

from rules.ruleset import Ruleset
from tournament.models import Event, Game
from tournament.queries.game import ruleset_for

T = TypeVar("T")

SIDES = ("NS", "EW")
OTHER_SIDE = {"NS": "EW", "EW": "NS"}


def own_side(ruleset: Ruleset, side: str) -> str:
    """What the ruleset calls the side NS or EW."""
    return ruleset.sides[SIDES.index(side)]


def side_of(ruleset: Ruleset, own: str | None) -> str | None:
    """The side NS or EW that the ruleset calls ``own``; None where nobody is meant."""
    return SIDES[ruleset.sides.index(own)] if own else None


def by_side(ruleset: Ruleset, figures: Mapping[str, T]) -> dict[str, T]:
    """What the ruleset gives under its own names, under NS and EW."""
    return {side: figures[own_side(ruleset, side)] for side in SIDES}


def seats_of(ruleset: Ruleset, side: str) -> tuple[str, ...]:
    """The seats of the side NS or EW, in the order of its players."""
    return tuple(seat for seat in ruleset.seats if seat in own_side(ruleset, side))


def side_names(game: Game) -> dict[str, str]:
    """What each side of a game is called in a sentence, under the ruleset's own names."""
    ns, ew = ruleset_for(game.event).sides
    return {ns: game.ns.name, ew: game.ew.name if game.ew else ""}


def forfeit_facts(event: Event, side: str) -> dict[str, str]:
    """The facts of a hand that the side NS or EW forfeits."""
    return {"forfeited_by": own_side(ruleset_for(event), side)}
