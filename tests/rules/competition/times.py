"""Times of Fahrenheit's day as the clock on the wall in Chicago shows them."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from rules.time.clock import RoundSlot, Span, Timetable, round_slots
from rules.time.schedule import fahrenheit_day, wall_time

CHICAGO = ZoneInfo("America/Chicago")
PRIDE = date(2026, 6, 27)
FAHRENHEIT = fahrenheit_day(PRIDE, CHICAGO)
MINUTE = timedelta(minutes=1)
NOON = datetime(2026, 6, 27, 12, tzinfo=UTC)

seconds = st.integers(0, 4 * 3600)


def at(clock: str, zone: ZoneInfo = CHICAGO, day: date = PRIDE) -> datetime:
    return wall_time(day, time.fromisoformat(clock), zone)


def wall(moment: datetime, zone: ZoneInfo = CHICAGO) -> str:
    return f"{moment.astimezone(zone):%H:%M}"


def spans(*times: str) -> tuple[Span, ...]:
    """The spans from texts such as "15:30 15:35"."""
    return tuple(Span(*map(at, each.split())) for each in times)


def shown(slots: Iterable[RoundSlot]) -> list[str]:
    """The call, the start of play and the whistle of each round, such as "15:00 15:05 15:30"."""
    return [" ".join(map(wall, (slot.called_at, slot.play_from, slot.whistle_at))) for slot in slots]


def rounds(day: Timetable) -> tuple[RoundSlot, ...]:
    """The rounds of Phase I."""
    return round_slots(day.phase("one"), day.breaks, called_off=day.called_off, gaps=day.gaps)
