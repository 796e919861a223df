"""The schedule of the day: the plan, and the organizer's changes to it during the day."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from rules.time.clock import FOREVER, PhaseSpan, Span, Timetable, utc

INSTANT = timedelta(microseconds=1)
PHASE_ONE = "one"
NIGHT_ENDS = time(6)
"""A time of day up to this one belongs to the night before, if it is earlier than the day's first time."""

LONGEST_NIGHT = timedelta(hours=12)
"""So does any time of day that is not later than this after the day's first time."""


@dataclass(frozen=True, slots=True)
class Started:
    """The organizer started a phase, early or late. It keeps its end, and the phase before it is over.

    Phase I started early keeps its length instead, so that its rounds are as long as planned; so does a phase
    started after its planned end. The rest of the day moves, up to the next gap. If Phase I is started in a
    gap between its sessions, its next session begins.
    """

    at: datetime
    phase: str


@dataclass(frozen=True, slots=True)
class Paused:
    """A pause: everything still to come is delayed by its length."""

    at: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class MinutesAdded:
    """The running phase or session ends later, and everything after it moves, up to the next gap.

    The gap gets shorter, and what comes after it keeps its hours if it can. In a gap the next session begins
    later. Rulebook E-70.
    """

    at: datetime
    minutes: int


@dataclass(frozen=True, slots=True)
class BreakCalledOff:
    """A break was called off. ``break_at`` is a moment within it, on the timetable at ``at``.

    A break that has begun ends at once; one that is over stays.
    """

    at: datetime
    break_at: datetime


@dataclass(frozen=True, slots=True)
class WhistleMoved:
    """A round's whistle was moved; ``whistle`` is its time on the timetable at ``at``.

    The break after it moves with it and keeps its length; the next whistle stays. The whistle at the end of a
    phase moves that end, and what comes after keeps its hours. Rulebook E-64.
    """

    at: datetime
    whistle: datetime
    to: datetime


Change = Started | Paused | MinutesAdded | BreakCalledOff | WhistleMoved


def live(planned: Timetable, changes: Iterable[Change], at: datetime) -> Timetable:
    """The schedule at ``at``, after the organizer's changes to the plan.

    Changes apply in the order of their moments, each to the timetable of that moment; later ones are left
    out. During a pause the rest of the day moves along with ``at``.
    """
    timetable, now, open_pauses = planned, utc(at), 0
    for moment, change in _in_order(changes, utc(at)):
        if open_pauses:
            timetable = _later(timetable, now, moment - now)
        now = moment
        if isinstance(change, Paused):
            open_pauses += 1
            timetable = replace(timetable, pauses=(*timetable.pauses, _pause(change, utc(at))))
        elif change is None:
            open_pauses -= 1
        else:
            timetable = _after(timetable, change, now)
    return _later(timetable, now, utc(at) - now) if open_pauses else timetable


def wall_time(day: date, clock: time, zone: tzinfo) -> datetime:
    """The moment of a local time on ``day``. In the hour that comes twice in fall it is the first.

    :raises ValueError: if the clocks skip that time.
    """
    moment = datetime.combine(day, clock, tzinfo=zone).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) != datetime.combine(day, clock):
        raise ValueError(f"On {day:%-d %B %Y} the clocks skip {clock:%H:%M}.")
    return moment


def is_past_midnight(first: time, clock: time) -> bool:
    """Whether ``clock`` is on the next date, for a day that begins at ``first``. Rulebook E-67."""
    later = datetime.combine(date.min + timedelta(days=1), clock) - datetime.combine(date.min, first)
    return clock < first and (clock <= NIGHT_ENDS or later <= LONGEST_NIGHT)


def day_of(moment: datetime, zone: tzinfo) -> date:
    """The event day of a moment: until six in the morning it is the day before. Rulebook E-67."""
    return (moment.astimezone(zone) - timedelta(hours=NIGHT_ENDS.hour)).date()


def grid_breaks(
    starts_at: datetime, ends_at: datetime, zone: tzinfo, *, every: int = 30, minutes: int = 5
) -> tuple[Span, ...]:
    """The breaks between two moments, at the top and middle of every local hour.

    Rulebook E-10: none at the very start, where teams are being seated, and none at the very end.
    """
    breaks: list[Span] = []
    moment = utc(starts_at).replace(second=0, microsecond=0)
    while moment < utc(ends_at):
        if moment.astimezone(zone).minute % every == 0 and utc(starts_at) < moment:
            breaks.append(Span(moment, moment + timedelta(minutes=minutes)))
        moment += timedelta(minutes=1)
    return tuple(breaks)


def fahrenheit_day(day: date, zone: tzinfo) -> Timetable:
    """The day of the printed sheet: meet and greet at two, play from three to seven, then the awards."""
    two, three, five, seven, half_past = (
        wall_time(day, clock, zone) for clock in (time(14), time(15), time(17), time(19), time(19, 30))
    )
    return Timetable(
        phases=(
            PhaseSpan("meet", "Meet & greet", two, three),
            PhaseSpan("one", "Phase I", three, five),
            PhaseSpan("two", "Phase II", five, seven),
            PhaseSpan("awards", "Awards", seven, half_past),
        ),
        breaks=grid_breaks(three, seven, zone),
    )


