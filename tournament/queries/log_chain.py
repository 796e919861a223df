"""The log as a chain: each entry's hash is over what it says and the hash of the entry before it."""

import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from tournament.models import Event


def hash_of_entry(
    *, event_id: int, at: datetime, by_id: int, device: str, action: str, words: str, facts: Any
) -> str:
    """What an entry says, as a hash: the same for what was written and for what is read again."""
    moment = at.astimezone(UTC).isoformat(timespec="microseconds")
    # Read as the database gives it back: a key is text there, whatever it was.
    facts = json.loads(json.dumps(facts))
    said = [event_id, moment, by_id, device, action, words, facts]
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def chained(before: str, told: str) -> str:
    """The hash of an entry that says ``told``, after the entry with the hash ``before``."""
    return sha256(f"{before}{told}".encode()).hexdigest()


def broken_links(event: Event) -> list[str]:
    """The first entry that doesn't fit what was written before it, as a sentence; empty when all do.

    Whoever changes one has to change all that follow it, and the event's own last hash. Two queries, however
    long the log is.
    """
    before = ""
    for entry in event.log.order_by("pk").iterator(chunk_size=1000):
        told = hash_of_entry(
            event_id=event.pk,
            at=entry.at,
            by_id=entry.by_id,
            device=entry.device,
            action=entry.action,
            words=entry.words,
            facts=entry.facts,
        )
        before = chained(before, told)
        if entry.chained != before:
            return [
                f"The log was changed at entry {entry.pk}, or right before it. "
                f"It says: {entry.at.astimezone(event.zone):%-I:%M %p}, {entry.words}"
            ]
    if Event.objects.values_list("chained", flat=True).get(pk=event.pk) != before:
        return ["The last entries of the log are gone."]
    return []
