"""The event's game, with its house rules: what it is scored by, and how many play in a team."""

import json
from functools import lru_cache

from rules.games import find_ruleset
from rules.ruleset import Ruleset
from tournament.models import Event


@lru_cache(maxsize=64)
def _ruleset(key: str, house: str) -> Ruleset:
    return find_ruleset(key, json.loads(house))


def ruleset_for(event: Event) -> Ruleset:
    """The game of an event with its house rules. No query."""
    return _ruleset(event.game, json.dumps(event.house, sort_keys=True))


def counts_hands(ruleset: Ruleset) -> bool:
    """Whether a game is won by hands, as Fahrenheit is; otherwise points win it (Rulebook E-29)."""
    return ruleset.game(()).units is not None


def team_size(ruleset: Ruleset) -> int:
    """How many players make a team: one in Bid Fair, else two (Rulebook E-31)."""
    return len(ruleset.seats) // len(ruleset.sides)


def why_not_in_the_hall(ruleset: Ruleset) -> str:
    """Why a tournament can't be played by a game; empty if it can."""
    if len(ruleset.sides) != 2:
        return (
            f"In {ruleset.name} everybody plays alone, {len(ruleset.sides)} at a table. A tournament here is "
            "played between two sides at a table: choose a game with two."
        )
    return ""
