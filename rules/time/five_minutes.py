"""The five-minute rule for teams that aren't seated in time. Rulebook E-13 to E-17."""

from collections.abc import Sequence

HANDS = 3
"""The number of forfeited hands that lose the game (Rulebook E-14)."""

NOBODY_COMES = 12
"""After this many five-minute periods with nobody at the table, only a referee can continue the game."""


def forfeiting(late: Sequence[str]) -> str | None:
    """The side that forfeits the hand: the late one, if only one is late.

    Rulebook E-17: if several sides are late nobody scores, and a referee is called.
    """
    return late[0] if len(late) == 1 else None


def go_on(late: Sequence[str], step: int, *, lost: int = 0) -> bool:
    """Whether another five minutes begin after the ``step``-th, in a game that isn't over.

    Rulebook E-14: a late side keeps forfeiting hands until it has lost the game. ``lost`` is the number of
    hands that it has forfeited, with those that await a referee's decision. Rulebook E-17: if nobody comes,
    it ends after ``NOBODY_COMES`` times.
    """
    if forfeiting(late) is not None:
        return lost < HANDS
    return bool(late) and step < NOBODY_COMES
