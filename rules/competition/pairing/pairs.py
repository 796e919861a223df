"""Pairs of people who came alone, by the order of Phase I."""

from collections.abc import Sequence
from typing import Final

from rules.competition.lots import draw
from rules.competition.team import Team

NEXT: Final = "next"
LAST: Final = "last"
LOT: Final = "lot"


def paired(order: Sequence[Team], how: str, words: str = "") -> tuple[tuple[Team, Team], ...]:
    """The pairs of an even number of people, best first, each with its better player first.

    First with second (``NEXT``), first with last (``LAST``), or by ``LOT``: each of the upper half draws one
    of the lower half, in the order of the lots from ``words``. The better players keep their order, which is
    that of the seeds. Rulebook E-113.

    :raises ValueError: if the number is odd, or there is no such way.
    """
    if len(order) % 2:
        raise ValueError(f"{len(order)} people make no pairs.")
    upper, lower = order[: len(order) // 2], order[len(order) // 2 :]
    if how == NEXT:
        return tuple(zip(order[::2], order[1::2], strict=True))
    if how == LAST:
        return tuple(zip(upper, reversed(lower), strict=True))
    if how == LOT:
        return tuple(zip(upper, draw(lower, words), strict=True))
    raise ValueError(f"People pair up by {NEXT}, {LAST} or {LOT}, not {how!r}.")
