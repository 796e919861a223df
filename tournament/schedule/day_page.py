"""The schedule for pages: as planned, and as of now."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from rules.time.clock import ClockFace, Coming, Span, Timetable
from rules.time.schedule import day_of
from tournament.event.day_rows import day_rows
from tournament.event.names import round_title
from tournament.event.rules_of_event import choice_of
from tournament.models import Event, Game, Round
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import session_of, timetable
from tournament.schedule.countdown import at_the_time, day_in_words


@dataclass(frozen=True, kw_only=True)
class DayRow:
    """A part of the day."""

    label: str
    day: date | None
    """Set on the first part of each day of an event on several days."""
    starts_at: datetime
    ends_at: datetime | None
    """None for the last."""
    was: datetime | None
    """Its planned start if that has changed."""
    is_now: bool


@dataclass(frozen=True, kw_only=True)
class DayPage:
    """The schedule of a page."""

    parts: tuple[DayRow, ...]
    breaks: tuple[datetime, ...]
    turns: tuple[datetime, ...]
    """When a round follows the one before without a break."""
    breaks_by_day: tuple[tuple[date, tuple[datetime, ...]], ...]
    called_off: tuple[datetime, ...]
    break_minutes: int
    long_break: datetime | None
    long_break_minutes: int
    is_paused: bool
    has_begun: bool
    takes_walk_ups: bool

    @property
    def last_day(self) -> date | None:
        """The last day of an event on several days, else None."""
        return max((part.day for part in self.parts if part.day), default=None)


def day_page(event: Event, at: datetime) -> DayPage:
    """The schedule as of ``at``. Four queries."""
    rows = day_rows(event)
    one = next(phase for phase in rows.phases if phase.kind == PhaseKind.ONE)
    day = timetable(event, at)
    planned = [
        start
        for phase in rows.phases
        for start in (phase.starts_at, *(gap.ends_at for gap in rows.gaps if phase.kind == PhaseKind.ONE))
    ]
    lasts = timedelta(minutes=event.long_break_minutes) if event.long_break_after else None
    long = next((rest for rest in day.rests if rest.ends_at - rest.starts_at == lasts), None)
    others = tuple(rest for rest in day.rests if rest is not long)
    parts: list[DayRow] = []
    for (part, label, span), was in zip(_parts(day), planned, strict=True):
        # An event without a Phase II, or a Phase I, has no time for one (Rulebook E-53, E-133, E-223).
        if part == PhaseKind.TWO and not event.way.has_bracket:
            continue
        if part == PhaseKind.ONE and not event.way.has_phase_one:
            continue
        on = day_of(span.starts_at, event.zone)
        parts.append(
            DayRow(
                label=label,
                day=on if event.spans_days and on not in [each.day for each in parts] else None,
                starts_at=span.starts_at,
                ends_at=span.ends_at if part != PhaseKind.AWARDS else None,
                was=None if span.starts_at == was else was,
                is_now=span.starts_at <= at < span.ends_at,
            )
        )
    return DayPage(
        parts=tuple(parts),
        breaks=tuple(rest.starts_at for rest in day.rests),
        turns=tuple(rest.starts_at for rest in day.breaks if rest not in day.rests),
        breaks_by_day=tuple(
            (on, tuple(moments))
            for on, moments in groupby(
                (rest.starts_at for rest in day.rests), key=lambda moment: day_of(moment, event.zone)
            )
        ),
        called_off=tuple(rest.starts_at for rest in day.called_off),
        break_minutes=_usual_minutes(others or day.rests),
        long_break=long.starts_at if long else None,
        long_break_minutes=event.long_break_minutes,
        is_paused=any(at in pause for pause in day.pauses),
        has_begun=one.started_at is not None,
        takes_walk_ups=one.closed_at is None,
    )


FAR = timedelta(hours=3)
"""A start that is at least this far off is shown as a time instead of a countdown."""


@dataclass(frozen=True, kw_only=True)
class FarOff:
    """A start that is hours away: ``Saturday`` or ``2:00 PM`` as ``big``, and the ``rest`` of the time."""

    big: str
    rest: str
    in_words: str


def far_off(event: Event, shown: ClockFace, at: datetime) -> FarOff | None:
    """The start of the next part of the day if it is ``FAR`` away; None during a pause."""
    if shown.coming != Coming.START or shown.comes_at is None or shown.paused:
        return None
    return far_start(event, shown.comes_at, at)


def far_start(event: Event, starts_at: datetime, at: datetime) -> FarOff | None:
    """A start as a time instead of a countdown; None unless it is ``FAR`` away."""
    if starts_at - at < FAR:
        return None
    day, clock = day_in_words(event, starts_at, at), f"{starts_at.astimezone(event.zone):%-I:%M %p}"
    return FarOff(
        big=day or clock, rest=f"at {clock}" if day else "", in_words=at_the_time(event, starts_at, at)
    )


def round_in_words(day: Timetable, row: Round) -> str:
    """A called round as a heading: ``Phase I · Round 2``. The phase of ``row`` is loaded."""
    label, sessions = day.phase(row.phase.kind).label, day.sessions(row.phase.kind)
    if len(sessions) > 1:
        label = f"{label}, session {session_of(day, row)}"
    return f"{label} · {round_title(row, row.phase)}"


def over_in_words(event: Event) -> str:
    """The order to everybody once every place is decided (Rulebook E-227). One query at most."""
    if second_chance_goes_on(event):
        return "The bracket is over. The second chance goes on."
    return "All games are over."


def second_chance_goes_on(event: Event) -> bool:
    """Whether a game is left after Phase II, which only the second chance has. One query at most."""
    if not choice_of(event).second_chance:
        return False
    left = Game.objects.standing().filter(event=event, over_at=None).exclude(bracket_position="")
    return left.exists()


def stage_in_words(event: Event, day: Timetable, shown: ClockFace, at: datetime) -> str:
    """The part of the day: ``Phase I``. In a gap between days or sessions, with the time play resumes."""
    if shown.until and day.gap(at):
        return f"{shown.label} {at_the_time(event, shown.until, at)}"
    return shown.label


def _parts(day: Timetable) -> Iterable[tuple[str, str, Span]]:
    for phase in day.phases:
        sessions = day.sessions(phase.key)
        for number, span in enumerate(sessions, start=1):
            label = phase.label if len(sessions) == 1 else f"{phase.label}, session {number}"
            yield phase.key, label, span


def _usual_minutes(breaks: tuple[Span, ...]) -> int:
    """The median length of the breaks in minutes, so that one changed break has no effect."""
    lengths = sorted(int((rest.ends_at - rest.starts_at).total_seconds() // 60) for rest in breaks)
    return lengths[len(lengths) // 2] if lengths else 0
