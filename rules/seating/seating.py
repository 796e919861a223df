"""A way of seating as one value: what decides a round, and everything that is said about it."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import ClassVar

from rules.competition.pairing.movements import Kept
from rules.competition.pairing.open_play import Held, WaitingEntrant
from rules.competition.pairing.pairing import Entrant
from rules.seating.answers import SAME, AnswerTile
from rules.seating.history import History, SeatedRound
from rules.seating.sit_out import sitting_out


class Group(Enum):
    """Who is seated, and when: the headings of a list of the ways."""

    TEAMS = "Rounds of teams"
    AS_TABLES_OPEN = "As tables open up"
    PEOPLE = "People who come alone"


class Draw(Enum):
    """The rounds that a lot decides."""

    NEVER = 0
    FIRST_ROUND = 1
    EVERY_ROUND = 2


class DependsOn(Enum):
    """What decides the next seat of a player whose game is over (Rulebook E-86)."""

    EVERYTHING = "all games, or a lot"
    TABLES = "the results of a few tables"
    CHAIRS = "the chair, unless somebody came or left"
    NUMBER = "the number of the round"


@dataclass(frozen=True, slots=True)
class Step:
    """A move of ``who`` to another table."""

    who: str
    side: int
    """Where a picture has its arrow: 0 left, 1 right."""
    table: int
    to: int


@dataclass(frozen=True, slots=True)
class Needs:
    """The number of rounds until ``what`` is true, such as "everybody has met everybody"."""

    rounds: int
    what: str
    then: str = ""
    """Says what later rounds do if they don't go on in the same way; else it is empty."""


@dataclass(frozen=True, slots=True)
class NextTable:
    """The next table, and the tables still playing that decide who else comes there."""

    table: int
    waits_for: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Seating(ABC):
    """A way of seating (Rulebook E-1).

    ``name`` and ``short`` are for lists, ``help`` for the settings; ``sentence`` tells players where they go.
    ``moves``, ``to`` and ``partner`` answer three of the five questions (E-131). ``title`` names a round, and
    ``begin`` is on the button that calls it.

    With ``uses_standings`` the standings decide who meets, and grades before the first round (G-5). With
    ``pairs_each_round`` nobody has a fixed place: some may sit out for want of tables (E-66), and a session
    may turn to it (E-69). A way that ``is_compared`` is simulated for other events of teams, too.
    """

    key: str
    """What is stored in ``Phase.seating``."""
    name: str
    short: str
    help: str
    sentence: str
    moves: AnswerTile
    to: AnswerTile
    partner: AnswerTile = SAME
    group: Group = Group.TEAMS
    title: str = "Round {number}"
    begin: str = "Call round {number}"
    draw: Draw = Draw.NEVER
    depends: DependsOn = DependsOn.EVERYTHING
    uses_standings: bool = False
    pairs_each_round: bool = False
    is_compared: bool = False
    meets_everybody: bool = False
    """Each plays every other once, so a day has a known number of games (Rulebook E-224)."""

    has_rounds: ClassVar[bool]

    @property
    def is_of_people(self) -> bool:
        return self.group is Group.PEOPLE

    @property
    def may_be_followed(self) -> bool:
        """Whether a later session may turn to another way (Rulebook E-69)."""
        return self.group is Group.TEAMS

    def draws(self, *, is_first: bool) -> bool:
        """Whether a lot decides the round."""
        return self.draw is Draw.EVERY_ROUND or (is_first and self.draw is Draw.FIRST_ROUND)

    def from_table(self, tables: int, table: int) -> tuple[str, ...]:
        """The moves from a table, in words: "Winners: table 1", "Losers: stay"."""
        return tuple(
            f"{step.who}: {'stay' if step.to == table else f'table {step.to}'}"
            for step in self.steps(tables)
            if step.table == table
        )

    def steps(self, tables: int) -> Sequence[Step]:
        """All moves. There are none if the next table doesn't depend on the last one."""
        return ()

    def needs(self, entrants: int) -> Needs | None:
        """The rounds needed; None if it promises nothing, or can't keep it with this many entrants."""
        return None

    def tables_for(self, entrants: int) -> int | None:
        """The tables without which nobody keeps a place; None if any number will do."""
        return None


@dataclass(frozen=True, kw_only=True)
class RoundSeating(Seating):
    """A way that seats a whole round."""

    has_rounds = True

    def weighed(self, history: History) -> Sequence[Entrant[int]]:
        """The entrants as their pairs are weighed; none where a movement or the results decide who meets."""
        return ()

    def next_round(self, history: History) -> SeatedRound:
        if history.tables is not None:
            out = sitting_out(history.entrants, history.tables)
            here = {team: number for team, number in history.numbers.items() if team not in out}
            history = replace(history, numbers=here)
        return self._next_round(history)

    @abstractmethod
    def _next_round(self, history: History) -> SeatedRound:
        """The next round of all who are here."""

    def next_table(self, history: History, one: int) -> NextTable | None:
        """The next table of somebody whose game is over, if nobody sits out, arrives or leaves; or None.

        Tables are counted in the order of the last round's games.
        """
        return None


@dataclass(frozen=True, kw_only=True)
class WaitingFloor:
    """Who waits, longest first, and the free tables, each with the winner who keeps it."""

    waiting: Sequence[WaitingEntrant[int]]
    free: Sequence[Kept[int]]
    now: datetime
    rematch_after: timedelta
    others_play: bool
    """More tables will open up."""
    own_tables: Mapping[int, Collection[int]] = field(default_factory=dict)
    """Has, for those who need certain tables, which of these are free."""


@dataclass(frozen=True, kw_only=True)
class Called:
    """The games to call, by table. All who are ``paired`` have an opponent, ``displaced`` ones no table."""

    games: tuple[tuple[int, tuple[int, int]], ...]
    paired: frozenset[int]
    displaced: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TableSeating(Seating):
    """A way without rounds: games are called one by one, as tables open up.

    With ``winners_stay`` the winner keeps the table. Whether a game can still end
    before the whistle is decided before it is asked.
    """

    group: Group = Group.AS_TABLES_OPEN
    winners_stay: bool = False

    has_rounds = False

    @abstractmethod
    def next_games(self, floor: WaitingFloor) -> Called:
        """The games to be called now."""

    @abstractmethod
    def why_waiting(self, floor: WaitingFloor, called: Called) -> Mapping[int, Held[int]]:
        """Why those wait who aren't called. A simulation never asks."""
