"""The log: what happened, who did it, when, from which device."""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F

from tournament.commands.announcements import announce
from tournament.models import Actor, Event, Game, LogEntry


def log(
    event: Event,
    action: str,
    words: str,
    *,
    by: Actor,
    at: datetime,
    concerns: Game | None = None,
    **facts: object,
) -> None:
    """Append what happened, and move the event's version. Call it inside the deed's own transaction.

    The deed holds the event's lock since its beginning (``locks.py``), so nobody waits here. Once it is
    committed, every screen hears of it; where it ``concerns`` one game only, other teams needn't look.
    """
    LogEntry.objects.create(
        event=event, action=action, words=words[:400], by=by.badge, device=by.device[:80], at=at, facts=facts
    )
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    transaction.on_commit(partial(announce, event.slug, concerns.pk if concerns else None))
