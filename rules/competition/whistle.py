"""The whistle: what it lets finish, and who has won a game that it cut off."""

from collections.abc import Mapping
from datetime import datetime


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


def is_begun(deal_complete_at: datetime | None, stop_at: datetime) -> bool:
    """Whether a hand had begun when play stopped, and so is played out.

    Rulebook E-9: a hand has begun when its deal is complete, not when its first card falls. A deal that is
    complete at the very moment of the whistle is in time.
    """
    return deal_complete_at is not None and deal_complete_at <= stop_at
