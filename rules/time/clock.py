"""The clock of the day: phases, rounds, breaks and pauses as functions of the schedule and a moment.

Arguments must have a time zone; results are in UTC. Lengths are real minutes, also in the night in which the
clocks change. (Python compares two moments of one zone by their local time, which is wrong in that night.)
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of a span that has no end yet."""

SHORTEST_ROUND = timedelta(minutes=10)
"""The shortest time to play that seating time or a moved whistle may leave (Rulebook E-10, E-64)."""


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open span of time: ``ends_at`` is no part of it. A span without an end has ``FOREVER``.

    :raises ValueError: if it ends before it starts, or a moment has no zone.
    """

    starts_at: datetime
    ends_at: datetime = FOREVER

    def __post_init__(self) -> None:
        object.__setattr__(self, "starts_at", utc(self.starts_at))
        object.__setattr__(self, "ends_at", utc(self.ends_at))
        if self.ends_at < self.starts_at:
            raise ValueError("A span of time does not end before it starts.")

    def __contains__(self, at: datetime) -> bool:
        return self.starts_at <= utc(at) < self.ends_at


@dataclass(frozen=True, slots=True)
class PhaseSpan:
    key: str
    label: str
    starts_at: datetime
    ends_at: datetime

    def __post_init__(self) -> None:
        # Converts to UTC and refuses an end before the start, as for a span.
        Span.__post_init__(self)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Timetable:
    """The schedule as it is now: phases in order, breaks, and past and present pauses.

    A break without a length gives no rest and only ends a round, on a day without breaks (Rulebook E-219).
    """

    phases: tuple[PhaseSpan, ...]
    breaks: tuple[Span, ...] = ()
    pauses: tuple[Span, ...] = ()
    called_off: tuple[Span, ...] = ()
    """Canceled breaks: they give no rest, but still end a round."""
    gaps: tuple[Span, ...] = ()
    """Separate the sessions of a phase, and one phase from the next; nobody plays in them (Rulebook E-69)."""
    seating_minutes: int = 5
    """The time to be seated in a session's first round."""

    @property
    def rests(self) -> tuple[Span, ...]:
        """The breaks in which people rest, in order."""
        rests = (span for span in self.breaks if span.starts_at < span.ends_at)
        return tuple(sorted(rests, key=lambda span: span.starts_at))

    @property
    def frozen(self) -> tuple[Span, ...]:
        """The spans in which deadlines don't run: breaks, pauses and gaps. Rulebook E-16."""
        return merged((*self.breaks, *self.pauses, *self.gaps))

    def phase(self, key: str) -> PhaseSpan:
        """:raises KeyError: if the day has no such phase."""
        for phase in self.phases:
            if phase.key == key:
                return phase
        raise KeyError(key)

    def sessions(self, key: str) -> tuple[Span, ...]:
        """The spans of a phase between its gaps. Rulebook E-69."""
        return _sessions(self.phase(key), self.gaps)

    def session(self, key: str, at: datetime) -> Span:
        """The session of a phase that runs at ``at``, or else the next one; after all of them, the last."""
        sessions = self.sessions(key)
        return next((span for span in sessions if utc(at) < span.ends_at), sessions[-1])

    def next_session(self, key: str, at: datetime) -> Span | None:
        return next((span for span in self.sessions(key) if utc(at) <= span.starts_at), None)

    def gap(self, at: datetime) -> Span | None:
        return next((span for span in self.gaps if at in span), None)

    def if_resumed(self, at: datetime) -> "Timetable":
        """The timetable with an open pause ended at ``at``, or at its own start if that is later."""
        pauses = (
            Span(span.starts_at, max(span.starts_at, utc(at))) if span.ends_at == FOREVER else span
            for span in self.pauses
        )
        return replace(self, pauses=tuple(pauses))


