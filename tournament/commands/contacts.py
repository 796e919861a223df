"""What tells how to reach people is erased; what happened stays."""

from datetime import datetime

from django.db import transaction

from tournament.commands.audit_log import erase_from_log, log
from tournament.commands.locks import lock_event
from tournament.errors import Refused
from tournament.models import Actor, Event
from tournament.queries.contacts import NOBODY, kept


@transaction.atomic
def erase_contacts(*, event: Event, by: Actor, at: datetime) -> int:
    """Empty what the event keeps of people beyond their names; of how many people and entries that was.

    Phone numbers, addresses and the notes beside donations go. Once the event is over, so does who needed an
    accessible table, and the names of people who never found a partner. The log says that it was done, and
    nothing of what it was.

    :raises Refused: if it is all gone.
    """
    there = kept(lock_event(event.pk), at)
    names = list(there.never_played.values_list("name", flat=True))
    erased = there.contacts.update(contact="") + there.notes.update(note="")
    erased += there.needs.update(needs_accessible=False) + there.never_played.update(name=NOBODY)
    if not erased:
        raise Refused("contacts.none")
    log(event, "contacts.erased", by=by, at=at, entries=erased, erased=erase_from_log(event, names))
    return erased
