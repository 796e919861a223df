"""Formatting of times and remaining times for pages."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.time.clock import FOREVER, Span, deadline, elapsed, merged
from rules.time.schedule import day_of
from tournament.models import Deadline, Event


@dataclass(frozen=True, kw_only=True)
class Countdown:
    """Time left until a moment of the event's clock; ``is_still`` while it doesn't run."""

    until: datetime
    seconds: int
    text: str
    is_still: bool = False
    rests: tuple[Span, ...] = ()
    """The breaks before that moment. They don't count, so an offline screen stops for them too."""

    @property
    def is_counted(self) -> bool:
        """Whether a screen can count down by itself. Not in a pause, whose end nobody knows."""
        return bool(self.rests) or not self.is_still


def countdown(at: datetime, until: datetime, *, is_still: bool = False) -> Countdown:
    seconds = (until - at).total_seconds()
    return Countdown(
        until=until, seconds=max(0, -int(-seconds // 1)), text=in_minutes(seconds), is_still=is_still
    )


def five_minutes_left(event: Event, at: datetime, due: Deadline, frozen: Iterable[Span]) -> Countdown:
    """The rest of a late team's five minutes, not counting ``frozen`` spans (Rulebook E-16)."""
    spans = merged(tuple(frozen))
    left = max(timedelta(minutes=event.ready_minutes) - elapsed(due.from_at, at, spans), timedelta())
    is_still = any(at in span for span in spans)
    until = deadline(at, left.total_seconds() / 60, spans)
    if until == FOREVER:
        return countdown(at, at + left, is_still=is_still)
    return Countdown(
        until=until,
        seconds=max(0, -int(-left.total_seconds() // 1)),
        text=in_minutes(left.total_seconds()),
        is_still=is_still,
        rests=tuple(span for span in spans if at < span.ends_at and span.starts_at < until),
    )


def in_minutes(seconds: float) -> str:
    """A duration: ``7:12``, ``1:12:00``; from two days on ``13 days``."""
    whole = max(0, -int(-seconds // 1))
    hours, minutes = whole // 3600, whole % 3600 // 60
    if hours >= 48:
        return f"{hours // 24} days"
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def wall(event: Event, at: datetime, today: datetime | None = None) -> str:
    """A time of day: ``3:42 PM``. In an event on several days, ``Sat 3:42 PM`` unless it is ``today``."""
    shown = f"{at.astimezone(event.zone):%-I:%M %p}"
    needs_day = event.spans_days and (today is None or is_another_day(event, at, today))
    return f"{at.astimezone(event.zone):%a} {shown}" if needs_day else shown


def at_the_time(event: Event, at: datetime, today: datetime) -> str:
    """The same in a sentence: ``at 3:42 PM``, ``Saturday at 3:42 PM``, ``June 27 at 3:42 PM``."""
    return f"{day_in_words(event, at, today)} at {at.astimezone(event.zone):%-I:%M %p}".strip()


def day_in_words(event: Event, at: datetime, today: datetime) -> str:
    """The weekday of a moment, or its date if it is a week or more away; empty for today."""
    days = (day_of(at, event.zone) - day_of(today, event.zone)).days
    if days == 0:
        return ""
    return f"{day_of(at, event.zone):{'%A' if 0 < days < 7 else '%B %-d'}}"


def is_another_day(event: Event, at: datetime, today: datetime) -> bool:
    return event.spans_days and day_of(at, event.zone) != day_of(today, event.zone)


def both_times(event: Event, entered_at: datetime, at: datetime) -> str:
    """For the log: when an entry was made and when it was sent, if a phone queued it; else empty."""
    if entered_at == at:
        return ""
    entered, sent = wall(event, entered_at), wall(event, at)
    return f" (entered {entered}, sent {sent})" if entered != sent else ""


def wall_with_sent(event: Event, at: datetime, sent_at: datetime | None) -> str:
    """The time of an entry, with the time it was sent if that was later: ``3:13 PM, sent 3:33 PM``."""
    entered = wall(event, at)
    sent = wall(event, sent_at) if sent_at else entered
    return entered if sent == entered else f"{entered}, sent {sent}"
