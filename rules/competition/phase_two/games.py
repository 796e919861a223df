"""The games of Phase II: their keys, their labels, and who plays in them."""

import re
from dataclasses import dataclass
from typing import Final, Generic

from rules.competition.team import Team

FINAL: Final = "F"
SECOND_FINAL: Final = "F2"
THIRD_PLACE: Final = "T"
UPPER: Final = "U"
LOWER: Final = "L"
CONSOLATION: Final = "K"  # "C" is the round of 64.
SECOND_CHANCE: Final = "P"  # A plate. "S" is a semi-final.
ROUND: Final = "R"
GROUP: Final = "G"
DOWN_TO: Final = "N"
LETTERS: Final = {2: FINAL, 4: "S", 8: "Q", 16: "E", 32: "D", 64: "C", 128: "B"}
"""The letter of a knock-out round's games, by the number of teams still in."""

_LABELS: Final = {
    FINAL: "Final",
    SECOND_FINAL: "Second final",
    THIRD_PLACE: "Third place",
    "S": "Semi-final",
    "Q": "Quarter-final",
    "E": "Round of 16",
    "D": "Round of 32",
    "C": "Round of 64",
    "B": "Round of 128",
}
SECOND_CHANCE_PART: Final = "Second chance"
_PARTS: Final = {
    UPPER: "Upper",
    LOWER: "Lower",
    CONSOLATION: "Consolation",
    SECOND_CHANCE: SECOND_CHANCE_PART,
}
_CHOICES: Final = {FINAL: "final", SECOND_FINAL: "final", "S": "semi", THIRD_PLACE: "semi", "Q": "quarter"}
_KEY: Final = re.compile(r"(?P<part>[ULKP])?(?P<letter>F2|[FTSQEDCB])\d*")
_NUMBERED: Final = re.compile(r"(?P<part>[LKR]|G(?P<group>[A-P])|N(?P<left>\d+)\.)(?P<round>\d+)\.\d+")


def label_of(key: str) -> str:
    """The label of a game by its key: ``Semi-final``, ``Group A, round 3``, ``Down to 8, round 2``."""
    numbered = _NUMBERED.fullmatch(key)
    if numbered:
        part, number = numbered["part"], numbered["round"]
        if numbered["group"]:
            return f"Group {numbered['group']}, round {number}"
        if numbered["left"]:
            return f"Down to {numbered['left']}, round {number}"
        return f"{_PARTS[part]} round {number}" if part in _PARTS else f"Round {number}"
    known = _KEY.fullmatch(key)
    if known is None:
        return "Phase II"
    label = _LABELS[known["letter"]]
    return f"{_PARTS[known['part']]} {label[0].lower()}{label[1:]}" if known["part"] else label


def choice_of_game(key: str) -> str:
    """The prefix of the ``Choice`` fields for a game's length: ``semi`` for ``semi_games``, ``semi_hands``.

    One of ``final``, ``semi``, ``quarter``, ``early`` and ``table``; empty for a game of the consolation or
    of the second chance, which is as long as in Phase I. Rulebook E-79.
    """
    numbered = _NUMBERED.fullmatch(key)
    if numbered:
        return {LOWER: "early", CONSOLATION: ""}.get(numbered["part"], "table")
    known = _KEY.fullmatch(key)
    if known is None or known["part"] in (CONSOLATION, SECOND_CHANCE):
        return ""
    if known["part"]:
        return "semi" if known["letter"] == FINAL else "early"
    return _CHOICES.get(known["letter"], "early")


def is_second_chance(key: str) -> bool:
    """Whether a game belongs to the bracket of those who missed the cut (Rulebook E-227)."""
    return key.startswith(SECOND_CHANCE)


def nth(key: str, number: int) -> str:
    """The key of a game of a series: ``F``, ``F:2``, ``F:3``."""
    return f"{key}:{number}" if number > 1 else key


def first_of(key: str) -> str:
    """The key of a whole series: ``F`` for ``F:3``."""
    return key.partition(":")[0]


@dataclass(frozen=True, slots=True)
class SeedSlot:
    """The team with this seed number; 1 is the best."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    key: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    key: str


@dataclass(frozen=True, slots=True)
class PlaceAfter:
    """The team at this place once a stage is over."""

    stage: str
    number: int


Slot = SeedSlot | WinnerOf | LoserOf | PlaceAfter


@dataclass(frozen=True, slots=True)
class BracketGame:
    """One game of Phase II: its key ("Q2", "F"), the round in which it is played, and its two teams.

    In a ``best_of`` series, game n has the key ``nth(key, n)`` (Rulebook E-80).
    """

    key: str
    round: int
    upper: Slot
    lower: Slot
    part: str = ""
    """The part of the bracket, empty if there is only one."""
    column: int = 1
    """The round within it."""
    replays: str = ""
    """The key of another game: this one is played only if the lower side won that game."""
    best_of: int = 1

    @property
    def label(self) -> str:
        return label_of(self.key)


@dataclass(frozen=True, slots=True)
class GameOutcome(Generic[Team]):
    winner: Team
    loser: Team
    units: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Stage:
    """A ranking of ``entrants``, made once the games in ``after`` are over.

    A Swiss stage pairs the games in ``draws``: its first team against its second, its third against its
    fourth.
    """

    key: str
    order: str
    """``table`` (by results), ``seeds`` (reseeding) or ``swiss``."""
    entrants: tuple[Slot, ...]
    after: tuple[str, ...]
    games: tuple[str, ...] = ()
    """Those that count in its table."""
    draws: tuple[str, ...] = ()
    round: int = 0
    byes: tuple[tuple[int, Slot], ...] = ()
    """Those known before it begins, each with its round."""
    name: str = ""
    """Says whose ranking it is: ``group A``."""


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """The final place of the team in a slot: ``first``, or shared with others down to ``last``."""

    slot: Slot
    first: int
    last: int
    is_second_chance: bool = False
    """Set for a place among those who missed the cut. It decides no place of the event."""


@dataclass(frozen=True, slots=True)
class Placed(Generic[Team]):
    """A team's final place: ``first``, or shared with others down to ``last``."""

    team: Team
    first: int
    last: int
    is_second_chance: bool = False
