"""The log: what happened, who did it, when, from which device."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import CharField, F, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import SHA256, Concat

from tournament.commands.announcements import announce
from tournament.models import Actor, Event, Game, LogEntry
from tournament.queries.log_chain import hash_of_entry

NO_GAME = 0
"""The one that concerns nobody who plays."""


class _Sha256(SHA256):
    """The hash as letters, made by the database; Django's own asks PostgreSQL for an extension."""

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        """PostgreSQL knows it by itself."""
        template = "ENCODE(SHA256(CONVERT_TO(%(expressions)s, 'UTF8')), 'hex')"
        return self.as_sql(compiler, connection, template=template, **more)


def log(
    event: Event,
    action: str,
    words: str,
    *,
    by: Actor,
    at: datetime,
    concerns: Game | None = None,
    is_for_nobody: bool = False,
    **facts: object,
) -> None:
    """Append what happened, and move the event's version. Call it inside the action's own transaction.

    The action holds the event's lock since its beginning (``locks.py``), so nobody waits here. Once it is
    committed, every screen hears of it; where it ``concerns`` one game only, other teams needn't look, and
    nobody who plays need if it ``is_for_nobody``.
    """
    said: dict[str, Any] = {
        "by_id": by.badge.pk,
        "device": by.device[:80],
        "action": action,
        "words": words[:400],
    }
    told = Value(hash_of_entry(event_id=event.pk, at=at, facts=facts, **said))
    # The database makes the hash, from the one before it: to read that first would be one more statement.
    before = RawSQL("(SELECT chained FROM tournament_event WHERE id = %s)", [event.pk], CharField())
    LogEntry.objects.create(event=event, at=at, facts=facts, chained=_Sha256(Concat(before, told)), **said)
    Event.objects.filter(pk=event.pk).update(
        version=F("version") + 1, chained=_Sha256(Concat("chained", told))
    )
    concerned = NO_GAME if is_for_nobody else concerns.pk if concerns else None
    transaction.on_commit(partial(announce, event.slug, concerned))
