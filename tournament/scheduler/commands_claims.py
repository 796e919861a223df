"""Claims: several workers look for rows to send, and each row is one worker's at a time.

The rows have ``due_at`` (None once they are done), ``tries``, and ``claimed_at``: since when a worker has it.
Those that are due also have their ``receiver``: rows with the same one go to the same server.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import F, Q, QuerySet

from tournament.messages.audience import address_of, key_of_test
from tournament.models import Message
from tournament.models.messages import Way

MESSAGE_RETRIES = tuple(timedelta(seconds=seconds) for seconds in (5, 60, 300, 1800, 7200))
DELIVERY_RETRIES = tuple(
    timedelta(seconds=seconds) for seconds in (5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
"""The delays before each retry. After the last one, it is given up."""
LEASE = timedelta(minutes=1)
"""How long a claim lasts. If its worker dies, another one may take the row then."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A row that one worker sends."""

    rows: QuerySet[Any]
    pk: int
    event_id: int
    receiver: str | int
    at: datetime
    tries: int
    """Counts this one, too."""
    is_left: bool
    """If an earlier worker had it and recorded nothing: nobody knows whether it was sent."""


def claimed(due: QuerySet[Any], now: datetime) -> QuerySet[Any]:
    """Those of these rows that a worker has."""
    return due.filter(claimed_at__gt=now - LEASE)


def claim(due: QuerySet[Any], *, event: str, now: datetime) -> Claim | None:
    """Claim the oldest of these rows that no other worker has; None if there is none.

    ``event`` is the path to a row's event. The UPDATE finds a row only as it was read, so of two workers one
    gets it, on every database. Two statements, without a transaction.
    """
    free = due.filter(Q(claimed_at=None) | Q(claimed_at__lte=now - LEASE)).order_by("due_at", "pk")
    while found := free.values_list("pk", "due_at", "claimed_at", "tries", event, "receiver").first():
        pk, due_at, claimed_at, tries, event_id, receiver = found
        rows = due.model._default_manager.filter(pk=pk)
        as_read = rows.filter(due_at=due_at, claimed_at=claimed_at)
        if as_read.update(claimed_at=now, tries=F("tries") + 1):
            left = claimed_at is not None
            return Claim(
                rows=rows,
                pk=pk,
                event_id=event_id,
                receiver=receiver,
                at=now,
                tries=tries + 1,
                is_left=left,
            )
        free = free.exclude(pk=pk)
    return None


def note_sent(*, message: Message | None, claim: Claim, why_not: str, is_over: bool, now: datetime) -> None:
    """Record the result of sending a message. After a failure it is due again, until its retries run out.

    If ``is_over``, it is given up at once. ``message`` is None if the row can't be read. A mail server's
    answer names the address, which is stored only where it can be erased.
    """
    if not why_not:
        _release(claim, due_at=None, answer="", sent_at=now)
        if message and message.is_test:
            cache.delete(key_of_test(message))
        return
    if message and (address := address_of(message)):
        why_not = re.sub(re.escape(address), "…", why_not, flags=re.IGNORECASE)
    # A later notification would be stale.
    pauses = MESSAGE_RETRIES[:2] if message and message.goes_by == Way.PUSH else MESSAGE_RETRIES
    _release(claim, due_at=None if is_over else _next_try(claim, pauses, now), answer=why_not[:200])


def note_answer(*, claim: Claim, answer: str, is_delivered: bool, now: datetime) -> None:
    """Record a response. A failed delivery is due again after a delay, until its retries run out."""
    if is_delivered:
        _release(claim, due_at=None, answer=answer[:100], delivered_at=now)
    else:
        _release(claim, due_at=_next_try(claim, DELIVERY_RETRIES, now), answer=answer[:100])


def _release(claim: Claim, *, due_at: datetime | None, **outcome: Any) -> None:
    """Record what became of a claimed row, unless *Again* was pressed meanwhile, or the lease ran out.

    Then the row is sent once more.
    """
    claim.rows.filter(claimed_at=claim.at).update(claimed_at=None, due_at=due_at, **outcome)


def _next_try(claim: Claim, pauses: Sequence[timedelta], now: datetime) -> datetime | None:
    """When a row that wasn't sent is due again; None once all ``pauses`` are over."""
    return now + pauses[claim.tries - 1] if claim.tries <= len(pauses) else None
