"""A simulated Phase I without rounds: games are called as tables open up."""

from bisect import insort
from collections.abc import Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import Protocol

from rules.competition.pairing.movements import Kept
from rules.competition.pairing.open_play import WaitingEntrant
from rules.seating.history import apart_from
from rules.seating.seating import TableSeating, WaitingFloor
from rules.time.pace import MEASURED_FROM
from simulation.days.game import GameSimulator, Sides, SimulatedGame
from simulation.days.plan import Hours, SimulationPlan

SEATED_IN = 5.0
"""Minutes between the first call and the first deal."""


class DayOfGames(Protocol):
    plan: SimulationPlan
    hours: Hours
    simulator: GameSimulator
    won: list[int]

    def play_game(self, sides: Sides, start: float, whistle: float) -> SimulatedGame: ...


class OpenSession:
    """Open play or rise and fly. Times are minutes since the start of the day.

    ``since`` is when each team's last game ends, ``tables`` when each table's does. ``whistle`` is the end of
    the session. ``lasted`` has the lengths of the games so far, sorted. ``kept`` has each table's last game,
    for rise and fly.
    """

    def __init__(self, day: DayOfGames, seating: TableSeating) -> None:
        self.day, self.seating = day, seating
        starts, self.whistle = day.hours.sessions[0]
        self.now = starts + SEATED_IN
        self.since = dict.fromkeys(range(day.plan.teams), self.now)
        self.last_met: list[dict[int, datetime]] = [{} for _ in self.since]
        self.tables = dict.fromkeys(range(day.plan.tables), self.now)
        self.kept: dict[int, Kept[int]] = {}
        self.lasted: list[float] = []
        self.apart = apart_from(frozenset(number - 1 for number in pair) for pair in day.plan.apart)

    def play(self) -> None:
        for starts, ends in self.day.hours.sessions:
            self.now, self.whistle = starts + SEATED_IN, ends
            self.since = {team: max(at, self.now) for team, at in self.since.items()}
            self.tables = {table: max(at, self.now) for table, at in self.tables.items()}
            self._play_session()

    def _play_session(self) -> None:
        while self.now < self.whistle:
            self.now = self.day.simulator.after_break(self.now)
            if self._end_of_game() <= self.whistle:
                self._call()
            coming = [at for at in (*self.tables.values(), *self.since.values()) if at > self.now]
            # No game is running, but the wait before a rematch may still end.
            self.now = min(coming, default=self.now + 5)

    def _call(self) -> None:
        now = self.now
        free = [table for table, at in self.tables.items() if at <= now]
        if not free:
            return
        for table, (ns, ew) in self.seating.next_games(self._floor(free)).games:
            game = self.day.play_game(((ns,), (ew,)), now, self.whistle)
            insort(self.lasted, game.ends_at - now)
            self.tables[table] = self.since[ns] = self.since[ew] = game.ends_at
            self.last_met[ns][ew] = self.last_met[ew][ns] = self._moment(now)
            if self.seating.winners_stay:
                self.kept[table] = Kept(table, *((ns, ew) if game.winner == 0 else (ew, ns)))

    def _floor(self, free: Sequence[int]) -> WaitingFloor:
        kept = [self.kept.get(table, Kept(table)) for table in free]
        keepers = {one.keeper for one in kept}
        waiting = (team for team, at in self.since.items() if at <= self.now and team not in keepers)
        return WaitingFloor(
            waiting=[
                WaitingEntrant(
                    team,
                    self._moment(self.since[team]),
                    -self.day.won[team],
                    self.last_met[team],
                    self.apart.get(team, frozenset()),
                )
                for team in sorted(waiting, key=lambda team: (self.since[team], team))
            ],
            free=kept,
            now=self._moment(self.now),
            rematch_after=timedelta(minutes=self.day.plan.rematch_minutes),
            others_play=len(free) < len(self.tables),
        )

    def _moment(self, minute: float) -> datetime:
        return self.day.hours.starts_at + timedelta(minutes=minute)

    def _end_of_game(self) -> float:
        day = self.day
        lasts = median(self.lasted) if len(self.lasted) >= MEASURED_FROM else day.plan.usual_minutes
        end = self.now + lasts
        for starts, ends in day.hours.breaks:
            if self.now < starts < end:
                end += ends - starts
        return end
