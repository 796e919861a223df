"""What the screens ask every moment: has anything changed, and what does the clock show?"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.competition.practice_clock import EventClock
from tournament.models import Event
from tournament.queries.clock import clock_of


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
