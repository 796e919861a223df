"""The log: what happened, who did it, when, from which device."""

from datetime import datetime

from django.db.models import F

from tournament.models import Actor, Event, LogEntry


def log(event: Event, action: str, words: str, *, by: Actor, at: datetime, **facts: object) -> None:
    """Append what happened, and move the event's version. Call it inside the deed's own transaction.

    The deed holds the event's lock since its beginning (``locks.py``), so nobody waits here.
    """
    LogEntry.objects.create(
        event=event, action=action, words=words[:400], by=by.badge, device=by.device[:80], at=at, facts=facts
    )
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
