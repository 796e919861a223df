"""The agenda of a bot day, and scripts for its tables: late sides and a planned tie."""

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from tools.rehearsal.ledger import Ledger, LivedGame

MINUTE = timedelta(minutes=1)

Later = Callable[[datetime, Callable[[datetime], None]], None]
"""Plans an action at a time (``Agenda.later``)."""


@dataclass
class LivedTable:
    """A table with its game. ``script`` has its next planned hands, ``always`` the hand that follows them."""

    game: int
    number: int
    played: LivedGame
    script: list[dict[str, Any]] = field(default_factory=list)
    always: dict[str, Any] | None = None


@dataclass
class Whistle:
    """The end of a round, which may move during play; None for no end."""

    at: datetime | None


class Agenda:
    """A priority queue of actions by time."""

    def __init__(self) -> None:
        self.actions: list[tuple[datetime, int, Callable[[datetime], None]]] = []
        self.order = count()

    def __bool__(self) -> bool:
        return bool(self.actions)

    @property
    def next_at(self) -> datetime | None:
        return self.actions[0][0] if self.actions else None

    def later(self, when: datetime, action: Callable[[datetime], None]) -> None:
        heapq.heappush(self.actions, (when, next(self.order), action))

    def wait(self, pause: timedelta) -> None:
        self.actions = [(when + pause, number, action) for when, number, action in self.actions]

    def do_one(self) -> None:
        when, _, action = heapq.heappop(self.actions)
        action(when)

    def do_all_at(self, moment: datetime) -> None:
        while self.actions and self.actions[0][0] <= moment:
            self.do_one()


def comings(
    random: Random,
    called_at: datetime,
    due_at: datetime,
    *,
    is_scripted: bool,
    of: Sequence[str] = ("NS", "EW"),
) -> dict[str, datetime | None]:
    """The time at which each side comes. Sometimes one is late or never comes (None), rarely two are late.

    With more than two sides everybody comes in the end, or the game might have no winner (Rulebook E-55).
    """
    fate = 1.0 if is_scripted else random.random()
    sides = list(of)
    random.shuffle(sides)
    comes: dict[str, datetime | None] = {side: _in_time(random, called_at, due_at) for side in sides}
    if fate < (0.08 if len(sides) == 2 else 0.10):
        comes[sides[0]] = due_at + 2 * MINUTE
    elif fate < 0.10:
        comes[sides[0]] = None
    elif fate < 0.12:
        comes |= dict.fromkeys(sides[:2], due_at + 2 * MINUTE)
    return comes


def _in_time(random: Random, called_at: datetime, due_at: datetime) -> datetime:
    """A random minute before the deadline."""
    minutes = int((due_at - called_at) / MINUTE)
    return called_at + random.randint(0, minutes - 1) * MINUTE


def tie_scripts(ledger: Ledger, teams: Iterable[int], tables: Sequence[LivedTable]) -> None:
    """Script the games of two teams that haven't met so that both win and end tied, if that is possible."""
    rows = {row.team: row for row in ledger.standings(teams)}
    met = {frozenset((game.ns, game.ew)) for game in ledger.games}
    seats = [
        (rows[team], table, side)
        for table in tables
        for side, team in (("NS", table.played.ns), ("EW", table.played.ew))
        if team in rows
    ]
    seats.sort(key=lambda seat: seat[0].rank)
    for index, (one, table, side) in enumerate(seats):
        for other, its_table, its_side in seats[index + 1 :]:
            if table is its_table or one.won != other.won or frozenset((one.team, other.team)) in met:
                continue
            behind = one.units_for - other.units_for, one.points - other.points
            lost = (one.units_for - one.units_against) - (other.units_for - other.units_against)
            if behind[0] == 0 and 0 <= lost <= 2 and 0 <= behind[1] <= 6:
                table.script = _win(side, points=12, lost=lost)
                its_table.script = _win(its_side, points=12 + behind[1], lost=0)
                return


def _win(side: str, *, points: int, lost: int) -> list[dict[str, Any]]:
    """A game's hands: three made bids with ``points`` points, after ``lost`` hands for the other side."""
    other = {"NS": "EW", "EW": "NS"}[side]
    extra = points - 12
    shares = [min(2, max(0, extra - 2 * index)) for index in range(3)]
    hands = [{"bidder": other, "level": 4, "strain": "uptown", "books": 10}] * lost
    return [dict(hand) for hand in hands] + [
        {"bidder": side, "level": 4, "strain": "uptown", "books": 10 + share} for share in shares
    ]
