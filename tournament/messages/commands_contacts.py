"""Erasing personal data after the event."""

from datetime import datetime

from django.db import transaction

from tournament.errors import Refused
from tournament.log.audit_log import erase_from_log, log
from tournament.log.locks import lock_event
from tournament.messages.audience import personal_data
from tournament.models import Actor, Event
from tournament.models.teams import NOBODY


@transaction.atomic
def erase_contacts(*, event: Event, by: Actor, at: datetime) -> int:
    """Erase personal data beyond names. Returns the number of rows changed.

    Phone numbers, addresses and notes beside donations go at any time. After the event, so do the marks for
    an accessible table and the names of people who never found a partner. The log only says that it was done.
    """
    personal = personal_data(lock_event(event.pk), at)
    names = list(personal.never_played.values_list("name", flat=True))
    erased = personal.contacts.update(contact="", about="", consent_at=None) + personal.notes.update(note="")
    erased += personal.lists.update(content=b"", rows=[], columns={}, task="", dropped_at=at)
    erased += personal.needs.update(needs_accessible=False) + personal.never_played.update(name=NOBODY)
    erased += personal.phones.end(at)
    if not erased:
        raise Refused("contacts.none")
    log(event, "contacts.erased", by=by, at=at, entries=erased, erased=erase_from_log(event, names))
    return erased
