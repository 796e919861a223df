"""The five-minute rule for teams that aren't seated in time. Rulebook E-13 to E-17."""

from collections.abc import Sequence

HANDS = 3
"""The number of forfeited hands that lose the game (Rulebook E-14)."""

NOBODY_COMES = 12
"""After this many times five minutes with nobody at the table, only a referee can go on."""


def forfeiting(late: Sequence[str]) -> str | None:
    """The side that forfeits the hand: the only late side.

    Rulebook E-17: if several sides are late nobody scores, and a referee is called.
    """
    return late[0] if len(late) == 1 else None


def go_on(late: Sequence[str], step: int, *, proposed: int = 0) -> bool:
    """Whether the five minutes run again after the ``step``-th time, in a game that isn't over.

    Rulebook E-14: one side goes on forfeiting until the game is lost. ``proposed`` is how many forfeits a
    referee is asked about: never more than lose a game. Rulebook E-17: if nobody comes, it ends after
    ``NOBODY_COMES`` times.
    """
    if not late:
        return False
    return proposed < HANDS and (forfeiting(late) is not None or step < NOBODY_COMES)
