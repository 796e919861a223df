"""The scheduler's work: find what is due and call one command for each, tried by itself."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import Any

from scoring.bracket.calls import events_to_call, games_to_call
from scoring.bracket.commands_calling import call_bracket_game
from scoring.demo.commands_going_on import RESTARTS_AFTER, go_on_with_demo
from scoring.models import SimulationRun
from scoring.open_play.commands_open_play import call_next_games
from scoring.open_play.next_games import calls
from scoring.open_play.open_floor import open_floor, open_rounds
from scoring.recording.commands_late import run_deadlines
from scoring.reports.agreed import QUIET, quiet_events, quiet_games, quiet_since
from scoring.reports.commands_agreement import agree_quietly
from scoring.simulation.commands_simulation import go_on_simulating
from tournament.badges.commands_devices import forget_devices
from tournament.entries.commands_presence import fill_places
from tournament.entries.places import places
from tournament.floor.calling import busy_teams, free_tables, ready_together
from tournament.lists.commands_imports import work_on
from tournament.messages.audience import erased_at, personal_data
from tournament.messages.commands_contacts import erase_contacts
from tournament.models import Actor, Deadline, Demo, Event, Game, ListImport, Team, Work
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import event_now, is_paused, waits_for_its_hour
from tournament.schedule.commands_deadlines import doubt_clock, record_tick
from tournament.schedule.live import stopped_since
from tournament.scheduler.commands_attempts import Attempts, by_itself
from tournament.settings.commands_event import clock_badge
from tournament.sharing.commands_sharing import call_waiting_in_room

log = logging.getLogger(__name__)

SIMULATION_SECONDS = 0.5
"""How long one tick works on a simulation; the rest of each second is left for requests."""


JUMP, GAP = 30.0, 300.0
"""Seconds: the largest clock correction that needs no confirmation, and the longest gap between ticks."""


class ClockWatch:
    """Compares the system clock with the monotonic clock between two ticks of one process."""

    def __init__(self) -> None:
        self._before: tuple[datetime, float] | None = None

    def is_in_doubt(self, now: datetime, steady: float) -> bool:
        """Whether the clock has jumped since the last tick, or the computer slept."""
        before, self._before = self._before, (now, steady)
        if before is None:
            return False
        gone = steady - before[1]
        return gone > GAP or abs((now - before[0]).total_seconds() - gone) > JUMP


watch = ClockWatch()

TICK_REPORTED_EVERY = 10.0
"""Seconds between two reports that the scheduler is alive."""
_tick_reported_at: list[float] = []


def watched_tick(now: datetime) -> int:
    """Tick. Deadlines are paused first if the clock can't be trusted: nobody forfeits by a wrong clock."""
    _doubt_clocks(now)
    done = tick(now)
    if not _tick_reported_at or monotonic() - _tick_reported_at[0] > TICK_REPORTED_EVERY:
        record_tick(now=now)
        _tick_reported_at[:] = [monotonic()]
    return done


@by_itself(Work.DOUBT)
def _doubt_clocks(attempts: Attempts) -> int:
    """Hold the deadlines of all events if the clock is in doubt, and of those where that failed before."""
    events = Event.objects.filter(pk__in=Deadline.objects.coming().values("event"), clock_doubted_at=None)
    if not watch.is_in_doubt(attempts.now, monotonic()):
        events = events.filter(pk__in=attempts.flagged(Work.DOUBT))
    return attempts.each(
        Work.DOUBT, events, lambda event: doubt_clock(event=event, now=attempts.now), event="pk"
    )


_stopped: list[datetime] = []


def warn_if_tick_stops(now: datetime) -> int:
    """Log once when the scheduler stops, and once when it is back."""
    since = stopped_since(now)
    if since and not _stopped:
        _stopped[:] = [since]
        log.error(
            "The scheduler stopped at %s: no Celery worker or no beat is running. Start "
            "“celery -A config worker --beat” again; it then catches up on what came due meanwhile.",
            since.strftime("%H:%M:%S UTC"),
        )
    elif _stopped and not since:
        log.warning("The scheduler runs again and has caught up since %s.", _stopped.pop())
    return 0


