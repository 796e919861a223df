"""What the big screen shows: one kind of page, or all in turn."""

from datetime import datetime

from django.db import transaction

from tournament.log.audit_log import log
from tournament.log.locks import lock_event
from tournament.messages.audience import wall_pin
from tournament.models import Actor, Event, WallPin


@transaction.atomic
def pin_wall(*, event: Event, kind: str, title: str, by: Actor, at: datetime) -> WallPin | None:
    """Show only pages of this kind on every big screen, while there are any. Repeating it changes nothing."""
    return _pin(event, kind, by=by, at=at, title=title)


@transaction.atomic
def unpin_wall(*, event: Event, by: Actor, at: datetime) -> WallPin | None:
    """Show all pages in turn again. Repeating it changes nothing."""
    return _pin(event, "", by=by, at=at)


def _pin(event: Event, kind: str, *, by: Actor, at: datetime, **words: str) -> WallPin | None:
    event = lock_event(event.pk)
    if kind == wall_pin(event):
        return None
    pin = WallPin.objects.create(event=event, kind=kind, at=at)
    log(event, "wall.pinned" if kind else "wall.unpinned", by=by, at=at, **words)
    return pin
