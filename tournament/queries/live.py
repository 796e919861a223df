"""What a running server asks every moment: what changed, what the clock shows, whether somebody ticks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache

from rules.competition.practice_clock import EventClock
from tournament.models import Event
from tournament.queries.clock import clock_of

TICKED = "ticked"
TOO_LONG = timedelta(seconds=40)
"""The tick is told four times within it: a busy second or two is none that stopped."""


@dataclass(frozen=True, kw_only=True)
class EventVersion:
    """How often something has happened at an event, and the clock it runs by."""

    version: int
    clock: EventClock


def event_versions(slugs: Iterable[str]) -> dict[str, EventVersion]:
    """The versions of those events that exist. One query for any number of events."""
    rows = Event.objects.filter(slug__in=list(slugs)).only(
        "slug", "version", "clock_real", "clock_shown", "clock_speed"
    )
    return {row.slug: EventVersion(version=row.version, clock=clock_of(row)) for row in rows}


def last_tick() -> datetime | None:
    """When somebody last ticked, as far as it was told; None where no server ever started. One query."""
    told: datetime | None = cache.get(TICKED)
    return told


def stopped_since(now: datetime) -> datetime | None:
    """Since when nobody ticks, so that nothing comes due; None while somebody does. One query."""
    last = last_tick()
    return last if last and now - last > TOO_LONG else None
