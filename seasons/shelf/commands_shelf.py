"""Drafts, the archive, and deleting what was never played."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from seasons.models import Shelf, Shelved
from seasons.shelf.shelves import shelves_of, why_not_on
from tournament.errors import refuse
from tournament.event.commands_erase import erase_event
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event
from tournament.schedule.clock import event_now
from tournament.settings.commands_event import clock_badge

GRACE = timedelta(days=1)
"""The time from the request to the deletion, in which any organizer of the event can cancel it."""


@transaction.atomic
def shelve_event(*, event: Event, shelf: str, now: datetime, by: Actor, at: datetime) -> Shelved:
    """Take the event off the list of events. Repeating it changes nothing.

    ``now`` is real time: the day of grace is a real day, even for a practice event.
    """
    event = lock_event(event.pk)
    if shelved := shelves_of(event).get(shelf):
        return shelved
    refuse(why_not_on(event, shelf, at))
    due_at = now + GRACE if shelf == Shelf.DELETED else None
    row = Shelved.objects.create(event=event, shelf=shelf, at=at, by=by.badge, due_at=due_at)
    log(event, "event.shelved", by=by, at=at, **_facts(row))
    return row


@transaction.atomic
def take_from_shelf(*, event: Event, shelf: str, by: Actor, at: datetime) -> Event:
    """Undo ``shelve_event``. Repeating it changes nothing."""
    event = lock_event(event.pk)
    if row := shelves_of(event).get(shelf):
        write(row, ended_at=at)
        log(event, "event.unshelved", by=by, at=at, **_facts(row))
    return event


@transaction.atomic
def delete_event(*, event: Event, now: datetime) -> bool:
    """Delete the event if its day of grace is over. Returns whether it was deleted.

    If somebody has signed up since, the event is taken off the shelf instead.
    """
    event = lock_event(event.pk)
    row = Shelved.objects.due(now).filter(event=event).first()
    if row is None:
        return False
    at = event_now(event, now)
    if why_not_on(event, Shelf.DELETED, at):
        take_from_shelf(event=event, shelf=Shelf.DELETED, by=Actor(clock_badge(event), "clock"), at=at)
        return False
    erase_event(event)
    return True


def _facts(row: Shelved) -> dict[str, Any]:
    """A flag for each shelf, for the log's sentence."""
    return {f"is_{shelf.value}": row.shelf == shelf for shelf in Shelf}
