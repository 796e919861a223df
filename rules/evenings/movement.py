"""Movements: who moves after a round, where they go, and whether they change partners."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from rules.competition.pairing.ladders import KEEP, LADDERS
from rules.competition.pairing.movements import movement
from rules.competition.pairing.next_table import next_table
from rules.competition.pairing.people_ladders import BY_RESULT, CHAIRS, RED_AND_WHITE
from rules.competition.taking_part import WayOfTakingPart

SAME, NEW, NOBODY = "same", "new", "nobody"
"""The partner: the same one all evening, a new one every round, or none where everybody plays alone."""

_PEOPLE: Final = ("North", "East", "South", "West")


@dataclass(frozen=True, slots=True)
class Step:
    """A move of ``who`` to another table. ``side`` is where a picture has its arrow: 0 left, 1 right."""

    who: str
    side: int
    table: int
    to: int


@dataclass(frozen=True, slots=True)
class Movement:
    """A way of seating, with the answers to the first three of the five questions (Rulebook E-131)."""

    seating: str
    moves: str
    to: str
    partner: str
    sentence: str

    def from_table(self, tables: int, table: int) -> tuple[str, ...]:
        """The moves from a table, in words: "Winners: table 1", "Losers: stay"."""
        return tuple(
            f"{step.who}: {'stay' if step.to == table else f'table {step.to}'}"
            for step in self.steps(tables)
            if step.table == table
        )

    def steps(self, tables: int) -> tuple[Step, ...]:
        """All moves. There are none if the next table doesn't depend on the last one."""
        return tuple(_steps(self.seating, tables))


MOVEMENTS: Final[Mapping[str, Movement]] = MappingProxyType(
    {
        each.seating: each
        for each in (
            Movement(
                "swiss",
                "draw",
                "standing",
                SAME,
                "Before each round the list says where you sit. You meet a team with as many wins as you "
                "have, and nobody twice while that can be.",
            ),
            Movement(
                "random",
                "draw",
                "lot",
                SAME,
                "Before each round a lot says where you sit and whom you meet, and nobody twice while that "
                "can be.",
            ),
            Movement(
                "robin",
                "draw",
                "everybody",
                SAME,
                "Before each round the list says where you sit. In the end you have met every other team "
                "once.",
            ),
            Movement(
                "movement",
                "side",
                "next",
                SAME,
                "One side stays at its tables. The other side goes to the next table after every round; from "
                "the last one it goes to table 1. After as many rounds as tables you have met the whole "
                "other side: from then on the list says where you sit.",
            ),
            Movement(
                "up",
                "winners",
                "up",
                SAME,
                "Winners go up one table, toward table 1. Losers stay. At table 1 the winners stay, and the "
                "losers go to the last table.",
            ),
            Movement(
                "split",
                "both",
                "up-and-down",
                SAME,
                "Winners go up one table, toward table 1; losers go down one. The winners of table 1 and the "
                "losers of the last table stay.",
            ),
            Movement(
                "stay",
                "losers",
                "next",
                SAME,
                "Winners stay at their table. Losers go to the next one; from the last table they go to "
                "table 1.",
            ),
            Movement(
                "keep",
                "first-losers",
                "next",
                SAME,
                "The winner of the first game keeps its table all day. "
                "The loser goes to the next table after every round; from the last one to table 1.",
            ),
            Movement(
                "malt",
                "both",
                "halves",
                SAME,
                "Losers go to the first half of the tables, winners to the second half: those of tables 1 "
                "and 2 meet there, those of 3 and 4, and so on.",
            ),
            Movement(
                "open",
                "free",
                "free-table",
                SAME,
                "There are no rounds. When your game is over you wait, and those who have waited longest are "
                "called to the next table that frees.",
            ),
            Movement(
                "rise",
                "losers",
                "line",
                SAME,
                "There are no rounds. Winners keep their table. Losers rise and go to the end of the line, "
                "and the first in line sit down.",
            ),
            Movement(
                "alone",
                "draw",
                "partners",
                NEW,
                "Before each round the list says where you sit and who is your partner. You have nobody "
                "twice as long as that can be.",
            ),
            Movement(
                "one-up",
                "winners",
                "up",
                NEW,
                "Winners go up one table, toward table 1. Losers stay; from table 1 they go to the last "
                "table. At the new table partners part.",
            ),
            Movement(
                "one-stay",
                "losers",
                "next",
                NEW,
                "Winners stay. Losers go to the next table; from the last one they go to table 1. Then "
                "partners part.",
            ),
            Movement(
                "one-red",
                "winners",
                "red-and-white",
                NEW,
                "Losers stay. The winner with the red sheet goes up one table, from table 1 to the last; the "
                "winner with the white sheet goes down one, from the last to table 1. Red plays with white.",
            ),
            Movement(
                "one-seat",
                "everybody",
                "chair",
                NEW,
                "North stays. South goes down one table, East up one, West up two; above table 1 "
                "is the last one. The result moves nobody.",
            ),
        )
    }
)
"""Every way of seating, by ``Phase.seating``."""

EVERYBODY_ALONE: Final = replace(
    MOVEMENTS["alone"],
    to="others",
    partner=NOBODY,
    sentence="Before each round the list says where you sit. You meet all others as evenly as can be.",
)


def movement_of(seating: str, way: WayOfTakingPart) -> Movement:
    """The movement of those who take part in this way: where everybody plays alone, nobody has a partner."""
    return EVERYBODY_ALONE if way.many_sides else MOVEMENTS[seating]


def _steps(seating: str, tables: int) -> Iterable[Step]:
    if seating == "movement":
        before, after = (
            movement(range(tables), range(tables, 2 * tables), number).pairs for number in (1, 2)
        )
        seat = {mover: table for table, (_, mover) in enumerate(after, start=1)}
        for table, (_, mover) in enumerate(before, start=1):
            yield Step("The side that moves", 1, table, seat[mover])
    elif seating == "one-seat":
        for chair, on in enumerate(CHAIRS):
            for table in range(1, tables + 1):
                yield Step(_PEOPLE[chair], int(on < 0), table, (table - 1 + on) % tables + 1)
    elif seating in LADDERS or seating in BY_RESULT:
        for who, side, place, won in _movers(BY_RESULT.get(seating, seating)):
            for table in range(1, tables + 1):
                to = next_table(seating, tables, table, place, won=won, playing=()).table
                yield Step(who, side, table, to)


def _movers(ladder: str) -> tuple[tuple[str, int, int, bool], ...]:
    if ladder == KEEP:
        return (("Winners of the first game", 1, 0, True), ("Losers of the first game", 0, 0, False))
    if ladder == RED_AND_WHITE:
        return (("Red winner", 1, 0, True), ("White winner", 0, 1, True), ("Losers", 0, 0, False))
    return (("Winners", 1, 0, True), ("Losers", 0, 0, False))
