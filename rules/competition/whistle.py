"""The whistle: what it lets finish, and who has won a game that it cut off."""

from collections.abc import Mapping


def leader(*scores: Mapping[str, int]) -> str | None:
    """The side that has won a game cut off by the whistle; None where one more hand must decide.

    Rulebook E-8: more hands, else more points in this game, else one hand that decides and adds no points.
    In a game that points win, the points alone are asked (Rulebook E-29).
    """
    for score in scores:
        best = max(score.values(), default=0)
        leading = [side for side in score if score[side] == best]
        if len(leading) == 1:
            return leading[0]
    return None
