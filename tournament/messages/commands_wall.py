"""What the big screen shows: one kind of page, or all in turn."""

from datetime import datetime

from django.db import transaction

from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.locks import lock_event
from tournament.messages.audience import kind_pinned, wall_pin
from tournament.models import Actor, Event, WallPin


@transaction.atomic
def pin_wall(*, event: Event, kind: str, title: str, by: Actor, at: datetime) -> WallPin | None:
    """Show only pages of this kind on every big screen, while there are any. Repeating it changes nothing."""
    event = lock_event(event.pk)
    if kind == kind_pinned(event):
        return None
    log(event, "wall.pinned", by=by, at=at, title=title)
    return WallPin.objects.create(event=event, kind=kind, at=at)


@transaction.atomic
def turn_card(*, event: Event, subject: str, shown: int, by: Actor, at: datetime) -> WallPin:
    """Turn over the next card of the draw that is pinned.

    ``shown`` is how many cards the page showed, so that two people who press at once turn only one.

    :raises Refused: if no draw is pinned, or a card was turned since.
    """
    event = lock_event(event.pk)
    pin = wall_pin(event)
    if pin is None or not pin.kind.startswith("draw-"):
        raise Refused("wall.no-draw")
    if shown != (pin.shown if pin.subject == subject else 0):
        raise Refused("wall.card-shown")
    log(event, "wall.card", by=by, at=at, number=shown + 1)
    return WallPin.objects.create(event=event, kind=pin.kind, subject=subject, shown=shown + 1, at=at)


@transaction.atomic
def unpin_wall(*, event: Event, by: Actor, at: datetime) -> WallPin | None:
    """Show all pages in turn again. Repeating it changes nothing."""
    event = lock_event(event.pk)
    if not kind_pinned(event):
        return None
    log(event, "wall.unpinned", by=by, at=at)
    return WallPin.objects.create(event=event, at=at)
