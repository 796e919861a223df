"""The log: what happened, who did it, when, from which device."""

from datetime import datetime

from tournament.models import Actor, Event, LogEntry
from tournament.models.prepared import Insert

_write = Insert(LogEntry)


def log(event: Event, action: str, words: str, *, by: Actor, at: datetime, **facts: object) -> None:
    """Append what happened. Call it inside the deed's own transaction."""
    _write.columns(
        event_id=event.pk,
        action=action,
        words=words[:400],
        by_id=by.badge.pk,
        device=by.device[:80],
        at=at,
        facts=facts,
    )
