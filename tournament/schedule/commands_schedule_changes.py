"""Changes to the schedule during the event. Everything after a change moves with it (Rulebook E-61)."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from tournament.errors import Refused, refuse
from tournament.event.day_rows import day_rows
from tournament.event.names import part_name
from tournament.event.rules_of_event import if_straight
from tournament.log.audit_log import log
from tournament.log.locks import lock_event
from tournament.models import Actor, Event, Phase, Round, ScheduleChange
from tournament.models.schedule import PhaseKind
from tournament.schedule.changes_of_schedule import (
    MOST_MINUTES,
    change_in_words,
    is_between_sessions,
    last_change,
    next_break,
    open_pause,
    what_is_later,
    why_no_minutes,
    why_no_pause,
    why_no_resume,
    why_no_undo,
    why_not_call_off,
    why_not_start,
)
from tournament.schedule.clock import timetable
from tournament.schedule.commands_deadlines import follow_schedule
from tournament.schedule.countdown import is_another_day, wall

Kind = ScheduleChange.Kind


@transaction.atomic
def start_part(*, event: Event, part: str, by: Actor, at: datetime) -> ScheduleChange:
    """Start a part of the day now. It keeps its planned end, and the part before it is over.

    If its planned end has passed, it keeps its length instead. Between sessions of Phase I, the next session
    starts.
    """
    event = lock_event(event.pk)
    phases = {phase.kind: phase for phase in event.phases.all()}
    day = timetable(event, at)
    refuse(why_not_start(event, phases, day, part, at))
    facts: dict[str, Any] = {"part": part_name(event, part)}
    if part == PhaseKind.ONE and is_between_sessions(day, at):
        facts = {"session": day.sessions(part).index(day.session(part, at)) + 1}
    return change_schedule(event, Kind.STARTED, "day.started", facts, by=by, at=at, part=part)


def follow_phase_two(phase: Phase, *, by: Actor, at: datetime) -> None:
    """Start Phase II on the clock as well, unless it is on another day (E-70). Part of a larger action."""
    event = phase.event
    planned = timetable(event, at).phase(PhaseKind.TWO)
    is_drawn_before = at < planned.starts_at and is_another_day(event, planned.starts_at, at)
    if not planned.starts_at <= at < planned.ends_at and not is_drawn_before:
        facts = {"clock": wall(event, at), **if_straight(event)}
        change_schedule(event, Kind.STARTED, "day.followed", facts, by=by, at=at, part=PhaseKind.TWO)


@transaction.atomic
def pause_day(*, event: Event, by: Actor, at: datetime) -> ScheduleChange:
    """Stop rounds, breaks and five minutes until ``resume_day``."""
    event = lock_event(event.pk)
    refuse(why_no_pause(timetable(event, at), at))
    return change_schedule(event, Kind.PAUSED, "day.paused", {}, by=by, at=at)


@transaction.atomic
def resume_day(*, event: Event, by: Actor, at: datetime) -> ScheduleChange:
    """Resume play. Everything after it is later by the length of the pause."""
    event = lock_event(event.pk)
    refuse(why_no_resume(timetable(event, at), at))
    pause = open_pause(timetable(event, at), at)
    since = pause.starts_at if pause else at
    facts = {"later": what_is_later(event, timetable(event, at), at)}
    return change_schedule(event, Kind.RESUMED, "day.resumed", facts, by=by, at=at, since=since)


@transaction.atomic
def add_minutes(*, event: Event, minutes: int, by: Actor, at: datetime) -> ScheduleChange:
    """Make the current part longer. Everything after it is later by as much."""
    event = lock_event(event.pk)
    refuse(why_no_minutes(timetable(event, at), at))
    if not 1 <= minutes <= MOST_MINUTES:
        raise Refused("day.minutes", most=MOST_MINUTES, field="minutes")
    facts = {"minutes": minutes, "is_one": minutes == 1}
    return change_schedule(event, Kind.MINUTES, "day.minutes-added", facts, by=by, at=at, minutes=minutes)


@transaction.atomic
def call_off_break(*, event: Event, break_at: datetime, by: Actor, at: datetime) -> ScheduleChange:
    """Call off the break at a moment; one that has begun ends at once. Its round is still called."""
    event = lock_event(event.pk)
    day = timetable(event, at)
    refuse(why_not_call_off(day, break_at, at))
    rest = next_break(day, break_at)
    facts = {"clock": wall(event, rest.starts_at, at) if rest else None}
    return change_schedule(
        event, Kind.BREAK_OFF, "day.break-called-off", facts, by=by, at=at, break_at=break_at
    )


@transaction.atomic
def undo_schedule_change(*, event: Event, change: int, by: Actor, at: datetime) -> ScheduleChange:
    """Undo the last change, within a minute.

    :raises Refused: if it is too late, or a round or another change came after it.
    """
    event = lock_event(event.pk)
    last, changes = day_rows(event).round, list(event.schedule_changes.standing())
    refuse(why_no_undo(changes, last, at))
    row = last_change(changes)
    if row is None or row.pk != change:
        raise Refused("day.no-undo")
    if row.kind == Kind.ENDED and last:
        _check_can_go_on(last, row)
        Round.objects.filter(pk=last.pk).update(slot=row.slot or last.slot)
    _undo(event, row, by=by, at=at)
    return row


def undo_start(event: Event, part: str, *, by: Actor, at: datetime) -> None:
    """Undo the start of a part on the clock, if it was started, however long ago. Part of a larger action."""
    for row in event.schedule_changes.standing().filter(kind=Kind.STARTED, part=part):
        _undo(event, row, by=by, at=at)


def _undo(event: Event, row: ScheduleChange, *, by: Actor, at: datetime) -> None:
    ScheduleChange.objects.filter(pk=row.pk).update(undone_at=at)
    # A microsecond earlier, so that deadlines at that very moment move as well.
    follow_schedule(event, at=at, since=row.at - timedelta(microseconds=1))
    log(event, "day.undone", by=by, at=at, change=change_in_words(event, row))


def change_schedule(
    event: Event,
    kind: str,
    action: str,
    facts: Mapping[str, Any],
    *,
    by: Actor,
    at: datetime,
    since: datetime | None = None,
    **what: Any,
) -> ScheduleChange:
    """Store a change, and move everything after ``since``, by default now. Part of a larger action.

    ``facts`` are for the log.
    """
    change = ScheduleChange.objects.create(event=event, kind=kind, at=at, by=by.badge, **what)
    follow_schedule(event, at=at, since=since)
    log(event, action, by=by, at=at, **facts)
    return change


def _check_can_go_on(last: Round, row: ScheduleChange) -> None:
    """Refuse to undo the end of a round if a game has ended by its whistle. Two queries."""
    is_ruled = row.event.log.filter(action="game.whistled", at__gte=row.at).exists()
    if is_ruled or last.games.filter(over_at__gte=row.at).exists():
        raise Refused("day.whistle-counts", round=last.number)
