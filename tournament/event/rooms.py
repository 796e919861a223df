"""The events that are played in one room."""

from tournament.models import Event


def other_in_room(event: Event) -> Event | None:
    """The event that is played in the same room. One query; none for an event that shares no room."""
    return Event.objects.filter(room=event.room).exclude(pk=event.pk).first() if event.room else None


def events_in_room(event: Event) -> list[Event]:
    """The event and the other one of its room, the older first. One query at most."""
    other = other_in_room(event)
    return sorted((event, other), key=lambda one: one.pk) if other else [event]
