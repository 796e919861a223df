"""Pairs that are kept apart in Phase I, as far as possible (Rulebook E-65)."""

from datetime import datetime

from django.db import transaction

from tournament.errors import Refused
from tournament.floor.kept_apart import kept_apart
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event, KeptApart, Team


@transaction.atomic
def keep_apart(*, event: Event, one: Team, other: Team, by: Actor, at: datetime) -> KeptApart:
    """Avoid pairing these two in Phase I, starting with the next draft."""
    event = lock_event(event.pk)
    if one == other:
        raise Refused("apart.same", entrant=event.entrant, field="other")
    if frozenset((one.pk, other.pk)) in kept_apart(event):
        raise Refused("apart.already", one=one, other=other, field="other")
    row = KeptApart.objects.create(event=event, one=one, other=other, at=at, by=by.badge)
    log(event, "seats.kept-apart", by=by, at=at, one=one, other=other)
    return row


@transaction.atomic
def let_meet(*, row: KeptApart, by: Actor, at: datetime) -> KeptApart:
    """Undo ``keep_apart``. Repeating it changes nothing."""
    event = lock_event(row.event_id)
    row = KeptApart.objects.select_related("one", "other").get(pk=row.pk)
    if row.ended_at is None:
        write(row, ended_at=at)
        log(event, "seats.may-meet", by=by, at=at, one=row.one, other=row.other)
    return row
