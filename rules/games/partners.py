"""Four players in two partnerships: their seats, their sides, and which is the other side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SEATS: Final = ("N", "E", "S", "W")
SIDES: Final = ("NS", "EW")
OTHER: Final[Mapping[str, str]] = {"NS": "EW", "EW": "NS"}


def by_side(side: str, own: int, others: int) -> Mapping[str, int]:
    """The two numbers under their sides, North-South first."""
    return {"NS": own, "EW": others} if side == "NS" else {"NS": others, "EW": own}
