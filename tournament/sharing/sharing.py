"""Whether events can share a room, or leave it (Rulebook E-201)."""

from django.db.models import Q

from tournament.errors import Refused
from tournament.event.rooms import events_in_room
from tournament.models import Event, Game, Phase


def has_begun(event: Event) -> bool:
    """Whether play has ever begun, even if it was taken back. Two queries at most."""
    begun = Phase.objects.filter(event=event, started_at__isnull=False).exists()
    return begun or Game.objects.filter(event=event, called_at__isnull=False).exists()


def why_no_room(event: Event, other: Event, user_id: int | None) -> Refused | None:
    """Why the two can't be played in one room; None if they can. Seven queries at most."""
    if event.pk == other.pk or event.is_practice != other.is_practice or event.demo or other.demo:
        return Refused("room.unknown", field="other")
    mine = other.badges.worn().filter(role="organizer", user=user_id) if user_id else other.badges.none()
    if not mine.exists():
        return Refused("room.not-yours", other=other, field="other")
    for each in (event, other):
        if each.room:
            return Refused("room.taken", name=each, field="other")
        if has_begun(each):
            return Refused("room.begun", name=each, field="other")
    return None


def could_share(event: Event, user_id: int | None) -> list[Event]:
    """The events that could be played in the same room on the same day. Two queries, and some for each."""
    if user_id is None or event.room or event.demo:
        return []
    days = set(event.phases.values_list("starts_at__date", flat=True))
    organized = Q(badges__user=user_id, badges__role="organizer", badges__revoked_at=None)
    found = Event.objects.filter(organized, phases__starts_at__date__in=days).exclude(pk=event.pk)
    return [other for other in found.distinct().order_by("pk") if not why_no_room(event, other, user_id)]


def why_no_leaving(event: Event) -> Refused | None:
    """Why the event can't leave its room; None if it can. Five queries at most."""
    if event.room is None:
        return Refused("room.alone")
    begun = next((each for each in events_in_room(event) if has_begun(each)), None)
    return Refused("room.on", name=begun) if begun else None
