"""The log: what happened, who did it, when, from which device."""

from datetime import datetime

from tournament.models import By, Event, LogEntry


def log(event: Event, action: str, words: str, *, by: By, at: datetime, **facts: object) -> LogEntry:
    """Append what happened. Call it inside the deed's own transaction."""
    return LogEntry.objects.create(
        event=event, action=action, words=words[:400], by=by.badge, device=by.device[:80], at=at, facts=facts
    )
