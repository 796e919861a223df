"""The waiting list of open play: who is next, when, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.competition.pairing.open_play import Why
from rules.time.clock import Span, deadline, elapsed, face, resumed
from rules.time.pace import Pace, left_of_games, turn_in
from scoring.open_play.next_games import HeldTeam, calls
from scoring.open_play.open_floor import TIME_IS_UP, OpenFloor, open_floor
from tournament.event.day_rows import with_its_day
from tournament.event.names import TeamName, name_of
from tournament.models import Event
from tournament.models.schedule import PhaseKind
from tournament.schedule.countdown import at_the_time, wall

NEEDS_ANOTHER = (Why.ALONE.value, Why.ODD_ONE.value)
"""For these reasons a team waits until another game ends, even if a table is free."""


@dataclass(frozen=True, kw_only=True)
class WaitingListRow:
    """A waiting team: ``waited`` minutes so far, about ``minutes`` to go; None if unknown."""

    number: int
    team: TeamName
    waited: int
    why: str
    minutes: int | None

    @property
    def about(self) -> str:
        if self.minutes is None:
            return ""
        return f"About {self.minutes} minute{'' if self.minutes == 1 else 's'}."

    @property
    def is_special(self) -> bool:
        return self.why not in ("", Why.NO_TABLE.value, Why.LONGER_WAIT.value)


@dataclass(frozen=True, kw_only=True)
class KeptTable:
    table: int
    team: TeamName


@dataclass(frozen=True, kw_only=True)
class WaitingList:
    """The waiting list, longest wait first.

    If ``is_over``, no further game can be called before the whistle; ``ends`` says so, and ``goes_on`` what
    comes next.
    """

    title: str
    rows: tuple[WaitingListRow, ...]
    kept: tuple[KeptTable, ...]
    pace: Pace
    whistle_at: datetime | None
    """None while the day is paused."""
    held: str
    """Says why no game is called; empty if games are called."""
    is_held_back: bool
    is_over: bool
    playing: int
    ends: str
    goes_on: str
    is_last_session: bool

    def row_of(self, team_id: int) -> WaitingListRow | None:
        return next((row for row in self.rows if row.team.team_id == team_id), None)

    def table_of(self, team_id: int) -> int | None:
        return next((kept.table for kept in self.kept if kept.team.team_id == team_id), None)


def waiting_list(event: Event, at: datetime) -> WaitingList | None:
    """The list at ``at``; None if the event has rounds, or play isn't open. Nine queries at most."""
    floor = open_floor(with_its_day(event), at)
    return waiting_list_of(floor) if floor else None


def waiting_list_of(floor: OpenFloor) -> WaitingList:
    now, is_paused = calls(floor), face(floor.plan, floor.at).paused
    later = floor.plan.next_session(PhaseKind.ONE, floor.whistle_at)
    called = {team.pk for game in now.games for team in game.teams}
    waiting = [(team, since) for team, since in floor.waiting if team.pk not in called]
    free = len(floor.free) - len(now.games)
    ends = (*[timedelta()] * max(free, 0), *left_of_games(floor.running, floor.pace.game))
    rows = tuple(
        WaitingListRow(
            number=number,
            team=name_of(team),
            waited=int(elapsed(since, floor.at, floor.plan.frozen).total_seconds() // 60),
            why=now.held[team.pk].why if team.pk in now.held else "",
            minutes=None
            if floor.is_over or floor.phase.calls_held_at
            else _minutes(floor, number - 1, ends, now.held.get(team.pk)),
        )
        for number, (team, since) in enumerate(waiting, start=1)
    )
    kept = tuple(
        KeptTable(table=number, team=name_of(keeper.team))
        for number, keeper in sorted(floor.keepers.items())
        if keeper.team.pk not in called
    )
    return WaitingList(
        title="Rise and fly" if floor.winners_stay else "Open play",
        rows=rows,
        kept=kept,
        pace=floor.pace,
        whistle_at=None if is_paused else floor.whistle_at,
        held=floor.held,
        is_held_back=floor.phase.calls_held_at is not None,
        is_over=floor.is_over,
        playing=len(floor.running),
        ends=_ends_in_words(floor, is_paused=is_paused),
        goes_on=_goes_on(floor, later),
        is_last_session=later is None,
    )


def _ends_in_words(floor: OpenFloor, *, is_paused: bool) -> str:
    if floor.at >= floor.whistle_at:
        return TIME_IS_UP
    when = "" if is_paused else f" at {wall(floor.event, floor.whistle_at, floor.at)}"
    return f"No more games can finish before the whistle{when}."


def _goes_on(floor: OpenFloor, later: Span | None) -> str:
    if later is None:
        return floor.event.way.cut.comes_next
    if later.starts_at <= floor.at:
        return "Play opens again any minute."
    return f"Play goes on {at_the_time(floor.event, later.starts_at, floor.at)}."


def _minutes(floor: OpenFloor, ahead: int, ends: Sequence[timedelta], held: HeldTeam | None) -> int | None:
    if held and held.why in NEEDS_ANOTHER:
        ends = [end for end in ends if end]
        if not ends:
            return None
    seats = 1 if floor.winners_stay else 2
    turn = turn_in(ahead, ends, floor.pace.game, seats=seats)
    called_at = resumed(deadline(floor.at, turn.total_seconds() / 60, floor.plan.frozen), floor.plan.frozen)
    if held and held.until:
        called_at = max(called_at, held.until)
    if called_at + floor.pace.game > floor.whistle_at:
        return None
    return max(1, -int(-(called_at - floor.at).total_seconds() // 60))