def tick(now: datetime) -> int:
    """Do everything due by ``now``, each thing by itself. Returns the number of actions. Idempotent.

    An overdue action gets the moment it was due as its ``at``. Calls to tables are the exception: see
    ``_call_games``. What fails is flagged and tried again; everything else goes on.
    """
    attempts = Attempts(now, *_PARTS, Work.LATE, Work.NEXT, Work.QUIET)
    done = sum(attempts.run(work, partial(part, attempts)) for work, part in _PARTS.items())
    attempts.end({})
    return done


def _run_deadlines(attempts: Attempts) -> int:
    def run(event: Event) -> int:
        return run_deadlines(event.deadlines.due(event_now(event, attempts.now)), event, attempts)

    waiting = Event.objects.filter(pk__in=Deadline.objects.coming().values("event"))
    return attempts.each(Work.CLOCK, waiting, run, event="pk")


def _move_up(attempts: Attempts) -> int:
    """Give free places to waiting teams, for example after the capacity was raised (Rulebook E-162)."""

    def fill(event: Event) -> int:
        room = places(event)
        if room is not None and not room.free:
            return 0
        return len(fill_places(event=event, **_by_clock(event, attempts)))

    lists = Team.objects.waiting().order_by().values("event")
    waiting = Event.objects.filter(pk__in=lists, phases__kind=PhaseKind.ONE, phases__closed_at=None)
    return attempts.each(Work.PLACES, waiting, fill, event="pk")


def _by_clock(event: Event, attempts: Attempts) -> dict[str, Any]:
    """The arguments of a command that the clock runs now."""
    return {"by": Actor(clock_badge(event), "clock"), "at": event_now(event, attempts.now)}


_demo_rests: dict[int, tuple[int, datetime]] = {}
"""By the demo's id: its version, and until when nothing is due unless the version changes."""


def _play_demo(attempts: Attempts) -> int:
    def go_on(event: Event) -> int:
        now = attempts.now
        version, rests_until = _demo_rests.get(event.pk, (event.version, now))
        if version == event.version and now < rests_until:
            return 0
        if version != event.version and event.demo == Demo.TAKEN_OVER:
            rests_until = now + RESTARTS_AFTER
        else:
            rests_until = go_on_with_demo(event=event, now=now)
        _demo_rests[event.pk] = event.version, rests_until
        return 1

    return attempts.each(Work.DEMO, Event.objects.exclude(demo=""), go_on, event="pk")


def _agree_quietly(attempts: Attempts) -> int:
    def agree(game: Game) -> int:
        due_at = quiet_since([game])[game.pk] + QUIET
        if due_at > event_now(game.event, attempts.now):
            return 0
        by = Actor(clock_badge(game.event), "clock")
        return agree_quietly(game=game, by=by, at=due_at) is not None

    def agree_all(event: Event) -> int:
        games = quiet_games(event, event_now(event, attempts.now))
        return attempts.each(Work.QUIET, games.select_related("event"), agree)

    return attempts.each(Work.RESULTS, quiet_events(), agree_all, event="pk")


def _call_games(attempts: Attempts) -> int:
    """Call the next games of every event in open play. Returns how many.

    A call is never backdated: nobody is late for a table they weren't called to (Rulebook E-13).
    """

    def call(event: Event) -> int:
        at = event_now(event, attempts.now)
        if not open_rounds().filter(phase__event=event, whistle_at__gt=at).exists():
            return 0
        floor = open_floor(event, at)
        # Checked before locking: in most seconds nobody is called.
        if not floor or not calls(floor).games:
            return 0
        return len(call_next_games(event=event, **_by_clock(event, attempts)))

    events = Event.objects.filter(pk__in=open_rounds().values("phase__event"))
    return attempts.each(Work.OPEN, events, call, event="pk")


