"""The scheduler's work: find what is due and call one command for each."""

import logging
from datetime import datetime, timedelta
from time import monotonic

from scoring.commands.agreement import agree_quietly
from scoring.commands.bracket import call_bracket_games
from scoring.commands.demo.going_on import RESTARTS_AFTER, go_on_with_demo
from scoring.commands.late import catch_up_event
from scoring.commands.open_play import call_next_games
from scoring.commands.simulation import go_on_simulating
from scoring.models import SimulationRun
from scoring.queries.game.agreement import quiet_games
from scoring.queries.phase_two.drawn import events_to_call
from scoring.queries.rounds.next_games import calls
from scoring.queries.rounds.open_floor import open_floor, open_rounds
from tournament.commands.contacts import erase_contacts
from tournament.commands.deadlines import doubt_clock, record_tick
from tournament.commands.devices import forget_devices
from tournament.commands.events import clock_badge
from tournament.commands.lists.imports import work_on
from tournament.commands.room.sharing import call_waiting_in_room
from tournament.commands.teams.presence import fill_places
from tournament.models import Actor, Deadline, Demo, Event, Game, ListImport, Team
from tournament.models.schedule import PhaseKind
from tournament.queries.calling import busy_teams, free_tables, ready_together
from tournament.queries.clock import event_now, is_paused, waits_for_its_hour
from tournament.queries.contacts import erased_at, personal_data
from tournament.queries.live import stopped_since
from tournament.queries.teams import places

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
    if watch.is_in_doubt(now, monotonic()):
        doubt_clock(now=now)
    done = tick(now)
    if not _tick_reported_at or monotonic() - _tick_reported_at[0] > TICK_REPORTED_EVERY:
        record_tick(now=now)
        _tick_reported_at[:] = [monotonic()]
    return done


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
    """Do everything due by ``now``, in order. Returns the number of actions. Idempotent.

    An overdue action gets the moment it was due as its ``at``. Calls to tables are the exception: see
    ``_call_games``.
    """
    played = _play_demo(now)  # First, because the demo's clock may have to be set after a gap.
    waiting = Event.objects.filter(pk__in=Deadline.objects.coming().values("event"))
    done = sum(catch_up_event(event=event, at=event_now(event, now)) for event in waiting)
    moved = _move_up(now)
    called = _call_games(now) + _call_in_rooms(now) + _call_bracket_games(now)
    return played + done + moved + called + _agree_quietly(now)


def _move_up(now: datetime) -> int:
    """Give free places to waiting teams, for example after the capacity was raised (Rulebook E-162)."""
    lists = Team.objects.waiting().order_by().values("event")
    waiting = Event.objects.filter(pk__in=lists, phases__kind=PhaseKind.ONE, phases__closed_at=None)
    moved = 0
    for event in waiting:
        room = places(event)
        if room is None or room.free:
            by = Actor(clock_badge(event), "clock")
            moved += len(fill_places(event=event, by=by, at=event_now(event, now)))
    return moved


_demo_rests: dict[int, tuple[int, datetime]] = {}
"""By the demo's id: its version, and until when nothing is due unless the version changes."""


def _play_demo(now: datetime) -> int:
    event = Event.objects.exclude(demo="").first()
    if event is None:
        return 0
    version, rests_until = _demo_rests.get(event.pk, (event.version, now))
    if version == event.version and now < rests_until:
        return 0
    if version != event.version and event.demo == Demo.TAKEN_OVER:
        rests_until = now + RESTARTS_AFTER
    else:
        rests_until = go_on_with_demo(event=event, now=now)
    _demo_rests[event.pk] = event.version, rests_until
    return 1


def _agree_quietly(now: datetime) -> int:
    agreed = 0
    for game, due_at in quiet_games():
        if due_at <= event_now(game.event, now) and game.event.clock_doubted_at is None:
            by = Actor(clock_badge(game.event), "clock")
            agreed += agree_quietly(game=game, by=by, at=due_at) is not None
    return agreed


def _call_games(now: datetime) -> int:
    """Call the next games of every event in open play. Returns how many.

    A call is never backdated: nobody is late for a table they weren't called to (Rulebook E-13).
    """
    called = 0
    for row in open_rounds():
        event = row.phase.event
        at = event_now(event, now)
        if row.whistle_at is None or row.whistle_at <= at:
            continue
        floor = open_floor(event, at)
        # Checked before locking: in most seconds nobody is called.
        if floor and calls(floor).games:
            called += len(call_next_games(event=event, by=Actor(clock_badge(event), "clock"), at=at))
    return called


def _call_in_rooms(now: datetime) -> int:
    """Call the games of rounds that waited for the other event of their room (Rulebook E-202)."""
    called = 0
    waiting = Game.objects.waiting().filter(event__room__isnull=False)
    for event in Event.objects.filter(pk__in=waiting.values("event"), clock_doubted_at=None).order_by("pk"):
        at = event_now(event, now)
        games = waiting.filter(event=event).select_related("round").with_everybody()
        # Checked before locking: in most seconds nothing is free.
        is_ready = free_tables(event) and ready_together(games, busy_teams(event), at=at)
        if is_ready and not is_paused(event):
            called += call_waiting_in_room(event=event, by=Actor(clock_badge(event), "clock"), at=at)
    return called


def _call_bracket_games(now: datetime) -> int:
    called = 0
    for event in events_to_call():
        # Checked before locking: in most seconds no table is free.
        at = event_now(event, now)
        if free_tables(event) and not is_paused(event) and not waits_for_its_hour(event, at):
            by = Actor(clock_badge(event), "clock")
            called += len(call_bracket_games(event=event, by=by, at=at))
    return called


def simulate(now: datetime) -> int:
    """Continue the oldest simulation. Returns the number of days played."""
    run = (
        SimulationRun.objects.filter(finished_at=None, stopped_at=None)
        .select_related("event")
        .order_by("pk")
        .first()
    )
    if run is None:
        return 0
    until = monotonic() + SIMULATION_SECONDS
    by = Actor(clock_badge(run.event), "clock")
    at = event_now(run.event, now)
    return go_on_simulating(run=run, has_time=lambda: monotonic() < until, by=by, at=at)


def work_on_lists(now: datetime) -> int:
    """Read, import or undo the list that has waited longest. Returns whether there was one."""
    row = ListImport.objects.due(now).select_related("event", "by").order_by("pk").first()
    return row is not None and work_on(row=row, at=event_now(row.event, now), now=now)


TIDIES_EVERY = timedelta(days=1)
"""Not urgent. A server that starts tidies at once."""

_tidied_at: list[datetime] = []


def tidy(now: datetime) -> int:
    """Once a day, erase contact data that is due and expired sessions. Returns how many events had any."""
    if _tidied_at and now - _tidied_at[0] < TIDIES_EVERY:
        return 0
    forget_devices(at=now)
    erased = sum(_erase_due(event, event_now(event, now)) for event in Event.objects.order_by("pk"))
    _tidied_at[:] = [now]
    return erased


def _erase_due(event: Event, at: datetime) -> bool:
    """Erase an event's contact data once it is due. Two queries, usually."""
    if at < erased_at(event) or not personal_data(event, at).is_there():
        return False
    erase_contacts(event=event, by=Actor(clock_badge(event), "clock"), at=at)
    return True
