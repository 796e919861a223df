"""The clock of the day: phases, rounds, breaks and pauses as functions of the schedule and a moment.

A moment that comes in must know its zone; what comes out is in UTC, and a page shows it on the hall's own
wall. Lengths are real minutes: a night in which the clocks are changed is an hour longer or shorter, and no
deadline minds. (Python compares two moments of one zone by what the wall shows, which is wrong in that
night.)
"""

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import pairwise
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)

FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of what nobody has ended yet."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time, from its first moment up to, not including, its last. ``FOREVER`` ends an open one.

    :raises ValueError: if it ends before it starts, or a moment has no zone.
    """

    starts_at: datetime
    ends_at: datetime = FOREVER

    def __post_init__(self) -> None:
        object.__setattr__(self, "starts_at", _utc(self.starts_at))
        object.__setattr__(self, "ends_at", _utc(self.ends_at))
        if self.ends_at < self.starts_at:
            raise ValueError("A stretch of time does not end before it starts.")

    def __contains__(self, at: datetime) -> bool:
        return self.starts_at <= _utc(at) < self.ends_at


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the day.

    :raises ValueError: if it ends before it starts, or a moment has no zone.
    """

    key: str
    label: str
    starts_at: datetime
    ends_at: datetime

    def __post_init__(self) -> None:
        span = Span(self.starts_at, self.ends_at)
        object.__setattr__(self, "starts_at", span.starts_at)
        object.__setattr__(self, "ends_at", span.ends_at)


@dataclass(frozen=True, slots=True)
class Timetable:
    """The day as it is now known: phases in order, breaks, and pauses past and present.

    ``called_off`` are breaks that the organizer has struck out. Nobody rests in them, but the rounds still
    turn.
    """

    phases: tuple[Phase, ...]
    breaks: tuple[Span, ...] = ()
    pauses: tuple[Span, ...] = ()
    called_off: tuple[Span, ...] = ()

    @property
    def frozen(self) -> tuple[Span, ...]:
        """When the five minutes stand still. Rulebook E-16: in breaks, and in pauses as well."""
        return merged((*self.breaks, *self.pauses))

    def phase(self, key: str) -> Phase:
        """The phase of this key.

        :raises KeyError: if the day has none.
        """
        for phase in self.phases:
            if phase.key == key:
                return phase
        raise KeyError(key)


@dataclass(frozen=True, slots=True)
class RoundSlot:
    """A place for a round in the day: when teams are called, when play starts, when the whistle blows."""

    number: int
    called_at: datetime
    play_from: datetime
    whistle_at: datetime


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What the clock shows.

    ``stage`` is the key of the running phase, ``before`` ahead of the day, ``between`` in a gap, ``after``
    when all is over. ``until`` is when that stage ends; ``next_break`` is the next one in the same phase.
    """

    stage: str
    label: str
    until: datetime | None
    in_break: Span | None
    next_break: Span | None
    paused: bool


@dataclass(frozen=True, slots=True)
class Started:
    """The organizer started a phase, early or late. It keeps its end, and the phase before it is over."""

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


def deadline(start: datetime, minutes: float, frozen: Iterable[Span] = ()) -> datetime:
    """The first moment at which ``minutes`` have gone by since ``start``; they stand still in the frozen
    spans.

    Spans may overlap, touch and come in any order. While one of them has no end in sight the answer is
    ``FOREVER``. Rulebook E-16.
    """
    now = _utc(start)
    left = timedelta(minutes=minutes)
    for span in merged(frozen):
        if left <= timedelta() or now + left <= span.starts_at:
            break
        if span.ends_at <= now:
            continue
        left -= max(span.starts_at - now, timedelta())
        if span.ends_at >= FOREVER:
            return FOREVER
        now = span.ends_at
    return now + left


def elapsed(start: datetime, at: datetime, frozen: Iterable[Span] = ()) -> timedelta:
    """How long it is from ``start`` to ``at``, frozen spans left out; nothing if ``at`` is earlier."""
    start, at = _utc(start), max(_utc(at), _utc(start))
    still = timedelta()
    for span in merged(frozen):
        still += max(min(at, span.ends_at) - max(start, span.starts_at), timedelta())
    return at - start - still


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans in order, those that overlap or touch made one, empty ones left out."""
    result: list[Span] = []
    for span in sorted(spans, key=lambda span: span.starts_at):
        if span.starts_at == span.ends_at:
            continue
        if result and span.starts_at <= result[-1].ends_at:
            result[-1] = Span(result[-1].starts_at, max(result[-1].ends_at, span.ends_at))
        else:
            result.append(span)
    return tuple(result)


def due(deadlines: Iterable[tuple[Key, datetime]], done: Collection[Key], at: datetime) -> tuple[Key, ...]:
    """What has fallen due by ``at`` and is not done, in the order in which it fell due.

    A tick does these one after the other, each as of its own moment. One that was dead for an hour finds them
    all, in the same order, and so ends where one that lived would have.
    """
    ripe = [(due_at, key) for key, due_at in deadlines if due_at <= at and key not in done]
    return tuple(dict.fromkeys(key for _, key in sorted(ripe, key=lambda pair: pair[0])))