@dataclass(frozen=True, slots=True)
class RoundSlot:
    """The times of a round: the call, the start of play, the whistle.

    The first slot of a session ``opens`` it.
    """

    number: int
    called_at: datetime
    play_from: datetime
    whistle_at: datetime
    session: int = 1
    """The number of its session in its phase, from 1."""
    opens: bool = False


class Coming(StrEnum):
    PLAY = "play"
    """The end of the break."""
    DEAL = "deal"
    """The first deal of a called round, at all its tables at once."""
    WHISTLE = "whistle"
    START = "start"
    """The start of a phase or of its next session."""
    END = "end"
    """The end of the phase or session."""
    NOTHING = "nothing"
    """The day is over."""


@dataclass(frozen=True, slots=True)
class CalledRound:
    """A called round. In open play, where each table begins by itself, it has no ``deal_at``."""

    called_at: datetime
    deal_at: datetime | None
    whistle_at: datetime


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The state of the clock."""

    stage: str
    """The key of the running phase, or ``before``, ``between`` (in a gap) or ``after``."""
    label: str
    until: datetime | None
    """The end of that stage or of its session."""
    in_break: Span | None
    next_break: Span | None
    """The next one before that."""
    paused: bool
    is_in_round: bool
    """True from a round's call to its whistle."""
    coming: Coming
    """The next event."""
    comes_at: datetime | None
    """Its time; during a pause, as if play resumed now."""


def deadline(start: datetime, minutes: float, frozen: Iterable[Span] = ()) -> datetime:
    """The moment ``minutes`` after ``start``, without counting frozen spans. Rulebook E-16.

    Spans may overlap, touch and come in any order. An open span makes the result ``FOREVER``.
    """
    now = utc(start)
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


def resumed(at: datetime, frozen: Iterable[Span] = ()) -> datetime:
    """``at`` itself, or the end of the frozen span that contains it."""
    for span in merged(frozen):
        if at in span:
            return span.ends_at
    return at


