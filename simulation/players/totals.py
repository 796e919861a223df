"""A random total, for a game without cards."""

from random import Random

from rules.games.ruleset import Ruleset

POINTS_A_HAND = 4
USUAL_POINTS = 60


def total_by_chance(ruleset: Ruleset, rng: Random) -> dict[str, object]:
    """A total with which a game ends: the best side has the points that win, or what its hands bring."""
    house = ruleset.house
    by_end = {
        "points": house["points_to_win"],
        "points_or_clock": house["points_to_win"],
        "hands_played": int(str(house["hands_in_game"])) * POINTS_A_HAND,
    }
    most = max(2, int(str(by_end.get(str(house["game_end"]), USUAL_POINTS))))
    best, *others = rng.sample(ruleset.sides, k=len(ruleset.sides))
    points = {best: most + rng.randrange(1 + most // 10)}
    points |= {side: rng.randrange(most // 4, most) for side in others}
    return {"total_points": {side: points[side] for side in ruleset.sides}}
