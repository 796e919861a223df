"""Two events in one room: one floor, one crew, one check-in (Rulebook E-201 to E-206)."""

from datetime import datetime
from uuid import uuid4

from django.db import transaction

from tournament.badges.commands_badges import give_twin, signs_at
from tournament.errors import refuse
from tournament.event.rooms import events_in_room
from tournament.floor.commands_drafts import call_waiting_games
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, lock_events, write
from tournament.models import Actor, Badge, Event, Phase
from tournament.models.keys import CREW
from tournament.models.schedule import PhaseKind
from tournament.sharing.sharing import why_no_leaving, why_no_room


@transaction.atomic
def share_room(*, event: Event, other: Event, by: Actor, at: datetime) -> Event:
    """Play two events in one room: tables of one number are one table, and one crew runs both.

    :raises Refused: if one has begun or shares a room already, or the actor doesn't organize both.
    """
    both = lock_events([event.pk, other.pk])
    event, other = both[event.pk], both[other.pk]
    refuse(why_no_room(event, other, by.badge.user_id))
    room = uuid4()
    for each in (event, other):
        write(each, room=room)
    crew = Badge.objects.worn().filter(event__in=both, role__in=CREW).select_related("event", "user")
    for badge in list(crew.order_by("pk")):
        give_twin(badge, by=by, at=at)
    for each, with_it in ((event, other), (other, event)):
        log(each, "room.shared", by=signs_at(each, by), at=at, other=with_it.name)
    return other


@transaction.atomic
def leave_room(*, event: Event, by: Actor, at: datetime) -> Event:
    """Stop sharing a room. Each event has only its own crew again.

    :raises Refused: if one has begun.
    """
    event = lock_event(event.pk)
    refuse(why_no_leaving(event))
    both = events_in_room(event)
    for each in both:
        log(each, "room.left", by=signs_at(each, by), at=at)
    twins = Badge.objects.worn().filter(event__in=both, twin_of__isnull=False)
    twins.exclude(pk=by.badge.pk).update(revoked_at=at, code_hash=None, code_until=None)
    Badge.objects.filter(event__in=both).update(twin_of=None)
    for each in both:
        write(each, room=None)
    return event


@transaction.atomic
def call_waiting_in_room(*, event: Event, by: Actor, at: datetime) -> int:
    """Call the round's games that waited for a table or a person of the other event; returns how many."""
    event = lock_event(event.pk)
    return len(call_waiting_games(phase=Phase.objects.get(event=event, kind=PhaseKind.ONE), by=by, at=at))
