"""The five-minute rule: what follows when a team was not seated in time. Rulebook E-13 to E-17."""

from collections.abc import Sequence

HANDS = 3
"""So many hands forfeited by one side are the game (Rulebook E-14)."""

NOBODY_COMES = 12
"""After so many times five minutes without anybody at the table, only a referee goes on."""


def forfeiting(late: Sequence[str]) -> str | None:
    """The side that forfeits the hand, of those that were late: the one that was late alone.

    Rulebook E-17: where several were late nobody scores, and a referee is called.
    """
    return late[0] if len(late) == 1 else None


def go_on(late: Sequence[str], step: int, *, proposed: int = 0) -> bool:
    """Whether another five minutes follow the ``step``-th ones, in a game that isn't over.

    Rulebook E-14: one side goes on forfeiting until the game is lost; of hands that were only ``proposed`` to
    a referee no more wait than make a game. Rulebook E-17: where nobody comes it ends some time.
    """
    if not late:
        return False
    return proposed < HANDS and (forfeiting(late) is not None or step < NOBODY_COMES)
