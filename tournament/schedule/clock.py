"""The clock of an event: a pure function of its schedule, the organizer's changes and a moment.

Whistles and deadlines are stored. After every change, ``follow_schedule`` moves those still to come. During a
pause they are ``FOREVER``, so that nothing comes due.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.db.models import Max

from rules.seating.known import find_seating
from rules.seating.seating import Seating
from rules.time.clock import (
    FOREVER,
    CalledRound,
    ClockFace,
    PhaseSpan,
    RoundSlot,
    Span,
    Timetable,
    face,
    round_slots,
)
from rules.time.practice_clock import REAL_CLOCK, EventClock
from rules.time.schedule import BreakCalledOff, Change, MinutesAdded, Paused, Started, WhistleMoved, live
from tournament.event.day_rows import DayRows, day_rows
from tournament.event.names import part_name
from tournament.models import Event, Phase, Round, ScheduleChange
from tournament.models.schedule import PhaseKind


def event_now(event: Event, real: datetime) -> datetime:
    """The time on the event's clock at a real moment. A practice clock may be moved and sped up."""
    return clock_of(event).at(real)


def clock_of(event: Event) -> EventClock:
    if not event.clock_real or not event.clock_shown:
        return REAL_CLOCK
    return EventClock(event.clock_real, event.clock_shown, event.clock_speed)


def timetable(event: Event, at: datetime) -> Timetable:
    """The schedule as of ``at``: the plan with the changes made until then. Three queries."""
    return _live(day_rows(event), at)


def frozen_spans(event: Event, at: datetime) -> tuple[Span, ...]:
    """The breaks and pauses, in which the five minutes don't run (Rulebook E-16). Three queries."""
    return timetable(event, at).frozen


def frozen_as_known(event: Event, at: datetime) -> tuple[Span, ...]:
    """The same, including schedule changes made after ``at``, because a tick can be late. Three queries."""
    rows = day_rows(event)
    return _live(rows, max((at, *(change.at for change in rows.changes)))).frozen


def is_paused(event: Event) -> bool:
    """Whether the event is paused now. One query."""
    ways = (ScheduleChange.Kind.PAUSED, ScheduleChange.Kind.RESUMED)
    done = [change.kind for change in day_rows(event).changes if change.kind in ways]
    return done[-1:] == [ScheduleChange.Kind.PAUSED]


def day_and_face(event: Event, at: datetime) -> tuple[Timetable, ClockFace]:
    """The schedule as of ``at``, and what the clock shows. Four queries."""
    return _with_face(day_rows(event), at)


def day_face_and_round(event: Event, at: datetime) -> tuple[Timetable, ClockFace, Round | None]:
    """The same, and the last called round with its phase. Four queries."""
    rows = day_rows(event)
    return *_with_face(rows, at), rows.round


def _with_face(rows: DayRows, at: datetime) -> tuple[Timetable, ClockFace]:
    day = _live(rows, at)
    # No breaks after the last game, which is in Phase I if the event has no Phase II.
    last = PhaseKind.TWO if rows.event.way.has_bracket else PhaseKind.ONE
    is_played = any(phase.kind == last and phase.closed_at for phase in rows.phases)
    rests = replace(day, breaks=()) if is_played else day
    return day, face(rests, at, _called(day, rows.round, at))


def _called(day: Timetable, row: Round | None, at: datetime) -> CalledRound | None:
    """The round called last, for the clock; None once its phase is closed, and in the bracket."""
    if row is None or row.called_at is None or row.phase.closed_at:
        return None
    whistle_at = whistle_of(day, row)
    return CalledRound(row.called_at, deal_of(day, row, at), whistle_at) if whistle_at else None


def phase_one_slots(event: Event, at: datetime) -> tuple[RoundSlot, ...]:
    """The slots for rounds between the breaks of Phase I. Three queries."""
    return slots_of(timetable(event, at), PhaseKind.ONE)


def slots_of(day: Timetable, kind: str, at: datetime | None = None) -> tuple[RoundSlot, ...]:
    """The slots for rounds between the breaks of a phase.

    A running pause counts up to ``at``; by default it doesn't count.
    """
    day = day.if_resumed(at or datetime.min.replace(tzinfo=UTC))
    return round_slots(
        day.phase(kind),
        day.breaks,
        day.seating_minutes,
        called_off=day.called_off,
        pauses=day.pauses,
        gaps=day.gaps,
    )