def face(timetable: Timetable, at: datetime) -> ClockFace:
    """What the clock shows at a moment."""
    at = _utc(at)
    stage, label, until = _stage(timetable.phases, at)
    coming = sorted(
        (span for span in timetable.breaks if span.starts_at > at), key=lambda span: span.starts_at
    )
    next_break = coming[0] if coming and (until is None or coming[0].starts_at < until) else None
    return ClockFace(
        stage=stage,
        label=label,
        until=until,
        in_break=next((span for span in timetable.breaks if at in span), None),
        next_break=next_break,
        paused=any(at in span for span in timetable.pauses),
    )


def round_slots(
    phase: Phase | Span,
    breaks: Iterable[Span],
    seating_minutes: int = 5,
    *,
    called_off: Iterable[Span] = (),
) -> tuple[RoundSlot, ...]:
    """The rounds that fit into a phase, one between each break and the next.

    Rulebook E-10: a break is the call to the next round, and play starts when it ends; the first round has
    ``seating_minutes`` for finding the table. So every whistle blows at the start of a break. Where a break
    is called off the round is still called, and may start at once. A round with no time to play in is left
    out.
    """
    opening = Span(phase.starts_at, min(deadline(phase.starts_at, seating_minutes), phase.ends_at))
    struck = {span.starts_at: Span(span.starts_at, span.starts_at) for span in called_off}
    turns = [opening]
    for span in sorted(
        {**{rest.starts_at: rest for rest in breaks}, **struck}.values(), key=lambda s: s.starts_at
    ):
        if phase.starts_at < span.starts_at < phase.ends_at:
            turns.append(span)
    whistles = [turn.starts_at for turn in turns[1:]] + [phase.ends_at]
    slots = [(turn.starts_at, turn.ends_at, whistle) for turn, whistle in zip(turns, whistles, strict=True)]
    playable = [slot for slot in slots if slot[1] < slot[2]]
    return tuple(RoundSlot(number, *slot) for number, slot in enumerate(playable, start=1))


def live(planned: Timetable, deeds: Iterable[Deed], at: datetime) -> Timetable:
    """The day as it is at ``at``, after what the organizer has done to the plan; everything follows.

    Deeds are taken in the order of their moments, and those still to come are left out. A pause that has not
    ended moves the rest of the day by what it has lasted so far.
    """
    timetable = planned
    for deed in sorted(deeds, key=lambda deed: _utc(deed.at)):
        if _utc(deed.at) > _utc(at):
            break
        timetable = _after(timetable, deed, _utc(at))
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
    moment = _utc(starts_at).replace(second=0, microsecond=0)
    while moment < _utc(ends_at):
        if moment.astimezone(zone).minute % every == 0 and _utc(starts_at) < moment:
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
            return _started(timetable, key, _utc(moment))
        case Paused(at=moment, until=until):
            pause = Span(moment, until if until is not None and _utc(until) <= at else FOREVER)
            shifted = _later(timetable, pause.starts_at, min(pause.ends_at, at) - pause.starts_at)
            return replace(shifted, pauses=(*timetable.pauses, pause))
        case MinutesAdded(at=moment, minutes=minutes):
            return _later(timetable, _utc(moment), timedelta(minutes=minutes))
        case BreakCalledOff(break_at=moment):
            struck = tuple(span for span in timetable.breaks if moment in span)
            return replace(
                timetable,
                breaks=tuple(span for span in timetable.breaks if span not in struck),
                called_off=(*timetable.called_off, *struck),
            )


def _started(timetable: Timetable, key: str, at: datetime) -> Timetable:
    started = timetable.phase(key)
    phases: list[Phase] = []
    for phase in timetable.phases:
        if phase.key == key:
            phases.append(replace(phase, starts_at=at, ends_at=max(at, phase.ends_at)))
        elif phase.starts_at < started.starts_at:
            start = min(phase.starts_at, at)
            phases.append(replace(phase, starts_at=start, ends_at=max(start, min(phase.ends_at, at))))
        else:
            phases.append(phase)
    for index, (upper, lower) in enumerate(pairwise(phases)):
        if upper.key == key and upper.ends_at > lower.starts_at:
            phases[index + 1] = replace(
                lower, starts_at=upper.ends_at, ends_at=max(upper.ends_at, lower.ends_at)
            )
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


def _stage(phases: tuple[Phase, ...], at: datetime) -> tuple[str, str, datetime | None]:
    for phase in phases:
        if phase.starts_at <= at < phase.ends_at:
            return phase.key, phase.label, phase.ends_at
    coming = [phase for phase in phases if phase.starts_at > at]
    if not coming:
        return "after", "The day is over", None
    stage = "before" if len(coming) == len(phases) else "between"
    return stage, f"{coming[0].label} starts", coming[0].starts_at


def _utc(moment: datetime) -> datetime:
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise ValueError(f"The moment {moment} has no zone.")
    return moment.astimezone(UTC)