def _in_order(changes: Iterable[Change], at: datetime) -> list[tuple[datetime, Change | None]]:
    """The changes up to ``at`` with their moments; None is the end of a pause."""
    steps: list[tuple[datetime, Change | None]] = []
    for change in changes:
        steps.append((utc(change.at), change))
        if isinstance(change, Paused) and change.until is not None:
            steps.append((utc(change.until), None))
    return sorted((step for step in steps if step[0] <= at), key=lambda step: step[0])


def _pause(change: Paused, at: datetime) -> Span:
    return Span(change.at, change.until if change.until is not None and utc(change.until) <= at else FOREVER)


def _after(
    timetable: Timetable, change: Started | MinutesAdded | BreakCalledOff | WhistleMoved, at: datetime
) -> Timetable:
    match change:
        case Started(phase=key):
            return _started(timetable, key, at)
        case MinutesAdded(minutes=minutes):
            return _later(timetable, at, timedelta(minutes=minutes))
        case BreakCalledOff(break_at=moment):
            return _called_off(timetable, moment, at)
        case WhistleMoved(whistle=whistle, to=to):
            return _whistle_moved(timetable, utc(whistle), utc(to))


def _whistle_moved(timetable: Timetable, whistle: datetime, to: datetime) -> Timetable:
    ends = tuple(
        replace(phase, ends_at=to) if phase.ends_at == whistle and phase.starts_at <= to else phase
        for phase in timetable.phases
    )
    gaps = tuple(
        Span(to, gap.ends_at) if gap.starts_at == whistle and to <= gap.ends_at else gap
        for gap in timetable.gaps
    )
    if (ends, gaps) != (timetable.phases, timetable.gaps):
        return replace(timetable, phases=ends, gaps=gaps)

    def moved(spans: tuple[Span, ...]) -> tuple[Span, ...]:
        by = to - whistle
        with_it = (
            Span(span.starts_at + by, span.ends_at + by) if span.starts_at == whistle else span
            for span in spans
        )
        return tuple(sorted(with_it, key=lambda span: span.starts_at))

    return replace(timetable, breaks=moved(timetable.breaks), called_off=moved(timetable.called_off))


def _called_off(timetable: Timetable, moment: datetime, at: datetime) -> Timetable:
    """The timetable without the break at ``moment``; the past part of a break stays."""
    struck = tuple(span for span in timetable.breaks if moment in span and at < span.ends_at)
    begun = tuple(Span(span.starts_at, at) for span in struck if span.starts_at < at)
    kept = tuple(span for span in timetable.breaks if span not in struck)
    return replace(
        timetable,
        breaks=tuple(sorted((*kept, *begun), key=lambda span: span.starts_at)),
        called_off=(*timetable.called_off, *(span for span in struck if at <= span.starts_at)),
    )


def _started(timetable: Timetable, key: str, at: datetime) -> Timetable:
    started = timetable.phase(key)
    gap = timetable.gap(at)
    if gap and started.starts_at <= gap.starts_at < started.ends_at:
        return _later(timetable, gap.ends_at - INSTANT, at - gap.ends_at)
    just_before = started.starts_at - INSTANT
    if at >= started.ends_at:
        rested = tuple(
            Span(span.starts_at, min(span.ends_at, at)) for span in timetable.breaks if span.starts_at < at
        )
        again = _later(timetable, just_before, at - started.starts_at)
        # Past breaks stay, although the phase gets all of its breaks again.
        return replace(again, breaks=tuple(sorted({*rested, *again.breaks}, key=lambda span: span.starts_at)))
    over = tuple(
        replace(phase, starts_at=min(phase.starts_at, at), ends_at=min(phase.ends_at, at))
        if phase.starts_at < started.starts_at
        else phase
        for phase in timetable.phases
    )
    timetable = replace(timetable, phases=over)
    if key == PHASE_ONE and at < started.starts_at:
        return _later(timetable, just_before, at - started.starts_at)
    phases = tuple(replace(phase, starts_at=at) if phase.key == key else phase for phase in over)
    return replace(timetable, phases=phases, gaps=_gaps_left(timetable, started, at))


def _gaps_left(timetable: Timetable, started: PhaseSpan, at: datetime) -> tuple[Span, ...]:
    """The gaps after a phase is started at ``at``: none is left between that moment and its planned start."""
    ended = (
        Span(gap.starts_at, min(gap.ends_at, at))
        for gap in timetable.gaps
        if gap.starts_at < min(at, started.starts_at)
    )
    later = (gap for gap in timetable.gaps if started.starts_at <= gap.starts_at)
    return (*ended, *later)


def _later(timetable: Timetable, after: datetime, by: timedelta) -> Timetable:
    """Move everything after a moment, up to the next gap, which gets shorter, or longer. Rulebook E-70.

    A gap that is too short is used up, and what comes after it moves by the rest.
    """
    gaps = sorted(timetable.gaps, key=lambda gap: gap.starts_at)

    def moved(moment: datetime) -> datetime:
        if moment <= after or moment >= FOREVER:
            return moment
        push = by
        for gap in gaps:
            if moment <= gap.starts_at:
                break
            if after < gap.starts_at:
                push = max(gap.starts_at + push - gap.ends_at, timedelta())
        return moment + push

    def moved_spans(spans: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple(Span(moved(span.starts_at), moved(span.ends_at)) for span in spans)

    return replace(
        timetable,
        phases=tuple(
            replace(phase, starts_at=moved(phase.starts_at), ends_at=moved(phase.ends_at))
            for phase in timetable.phases
        ),
        breaks=moved_spans(timetable.breaks),
        called_off=moved_spans(timetable.called_off),
        gaps=moved_spans(timetable.gaps),
    )