def whistle_of(day: Timetable, row: Round) -> datetime | None:
    """A round's whistle; during a pause, the planned time. None in the bracket."""
    return row.whistle_at if row.whistle_at != FOREVER else planned_whistle(day, row)


def deal_of(day: Timetable, row: Round, at: datetime) -> datetime | None:
    """The time of a called round's first deal; None in open play, where each table begins by itself."""
    if not row.phase.has_rounds:
        return None
    return row.play_from if row.play_from != FOREVER else planned_play(day, row, at)


def planned_whistle(day: Timetable, row: Round) -> datetime:
    """The scheduled whistle: the end of the round's slot; in open play, of its session."""
    if not row.phase.has_rounds:
        return day.sessions(row.phase.kind)[session_of(day, row) - 1].ends_at
    last = next((slot for slot in slots_of(day, row.phase.kind) if slot.number == row.slot), None)
    return last.whistle_at if last else day.phase(row.phase.kind).ends_at


def session_of(day: Timetable, row: Round) -> int:
    """The number of a round's session in its phase, counted from 1 (Rulebook E-69)."""
    begun = [slot for slot in slots_of(day, row.phase.kind) if slot.number <= row.slot]
    return begun[-1].session if begun else 1


def seating_of(phase: Phase, session: int) -> Seating:
    """The seating of a session of Phase I: its own, or that of the session before. At most two queries."""
    gaps = day_rows(phase.event).gaps if session > 1 else []
    own = [gap.seating for gap in gaps[: session - 1] if gap.seating]
    return find_seating(own[-1] if own else phase.seating, phase.event.way)


def planned_play(day: Timetable, row: Round, at: datetime | None = None) -> datetime:
    """The scheduled first deal of a called round. In open play a game begins when it is called."""
    called_at = row.called_at or row.play_from
    if not row.phase.has_rounds:
        return called_at
    begun = [slot for slot in slots_of(day, row.phase.kind, at) if slot.called_at <= called_at]
    return max(begun[-1].play_from, called_at) if begun else called_at


def waits_for_its_hour(event: Event, at: datetime) -> bool:
    """Whether Phase II of an event on several days is still to come (Rulebook E-70). Three queries."""
    return event.spans_days and at < timetable(event, at).phase(PhaseKind.TWO).starts_at


def _live(rows: DayRows, at: datetime) -> Timetable:
    spans = tuple(
        PhaseSpan(phase.kind, part_name(rows.event, phase.kind), phase.starts_at, phase.ends_at)
        for phase in rows.phases
    )
    breaks = tuple(Span(row.starts_at, row.ends_at) for row in rows.breaks)
    gaps = (*(Span(row.starts_at, row.ends_at) for row in rows.gaps), *_gap_before_phase_two(spans))
    planned = Timetable(phases=spans, breaks=breaks, gaps=gaps, seating_minutes=rows.event.ready_minutes)
    return live(planned, _as_done(rows.changes), at)


def _gap_before_phase_two(planned: Iterable[PhaseSpan]) -> Iterable[Span]:
    at = {span.key: span for span in planned}
    one, two = at[PhaseKind.ONE], at[PhaseKind.TWO]
    if one.ends_at < two.starts_at:
        yield Span(one.ends_at, two.starts_at)


def _as_done(rows: Iterable[ScheduleChange]) -> Iterable[Change]:
    """The stored changes as values for the rules. A pause and its end become one value."""
    paused_at: datetime | None = None
    for row in rows:
        if row.kind == ScheduleChange.Kind.PAUSED:
            paused_at = row.at
        elif row.kind == ScheduleChange.Kind.RESUMED and paused_at:
            yield Paused(paused_at, row.at)
            paused_at = None
        elif row.kind == ScheduleChange.Kind.STARTED:
            yield Started(row.at, row.part)
        elif row.kind == ScheduleChange.Kind.MINUTES:
            yield MinutesAdded(row.at, row.minutes or 0)
        elif row.kind == ScheduleChange.Kind.ENDED and row.break_at:
            yield WhistleMoved(row.at, row.break_at, row.at)
        elif row.kind == ScheduleChange.Kind.LONGER and row.break_at:
            yield WhistleMoved(row.at, row.break_at, row.break_at + timedelta(minutes=row.minutes or 0))
        elif row.break_at:
            yield BreakCalledOff(row.at, row.break_at)
    if paused_at:
        yield Paused(paused_at)


def ends_at(event: Event) -> datetime:
    """The planned end of the last part of the day. One query."""
    last: datetime = event.phases.aggregate(last=Max("ends_at"))["last"]
    return last
