"""A random total, for a game without cards."""

from collections.abc import Sequence
from random import Random

from rules.ruleset.ruleset import Ruleset

POINTS_A_HAND = 4
USUAL_POINTS = 60


def total_by_chance(ruleset: Ruleset, rng: Random) -> dict[str, object]:
    """A random total at the end of a game. The best side has the points that win, or what its hands bring."""
    ends = ruleset.ends
    if ends.length and ends.hand_points:
        return {"total_points": _hand_by_hand(ruleset, ends.length, ends.hand_points, rng)}
    most = max(2, ends.points or ends.length * POINTS_A_HAND or USUAL_POINTS)
    best, *others = rng.sample(ruleset.sides, k=len(ruleset.sides))
    points = {best: most + rng.randrange(1 + most // 10)}
    points |= {side: rng.randrange(most // 4, most) for side in others}
    return {"total_points": {side: points[side] for side in ruleset.sides}}


def _hand_by_hand(ruleset: Ruleset, hands: int, each: Sequence[int], rng: Random) -> dict[str, int]:
    """The points of ``hands`` random hands, played again after a tie."""
    while True:
        points = dict.fromkeys(ruleset.sides, 0)
        for _ in range(hands):
            points[rng.choice(ruleset.sides)] += rng.choice(each)
        if len(set(points.values())) > 1:
            return points
