"""What a simulation needs from each game: the outcomes of its hands, and the end of a game."""

import json
from collections.abc import Mapping
from functools import lru_cache

from rules.games import find_ruleset
from rules.ruleset.game_ends import EndsBy
from rules.ruleset.hands import HandScore
from rules.ruleset.house import NO_HOUSE_RULES
from rules.ruleset.ruleset import Ruleset
from simulation.days.figures import DEFAULT_HANDS, HandFigures, HandOutcome
from simulation.days.game import ByRuleset, FirstTo, GameEnd
from simulation.players.players import play_hand

PLAYED = 400
"""How many hands are played to measure the outcomes of a game's hands. Takes a few seconds."""


USUAL_MINUTES = 50
"""The minutes of a game without cards and without a number of minutes."""

_MINUTES_A_HAND: Mapping[str, tuple[float, float, float]] = {
    "euchre-card": (1.2, 1.7, 2.6),
    "double-euchre-card": (1.8, 2.3, 3.5),
    "spades-card": (2.5, 3.3, 5.0),
}
"""The estimated shortest, usual and longest hand, for games that don't take as long as Bid Whist."""


def players_figures(
    key: str, house: Mapping[str, object] = NO_HOUSE_RULES, hands: int = PLAYED
) -> HandFigures:
    """Outcomes measured from ``hands`` hands of the built-in players. The minutes are an estimate.

    :raises UnknownGame: if there is no such game.
    :raises BadHouseRule: if it has no such house rule or does not allow the value.
    """
    ruleset = find_ruleset(key, house)
    if ruleset == find_ruleset("fahrenheit"):
        return DEFAULT_HANDS
    return _played(key, json.dumps(dict(house), sort_keys=True), hands)


@lru_cache(maxsize=16)
def _played(key: str, house: str, hands: int) -> HandFigures:
    rules: dict[str, object] = json.loads(house)
    ruleset = find_ruleset(key, rules)
    seats = ruleset.seats
    drawn = (
        outcome_of(ruleset, ruleset.score(play_hand(key, seed, seats[seed % len(seats)], rules)))
        for seed in range(hands)
    )
    return HandFigures(HandFigures.of(drawn, [1.0]).outcomes, _minutes(ruleset))


def _minutes(ruleset: Ruleset) -> tuple[float, float, float]:
    """The shortest, usual and longest hand, in minutes; for a game without cards, the whole game."""
    if ruleset.play.has_cards:
        return DEFAULT_HANDS.minutes
    if hands := ruleset.ends.length:
        shortest, usual, longest = _MINUTES_A_HAND.get(ruleset.key, DEFAULT_HANDS.minutes)
        return shortest * hands, usual * hands, longest * hands
    most = float(ruleset.ends.minutes or USUAL_MINUTES)
    return 0.6 * most, 0.8 * most, most


def outcome_of(ruleset: Ruleset, score: HandScore) -> HandOutcome:
    """The outcome of a scored hand. The winner is the best side; the others follow by points."""

    def best_first(side: str) -> tuple[bool, int]:
        return side != score.winner, -score.points[side]

    sides = sorted(ruleset.sides, key=best_first)
    # Where the game doesn't count hands, the winner gets one (Rulebook E-29).
    units = score.units or {side: int(side == score.winner) for side in sides}
    return HandOutcome(
        units=tuple(units[side] for side in sides),
        points=tuple(score.points[side] for side in sides),
        has_winner=score.winner is not None,
        is_made=bool(score.made),
        is_boston=score.boston,
    )


def end_of_game(ruleset: Ruleset) -> GameEnd:
    """The end of a game: ``FirstTo`` if only the number of hands won matters, else ``ByRuleset``."""
    ends = ruleset.ends
    if ends.by is EndsBy.HANDS and not ends.may_win_behind:
        return FirstTo(ends.goal)
    return ByRuleset(ruleset, counts_hands=ends.counts_hands)
