"""The table of penalties: what an offense costs the first time, the second, and so on (Rulebook R-4, R-5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

NONE: Final = "none"
WARNING: Final = "warning"
HAND: Final = "hand"
GAME: Final = "game"
OUT: Final = "out"

# From the mildest to the hardest.
PENALTY_WORDS: Final[Mapping[str, str]] = {
    NONE: "no penalty",
    WARNING: "a warning",
    HAND: "the hand is forfeited",
    GAME: "the game is forfeited",
    OUT: "out of the event",
}


@dataclass(frozen=True, slots=True)
class Offence:
    key: str
    words: str
    steps: tuple[str, ...]


TABLE: Final = (
    Offence("turn", "a card out of turn or shown", (WARNING, HAND)),
    Offence("outside", "interference from outside", (WARNING, HAND, GAME)),
    Offence("delay", "delay", (WARNING, HAND, GAME)),
    Offence("conduct", "conduct", (WARNING, HAND, GAME, OUT)),
    Offence("other", "something else", (WARNING, HAND, GAME, OUT)),
)
OFFENCES: Final[Mapping[str, Offence]] = {offence.key: offence for offence in TABLE}


def penalty_due(kind: str, earlier: int) -> str:
    """The penalty for a team that was penalized for the same thing ``earlier`` times today.

    After the last step it stays at the last. Offenses outside the table have none: a renege costs books, a
    misdeal is dealt again.
    """
    offence = OFFENCES.get(kind)
    return offence.steps[min(earlier, len(offence.steps) - 1)] if offence else NONE
