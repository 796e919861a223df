"""The house's table of penalties: what an offence costs, and the second time (Rulebook R-4, R-5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

NONE: Final = "none"
WARNING: Final = "warning"
HAND: Final = "hand"
GAME: Final = "game"
OUT: Final = "out"

# From the mildest to the hardest, as a referee may choose among them.
PENALTY_WORDS: Final[Mapping[str, str]] = {
    NONE: "no penalty",
    WARNING: "a warning",
    HAND: "the hand is forfeited",
    GAME: "the game is forfeited",
    OUT: "out of the event",
}


@dataclass(frozen=True, slots=True)
class Offence:
    """Something a team does wrong, what it is called, and what it costs each time it is done."""

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
    """What the table gives a team that was penalised for the same thing ``earlier`` times today.

    After the last step it stays at the last. What is not in the table has no penalty: a renege is settled
    by the books, a misdeal by dealing again.
    """
    offence = OFFENCES.get(kind)
    return offence.steps[min(earlier, len(offence.steps) - 1)] if offence else NONE
