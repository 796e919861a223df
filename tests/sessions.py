"""A weekend: Phase I on Friday evening and Saturday afternoon, Phase II on Sunday (Rulebook E-69)."""

from datetime import UTC, date, datetime, time
from typing import Any

from rules.time.hours import SessionPlan
from tests import build
from tournament.models import Event, Team

FRIDAY, SATURDAY, SUNDAY = date(2026, 6, 26), date(2026, 6, 27), date(2026, 6, 28)

PLAN: dict[str, Any] = {
    "held_on": FRIDAY,
    "meet_at": time(18),
    "phase_one_at": time(19),
    "phase_one_until": time(21, 30),
    "sessions": (SessionPlan(held_on=SATURDAY, starts_at=time(13), ends_at=time(16)),),
    "phase_two_on": SUNDAY,
    "phase_two_at": time(14),
    "awards_at": time(16),
    "breaks_at": "times",
    "breaks": (time(19, 30), time(20), time(20, 30), time(21), time(21, 30)),
}


def weekend(**plan: Any) -> Event:
    """Friday 7:00 to 9:30 PM, Saturday 1:00 to 4:00 PM, Phase II on Sunday at 2:00 PM."""
    return build.event(**PLAN | plan)


def on(day: date, hour: int, minute: int = 0, second: int = 0) -> datetime:
    """A time of that day, in the event's time zone."""
    return datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=build.CHICAGO).astimezone(UTC)


def shown(moment: datetime) -> str:
    """A time as people say it: ``Fri 7:05 PM``."""
    return f"{moment.astimezone(build.CHICAGO):%a %-I:%M %p}"


def teams(event: Event, count: int) -> list[Team]:
    """``count`` teams, checked in on Friday."""
    return [build.check_in(build.team(event, is_here=False), at=on(FRIDAY, 18, 30)) for _ in range(count)]
