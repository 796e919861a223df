"""Time passing: find what is due, call one command each."""

import logging
from datetime import datetime, timedelta
from time import monotonic

from scoring.commands.agreement import agree_quietly
from scoring.commands.bracket import call_bracket_games
from scoring.commands.demo.going_on import LEFT_ALONE, go_on_with_demo
from scoring.commands.late import catch_up_hall
from scoring.commands.open_play import call_next_games
from scoring.commands.simulation import go_on_simulating
from scoring.models import SimulationRun
from scoring.queries.game.agreement import quiet_games
from scoring.queries.phase_two.drawn import events_to_call
from scoring.queries.rounds.next_games import calls
from scoring.queries.rounds.open_floor import open_floor, open_rounds
from tournament.commands.contacts import erase_contacts
from tournament.commands.deadlines import doubt_clock, tell_tick
from tournament.commands.devices import forget_devices
from tournament.commands.events import clock_badge
from tournament.models import Actor, Deadline, Demo, Event
from tournament.queries.calling import free_tables
from tournament.queries.clock import event_now, is_paused, waits_for_its_hour
from tournament.queries.contacts import erased_at, personal_data
from tournament.queries.live import stopped_since

log = logging.getLogger(__name__)

SECONDS_OF_DICE = 0.5
"""How long a simulation is worked on at a stretch: half of each second is left for the hall."""


JUMP, GAP = 30.0, 300.0
"""The seconds by which a clock is set right without anybody's yes, and for which the tick may be away."""


class ClockWatch:
    """Compares the clock with one that can't be set, from one tick to the next in the same process."""

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

TELLS_EVERY = 10.0
"""The seconds between two words that somebody ticks."""
_told_at: list[float] = []


def watched_tick(now: datetime) -> int:
    """The tick, unless the clock can't be trusted: then nobody forfeits anything by it."""
    if watch.is_in_doubt(now, monotonic()):
        doubt_clock(now=now)
    done = tick(now)
    if not _told_at or monotonic() - _told_at[0] > TELLS_EVERY:
        tell_tick(now=now)
        _told_at[:] = [monotonic()]
    return done


_stopped: list[datetime] = []


def mind_the_tick(now: datetime) -> int:
    """Tell the operator, once each, that nobody ticks any more and that somebody does again."""
    since = stopped_since(now)
    if since and not _stopped:
        _stopped[:] = [since]
        log.error(
            "Nothing has come due since %s: no Celery worker does it, or no beat says when. Start "
            "“celery -A config worker --beat” again; what came due meanwhile is then done as if on time.",
            since.strftime("%H:%M:%S UTC"),
        )
    elif _stopped and not since:
        log.warning("What comes due is done again, and so is what came due since %s.", _stopped.pop())
    return 0


def tick(now: datetime) -> int:
    """Do what has come due by ``now``, in order, and say how many actions that was.

    What was due while nobody ticked is done as if it had been on time: each action gets the moment
    it was due as its ``at``; but games are called when they are called. Done twice, nothing happens twice.
    """
    played = _play_demo(now)  # Before anything comes due there: it may have slept.
    waiting = Event.objects.filter(pk__in=Deadline.objects.coming().values("event"))
    done = sum(catch_up_hall(event=event, at=event_now(event, now)) for event in waiting)
    return played + done + _call_games(now) + _call_bracket_games(now) + _agree_quietly(now)


_demo_rests: dict[int, tuple[int, datetime]] = {}
"""By the demo's id its version, and until when nothing is to be done there while that stays."""


def _play_demo(now: datetime) -> int:
    """Let the built-in players of the demo go on; whether they were looked at. One query, mostly."""
    event = Event.objects.exclude(demo="").first()
    if event is None:
        return 0
    version, rests_until = _demo_rests.get(event.pk, (event.version, now))
    if version == event.version and now < rests_until:
        return 0
    if version != event.version and event.demo == Demo.TAKEN_OVER:
        rests_until = now + LEFT_ALONE
    else:
        rests_until = go_on_with_demo(event=event, now=now)
    _demo_rests[event.pk] = event.version, rests_until
    return 1


def _agree_quietly(now: datetime) -> int:
    """Close the games to which nobody has objected for three minutes; how many that was."""
    agreed = 0
    for game, due_at in quiet_games():
        if due_at <= event_now(game.event, now) and game.event.clock_doubted_at is None:
            by = Actor(clock_badge(game.event), "clock")
            agreed += agree_quietly(game=game, by=by, at=due_at) is not None
    return agreed


def _call_games(now: datetime) -> int:
    """Call the next games wherever play is open; how many that was.

    A call is the one action that is not done as if it had been on time: nobody is late for a table to which
    nobody called them (Rulebook E-13).
    """
    called = 0
    for row in open_rounds():
        event = row.phase.event
        at = event_now(event, now)
        if row.whistle_at is None or row.whistle_at <= at:
            continue
        floor = open_floor(event, at)
        # Looked at before anything is locked: most seconds nobody is to be called.
        if floor and calls(floor).games:
            called += len(call_next_games(event=event, by=Actor(clock_badge(event), "clock"), at=at))
    return called


def _call_bracket_games(now: datetime) -> int:
    """Call games of Phase II wherever they find their tables by themselves; how many that was."""
    called = 0
    for event in events_to_call():
        # Looked at before anything is locked: most seconds no table is free.
        at = event_now(event, now)
        if free_tables(event) and not is_paused(event) and not waits_for_its_hour(event, at):
            by = Actor(clock_badge(event), "clock")
            called += len(call_bracket_games(event=event, by=by, at=at))
    return called


def simulate(now: datetime) -> int:
    """Go on with the oldest simulation that was asked for; how many days were played."""
    run = (
        SimulationRun.objects.filter(finished_at=None, stopped_at=None)
        .select_related("event")
        .order_by("pk")
        .first()
    )
    if run is None:
        return 0
    until = monotonic() + SECONDS_OF_DICE
    by = Actor(clock_badge(run.event), "clock")
    at = event_now(run.event, now)
    return go_on_simulating(run=run, has_time=lambda: monotonic() < until, by=by, at=at)


TIDIES_EVERY = timedelta(days=1)
"""Nothing of it is pressing. A server that starts looks at once."""

_looked: list[datetime] = []


def tidy(now: datetime) -> int:
    """Once a day: erase contact data that is due, and sessions that are over; at how many events it was."""
    if _looked and now - _looked[0] < TIDIES_EVERY:
        return 0
    forget_devices(at=now)
    erased = sum(_erase_due(event, event_now(event, now)) for event in Event.objects.order_by("pk"))
    _looked[:] = [now]
    return erased


def _erase_due(event: Event, at: datetime) -> bool:
    """Erase an event's contact data, if its time is over; whether there was any. Two queries mostly."""
    if at < erased_at(event) or not personal_data(event, at).is_there():
        return False
    erase_contacts(event=event, by=Actor(clock_badge(event), "clock"), at=at)
    return True
