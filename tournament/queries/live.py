"""What a running server polls: event versions, clocks, and whether the scheduler runs."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache

from rules.competition.practice_clock import EventClock
from tournament.models import Event
from tournament.queries.clock import clock_of

TICKED = "ticked"
TOO_LONG = timedelta(seconds=40)
"""Without a tick for this long, the scheduler has stopped. It reports one every ten seconds."""


@dataclass(frozen=True, kw_only=True)
class EventVersion:
    version: int
    clock: EventClock


def event_versions(slugs: Iterable[str]) -> dict[str, EventVersion]:
    """The versions of these events, by slug, if they exist. One query."""
    rows = Event.objects.filter(slug__in=list(slugs)).only(
        "slug", "version", "clock_real", "clock_shown", "clock_speed"
    )
    return {row.slug: EventVersion(version=row.version, clock=clock_of(row)) for row in rows}


def last_tick() -> datetime | None:
    """The time of the last reported tick; None if no server ever started. One query."""
    ticked_at: datetime | None = cache.get(TICKED)
    return ticked_at


def stopped_since(now: datetime) -> datetime | None:
    """The last tick if the scheduler has stopped, so that nothing comes due; else None. One query."""
    last = last_tick()
    return last if last and now - last > TOO_LONG else None