def _call_in_rooms(attempts: Attempts) -> int:
    """Call the games of rounds that waited for the other event of their room (Rulebook E-202)."""
    waiting = Game.objects.waiting().filter(event__room__isnull=False)

    def call(event: Event) -> int:
        games = waiting.filter(event=event).select_related("round").with_everybody()
        at = event_now(event, attempts.now)
        # Checked before locking: in most seconds nothing is free.
        is_ready = free_tables(event) and ready_together(games, busy_teams(event), at=at)
        if not is_ready or is_paused(event):
            return 0
        return call_waiting_in_room(event=event, **_by_clock(event, attempts))

    events = Event.objects.filter(pk__in=waiting.values("event"), clock_doubted_at=None).order_by("pk")
    return attempts.each(Work.ROOM, events, call, event="pk")


def _call_bracket_games(attempts: Attempts) -> int:
    def call(event: Event) -> int:
        # Checked before locking: in most seconds no table is free.
        at = event_now(event, attempts.now)
        free = len(free_tables(event))
        if not free or is_paused(event) or waits_for_its_hour(event, at):
            return 0
        return attempts.each(
            Work.NEXT,
            games_to_call(event, free),
            lambda game: call_bracket_game(game=game, **_by_clock(event, attempts)),
        )

    return attempts.each(Work.BRACKET, events_to_call(), call, event="pk")


_PARTS: dict[Work, Callable[[Attempts], int]] = {
    Work.DEMO: _play_demo,  # First, because the demo's clock may have to be set after a gap.
    Work.CLOCK: _run_deadlines,
    Work.PLACES: _move_up,
    Work.OPEN: _call_games,
    Work.ROOM: _call_in_rooms,
    Work.BRACKET: _call_bracket_games,
    Work.RESULTS: _agree_quietly,
}


@by_itself(Work.SIMULATION)
def simulate(attempts: Attempts) -> int:
    """Continue the oldest simulation that works. Returns the number of days played."""
    until = monotonic() + SIMULATION_SECONDS

    def go_on(run: SimulationRun) -> int:
        return go_on_simulating(
            run=run, has_time=lambda: monotonic() < until, **_by_clock(run.event, attempts)
        )

    runs = SimulationRun.objects.filter(finished_at=None, stopped_at=None).select_related("event")
    return attempts.each(Work.SIMULATION, runs.order_by("pk"), go_on, most=1)


@by_itself(Work.LIST)
def work_on_lists(attempts: Attempts) -> int:
    """Read, import or undo the list that has waited longest. Returns whether there was one."""

    def work(row: ListImport) -> int:
        return work_on(row=row, at=event_now(row.event, attempts.now), now=attempts.now)

    rows = ListImport.objects.due(attempts.now).select_related("event", "by").order_by("pk")
    return attempts.each(Work.LIST, rows, work, most=1)


TIDIES_EVERY = timedelta(days=1)
"""Not urgent. A server that starts tidies at once."""

_tidied_at: list[datetime] = []


@by_itself(Work.TIDY, Work.DEVICES)
def tidy(attempts: Attempts) -> int:
    """Once a day, erase contact data that is due and expired sessions. Returns how many events had any.

    What failed is tried again before the day is over.
    """
    now, events = attempts.now, Event.objects.order_by("pk")
    is_done = bool(_tidied_at) and now - _tidied_at[0] < TIDIES_EVERY
    if is_done:
        events = events.filter(pk__in=attempts.flagged(Work.TIDY))
    else:
        _tidied_at[:] = [now]
    if not is_done or attempts.flagged(Work.DEVICES):
        attempts.run(Work.DEVICES, lambda: forget_devices(at=now))
    return attempts.each(
        Work.TIDY, events, lambda event: _erase_due(event, event_now(event, now)), event="pk"
    )


def _erase_due(event: Event, at: datetime) -> bool:
    """Erase an event's contact data once it is due. Two queries, usually."""
    if at < erased_at(event) or not personal_data(event, at).is_there():
        return False
    erase_contacts(event=event, by=Actor(clock_badge(event), "clock"), at=at)
    return True
