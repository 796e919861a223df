"""Which events are listed, archived, drafts or to be deleted."""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from seasons.models import Shelf, Shelved
from tournament.errors import Refused
from tournament.models import Event
from tournament.schedule.clock import ends_at


def listed() -> QuerySet[Event]:
    """The events on no shelf: those on the list of events, including practice events."""
    return Event.objects.exclude(is_on(*Shelf))


def public_events() -> QuerySet[Event]:
    """The events of the public calendar: those on the list and in the archive, without practice events."""
    return Event.objects.filter(is_practice=False).exclude(is_on(Shelf.DRAFT, Shelf.DELETED))


def archived() -> QuerySet[Event]:
    return Event.objects.filter(is_on(Shelf.ARCHIVE)).exclude(is_on(Shelf.DELETED))


def is_on(*shelves: str) -> Exists:
    """A condition for events."""
    return Exists(Shelved.objects.now().filter(event=OuterRef("pk"), shelf__in=shelves))


def shelves_of(event: Event) -> dict[str, Shelved]:
    """The shelves that the event is on now. One query."""
    return {row.shelf: row for row in Shelved.objects.now().filter(event=event)}


def why_not_on(event: Event, shelf: str, at: datetime) -> Refused | None:
    """Why the event can't be put on the shelf, or None if it can. Three queries at most.

    Once somebody has signed up or donated, only a practice event may be deleted.
    """
    if event.demo:
        return Refused("shelf.demo")
    if shelf == Shelf.ARCHIVE:
        is_on = event.house_rules_frozen_at and not event.is_practice and at < ends_at(event)
        return Refused("shelf.playing") if is_on else None
    has_facts = event.players.exists() or event.donations.exists()
    if shelf == Shelf.DRAFT:
        return Refused("shelf.signed-up") if has_facts else None
    return Refused("shelf.played") if has_facts and not event.is_practice else None
