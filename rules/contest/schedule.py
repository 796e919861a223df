"""The schedule of the day: as it is printed, and what the organizer makes of it as it goes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from rules.contest.clock import FOREVER, Phase, Span, Timetable, utc


@dataclass(frozen=True, slots=True)
class Started:
    """The organizer started a phase, early or late. It keeps its end, and the phase before it is over.

    One that is started when it should have been over keeps its length instead, and the rest of the day
    follows.
    """

    at: datetime
    phase: str


@dataclass(frozen=True, slots=True)
class Paused:
    """Everything stood still. Whatever had not happened yet happens later, by as long as the pause lasted."""

    at: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class MinutesAdded:
    """Whatever is running got more time, and everything after it is later by as much."""

    at: datetime
    minutes: int


@dataclass(frozen=True, slots=True)
class BreakCalledOff:
    """A break was struck out, named by a moment within it on the timetable of that time."""

    at: datetime
    break_at: datetime


Deed = Started | Paused | MinutesAdded | BreakCalledOff


def live(planned: Timetable, deeds: Iterable[Deed], at: datetime) -> Timetable:
    """The day as it is at ``at``, after what the organizer has done to the plan; everything follows.

    Deeds are taken in the order of their moments, and those still to come are left out. A pause that has not
    ended moves the rest of the day by what it has lasted so far.
    """
    timetable = planned
    for deed in sorted(deeds, key=lambda deed: utc(deed.at)):
        if utc(deed.at) > utc(at):
            break
        timetable = _after(timetable, deed, utc(at))
    return timetable


def wall_time(day: date, clock: time, zone: tzinfo) -> datetime:
    """The moment at which the clock on the wall of a hall shows ``clock`` on ``day``.

    In the hour that comes twice in autumn it is the first of the two.

    :raises ValueError: if the clocks jump over it that day.
    """
    moment = datetime.combine(day, clock, tzinfo=zone).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) != datetime.combine(day, clock):
        raise ValueError(f"On {day:%-d %B %Y} the clocks jump over {clock:%H:%M}.")
    return moment


def grid_breaks(
    starts_at: datetime, ends_at: datetime, zone: tzinfo, *, every: int = 30, minutes: int = 5
) -> tuple[Span, ...]:
    """The breaks between two moments, at the top and middle of every hour on the hall's own wall.

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
            Phase("meet", "Meet & greet", two, three),
            Phase("one", "Phase I", three, five),
            Phase("two", "Phase II", five, seven),
            Phase("awards", "Awards", seven, half_past),
        ),
        breaks=grid_breaks(three, seven, zone),
    )


def _after(timetable: Timetable, deed: Deed, at: datetime) -> Timetable:
    match deed:
        case Started(at=moment, phase=key):
            return _started(timetable, key, utc(moment))
        case Paused(at=moment, until=until):
            pause = Span(moment, until if until is not None and utc(until) <= at else FOREVER)
            shifted = _later(timetable, pause.starts_at, min(pause.ends_at, at) - pause.starts_at)
            return replace(shifted, pauses=(*timetable.pauses, pause))
        case MinutesAdded(at=moment, minutes=minutes):
            return _later(timetable, utc(moment), timedelta(minutes=minutes))
        case BreakCalledOff(break_at=moment):
            struck = tuple(span for span in timetable.breaks if moment in span)
            return replace(
                timetable,
                breaks=tuple(span for span in timetable.breaks if span not in struck),
                called_off=(*timetable.called_off, *struck),
            )


def _started(timetable: Timetable, key: str, at: datetime) -> Timetable:
    started = timetable.phase(key)
    if at >= started.ends_at:
        just_before = started.starts_at - timedelta(microseconds=1)
        return _later(timetable, just_before, at - started.starts_at)
    phases: list[Phase] = []
    for phase in timetable.phases:
        if phase.key == key:
            phases.append(replace(phase, starts_at=at))
        elif phase.starts_at < started.starts_at:
            start = min(phase.starts_at, at)
            phases.append(replace(phase, starts_at=start, ends_at=max(start, min(phase.ends_at, at))))
        else:
            phases.append(phase)
    return replace(timetable, phases=tuple(phases))


def _later(timetable: Timetable, after: datetime, by: timedelta) -> Timetable:
    def moved(moment: datetime) -> datetime:
        if moment <= after or moment >= FOREVER:
            return moment
        return moment + by

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
    )
