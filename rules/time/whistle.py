"""The winner of a game that the whistle cut off."""

from collections.abc import Mapping


def leader(*scores: Mapping[str, int]) -> str | None:
    """The side that leads in the first of the ``scores`` that isn't tied; None if one more hand must decide.

    Rulebook E-8: more hands, then more points in this game, then one hand that decides. In a game that is won
    by points, the points alone decide (Rulebook E-29).
    """
    for score in scores:
        best = max(score.values(), default=0)
        leading = [side for side in score if score[side] == best]
        if len(leading) == 1:
            return leading[0]
    return None
