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
    event = lock_event(event.pk)
    if kind == wall_pin(event):
        return None
    log(event, "wall.pinned", by=by, at=at, title=title)
    return WallPin.objects.create(event=event, kind=kind, at=at)


@transaction.atomic
def unpin_wall(*, event: Event, by: Actor, at: datetime) -> WallPin | None:
    """Show all pages in turn again. Repeating it changes nothing."""
    event = lock_event(event.pk)
    if not wall_pin(event):
        return None
    log(event, "wall.unpinned", by=by, at=at)
    return WallPin.objects.create(event=event, at=at)
