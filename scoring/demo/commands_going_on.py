"""The demo as time passes: the built-in players move until somebody takes it over."""

from datetime import datetime, timedelta

from scoring.demo.commands_day import start_demo_over
from scoring.demo.commands_playing import play_until, take_demo_over
from scoring.demo.next_moves import PLAYERS, MoveKind, is_acted_in, is_real_event_on, last_moment, next_moves
from tournament.errors import Refused
from tournament.models import Actor, Demo, Event
from tournament.schedule.clock import clock_of, event_now
from tournament.schedule.commands_deadlines import trust_clock
from tournament.settings.commands_event import clock_badge, set_clock

MISSED_TICKS = timedelta(minutes=2)
"""If a move is later than this, the server was off, or the computer slept."""
RESTARTS_AFTER = timedelta(hours=1)
"""A demo that somebody took over starts over after this time without an action."""
CHECKS_AGAIN_AFTER = timedelta(seconds=30)


def go_on_with_demo(*, event: Event, now: datetime) -> datetime:
    """Do what is due in the demo. Returns when the next move is due. Rests while a real event is on."""
    if is_real_event_on(now):
        return now + CHECKS_AGAIN_AFTER
    if event.demo == Demo.TAKEN_OVER:
        left_at = _happened_at(event) + RESTARTS_AFTER
        if left_at <= now:
            start_demo_over(event=event, at=now)
        return left_at
    try:
        return now if _take_over(event, now) else _play(event, now)
    except Refused:
        # Somebody has acted meanwhile; otherwise the demo is stuck.
        if not _take_over(event, now):
            start_demo_over(event=event, at=now)
        return now


def wake_demo(*, event: Event, now: datetime) -> None:
    go_on_with_demo(event=event, now=now)
    event = Event.objects.exclude(demo="").latest("pk")
    if event.demo == Demo.TAKEN_OVER and event.clock_speed:
        _set_clock(event, last_moment(event), now)


def _take_over(event: Event, now: datetime) -> bool:
    if is_acted := is_acted_in(event):
        take_demo_over(event=event, at=event_now(event, now))
    return is_acted


def _play(event: Event, now: datetime) -> datetime:
    at, last = event_now(event, now), last_moment(event)
    due = max([last, *(move.at for move in next_moves(event)[:1])])
    if at - due > MISSED_TICKS:
        _wake(event, due, now)
        return now
    for move in play_until(event=event, at=at, real=now)[:1]:
        if move.doing == MoveKind.START_OVER and move.at <= at:
            start_demo_over(event=event, at=now)
        return clock_of(event).real(move.at)
    return now + CHECKS_AGAIN_AFTER


def _wake(event: Event, due: datetime, now: datetime) -> None:
    began = event.phases.get(kind="meet").starts_at.astimezone(event.zone)
    if began.date() != now.astimezone(event.zone).date():
        start_demo_over(event=event, at=now)
    else:
        _set_clock(event, due, now)


def _happened_at(event: Event) -> datetime:
    """The real time of the last action; if the clock is stopped, the real time when it stopped."""
    clock = clock_of(event)
    return clock.real(last_moment(event)) if clock.speed else clock.real_anchor


def _set_clock(event: Event, shown: datetime, now: datetime) -> None:
    by = Actor(clock_badge(event), PLAYERS)
    set_clock(event=event, shown=shown, speed=1, real=now, by=by)
    trust_clock(event=event, by=by, at=shown)
