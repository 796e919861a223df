"""Figures for a rehearsal: what the built-in players' hands bring in a game that goes by hands."""

import json
from collections.abc import Mapping
from functools import lru_cache

from rules.contest.hand_figures import DEFAULT_HANDS, HandFigures
from rules.games import find_ruleset
from rules.players import play_hand
from rules.ruleset import NO_HOUSE_RULES, Ruleset

PLAYED = 400
"""So many hands are played for the figures: they take a few seconds."""

MOST_HANDS = 50
SEATS = "NESW"


def players_figures(
    key: str, house: Mapping[str, object] = NO_HOUSE_RULES, hands: int = PLAYED
) -> HandFigures:
    """What the built-in players' hands bring by these rules, and how often. The minutes are a guess.

    :raises UnknownGame: if there is no such game.
    :raises BadHouseRule: if it has no such house rule or does not allow the value.
    """
    ruleset = find_ruleset(key, house)
    if ruleset == find_ruleset("fahrenheit"):
        return DEFAULT_HANDS
    return _played(key, json.dumps(dict(house), sort_keys=True), hands)


@lru_cache(maxsize=16)
def _played(key: str, house: str, hands: int) -> HandFigures:
    ruleset = find_ruleset(key, json.loads(house))
    drawn: list[tuple[bool, int, int]] = []
    for seed in range(hands):
        score = ruleset.score(play_hand(key, seed, SEATS[seed % 4], json.loads(house)))
        drawn.append((bool(score.made), max(score.units.values()), max(*score.points.values(), 0)))
    return HandFigures(HandFigures.of(drawn, [1.0]).outcomes, DEFAULT_HANDS.minutes)


def units_to_win(ruleset: Ruleset) -> int:
    """How many hands won win a game; 0 where points win it."""
    if ruleset.game(()).units is None:
        return 0
    won = ruleset.score({"forfeited_by": ruleset.sides[1]})
    return next((count for count in range(1, MOST_HANDS) if ruleset.game([won] * count).over), 0)