def elapsed(start: datetime, at: datetime, frozen: Iterable[Span] = ()) -> timedelta:
    """The time from ``start`` to ``at`` without frozen spans; zero if ``at`` is earlier."""
    start, at = utc(start), max(utc(at), utc(start))
    still = timedelta()
    for span in merged(frozen):
        still += max(min(at, span.ends_at) - max(start, span.starts_at), timedelta())
    return at - start - still


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans in order; those that overlap or touch are joined, empty ones left out."""
    result: list[Span] = []
    for span in sorted(spans, key=lambda span: span.starts_at):
        if span.starts_at == span.ends_at:
            continue
        if result and span.starts_at <= result[-1].ends_at:
            result[-1] = Span(result[-1].starts_at, max(result[-1].ends_at, span.ends_at))
        else:
            result.append(span)
    return tuple(result)


def face(timetable: Timetable, at: datetime, called: CalledRound | None = None) -> ClockFace:
    """The clock at a moment; ``called`` is the last round that was called."""
    at = utc(at)
    stage, label, until = _stage(timetable, at)
    coming = [span for span in timetable.rests if span.starts_at > at]
    next_break = coming[0] if coming and (until is None or coming[0].starts_at < until) else None
    in_break = next((span for span in timetable.breaks if at in span), None)
    on = called if called and called.called_at <= at < called.whistle_at else None
    what, comes_at = _coming(stage, until, in_break, on, at)
    return ClockFace(
        stage=stage,
        label=label,
        until=until,
        in_break=in_break,
        next_break=next_break,
        paused=any(at in span for span in timetable.pauses),
        is_in_round=on is not None,
        coming=what,
        comes_at=comes_at,
    )


def _coming(
    stage: str, until: datetime | None, in_break: Span | None, on: CalledRound | None, at: datetime
) -> tuple[Coming, datetime | None]:
    if in_break:
        return Coming.PLAY, in_break.ends_at
    if on and on.deal_at and at < on.deal_at:
        return Coming.DEAL, on.deal_at
    if on:
        return Coming.WHISTLE, on.whistle_at
    if until is None:
        return Coming.NOTHING, None
    return (Coming.START if stage in ("before", "between") else Coming.END), until


def round_slots(
    phase: PhaseSpan | Span,
    breaks: Iterable[Span],
    seating_minutes: int = 5,
    *,
    called_off: Iterable[Span] = (),
    pauses: Iterable[Span] = (),
    gaps: Iterable[Span] = (),
) -> tuple[RoundSlot, ...]:
    """The rounds of a phase, one between each break and the next.

    Rulebook E-10: a break calls the next round, and play starts when the break ends, so each whistle is at
    the start of a break. The first round has ``seating_minutes`` to find the table. They don't run during
    ``pauses``, and are cut short to leave ten minutes to play if possible. If a break is called off, its
    round is still called and may start at once. A round without time to play is left out. After a gap the
    next session begins in the same way, and the round numbers go on (Rulebook E-69).
    """
    # A break that is called off has no length.
    struck = {span.starts_at: Span(span.starts_at, span.starts_at) for span in called_off}
    rests = sorted(
        {**{rest.starts_at: rest for rest in breaks}, **struck}.values(), key=lambda s: s.starts_at
    )
    slots: list[RoundSlot] = []
    for session, span in enumerate(_sessions(phase, gaps), start=1):
        later = [rest for rest in rests if span.starts_at < rest.starts_at < span.ends_at]
        whistles = [rest.starts_at for rest in later] + [span.ends_at]
        seated = deadline(span.starts_at, seating_minutes, pauses)
        latest = whistles[0] - SHORTEST_ROUND
        seated = min(seated, latest if latest >= span.starts_at else whistles[0])
        turns = [Span(span.starts_at, seated), *later]
        for turn, whistle in zip(turns, whistles, strict=True):
            number = len(slots) + 1
            opens = turn is turns[0]
            slots.append(RoundSlot(number, turn.starts_at, turn.ends_at, whistle, session, opens))
    # Numbered before the filter, so that calling off a break doesn't renumber other rounds.
    return tuple(slot for slot in slots if slot.play_from < slot.whistle_at)


def _sessions(phase: PhaseSpan | Span, gaps: Iterable[Span]) -> tuple[Span, ...]:
    within = sorted(
        (gap for gap in gaps if phase.starts_at < gap.starts_at < phase.ends_at),
        key=lambda gap: gap.starts_at,
    )
    starts = [phase.starts_at, *(min(gap.ends_at, phase.ends_at) for gap in within)]
    ends = [*(gap.starts_at for gap in within), phase.ends_at]
    return tuple(Span(start, max(start, end)) for start, end in zip(starts, ends, strict=True))


def _stage(timetable: Timetable, at: datetime) -> tuple[str, str, datetime | None]:
    phases = timetable.phases
    for phase in phases:
        if phase.starts_at <= at < phase.ends_at:
            return _stage_within(timetable, phase, at)
    coming = [phase for phase in phases if phase.starts_at > at]
    if not coming:
        return "after", "The day is over", None
    stage = "before" if len(coming) == len(phases) else "between"
    return stage, f"{coming[0].label} starts", coming[0].starts_at


def _stage_within(timetable: Timetable, phase: PhaseSpan, at: datetime) -> tuple[str, str, datetime]:
    sessions = timetable.sessions(phase.key)
    number, session = next((n, span) for n, span in enumerate(sessions, start=1) if at < span.ends_at)
    if at < session.starts_at:
        return "between", f"{phase.label} continues", session.starts_at
    label = phase.label if len(sessions) == 1 else f"{phase.label}, session {number}"
    return phase.key, label, session.ends_at


def utc(moment: datetime) -> datetime:
    """:raises ValueError: if the moment has no zone."""
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise ValueError(f"The moment {moment} has no zone.")
    return moment.astimezone(UTC)
