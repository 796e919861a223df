"""The list of events."""

from dataclasses import dataclass
from datetime import date, datetime, time

from django.db.models import Max, Min, QuerySet

from tournament.models import Event
from tournament.schedule.clock import event_now


@dataclass(frozen=True, kw_only=True)
class EventRow:
    """An event of the list."""

    name: str
    slug: str
    venue: str
    held_on: date
    starts: time
    ends: time
    last_on: date | None
    """Its last day, if it has several."""
    is_practice: bool


@dataclass(frozen=True, kw_only=True)
class Events:
    """Today's events, those to come (the next first), and past ones (the last first)."""

    today: tuple[EventRow, ...]
    coming: tuple[EventRow, ...]
    over: tuple[EventRow, ...]


def events(shown: QuerySet[Event], at: datetime) -> Events:
    """The events of ``shown``, in three groups. One query."""
    dated = shown.annotate(starts=Min("phases__starts_at"), ends=Max("phases__starts_at"))
    today: list[EventRow] = []
    coming: list[EventRow] = []
    over: list[EventRow] = []
    for event in dated.filter(starts__isnull=False).order_by("starts", "pk"):
        now = event_now(event, at).astimezone(event.zone).date()
        starts, ends = event.starts.astimezone(event.zone), event.ends.astimezone(event.zone)
        row = EventRow(
            name=event.name,
            slug=event.slug,
            venue=event.venue,
            held_on=starts.date(),
            starts=starts.time(),
            ends=ends.time(),
            last_on=ends.date() if event.spans_days else None,
            is_practice=event.is_practice,
        )
        # An event that lasts past midnight is today's until it is over.
        is_on = row.held_on <= now <= ends.date()
        (today if is_on else coming if row.held_on > now else over).append(row)
    return Events(today=tuple(today), coming=tuple(coming), over=tuple(reversed(over)))
