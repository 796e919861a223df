"""The scheduler's work between events."""

from datetime import datetime, timedelta

from seasons.commands.forgetting import forget_people
from seasons.commands.shelf import delete_event
from seasons.models import Club, Shelved
from seasons.queries.people import forgotten_by

FORGETS_EVERY = timedelta(days=1)
_forgot_at: list[datetime] = []


def delete_due(now: datetime) -> int:
    """Delete the events whose day of grace is over. Returns how many. One query, usually."""
    due = Shelved.objects.due(now).select_related("event").order_by("pk")
    return sum(delete_event(event=row.event, now=now) for row in due)


def forget_due(now: datetime) -> int:
    """Once a day, forget the people whom their club has seen too long ago. Returns how many."""
    if _forgot_at and now - _forgot_at[0] < FORGETS_EVERY:
        return 0
    _forgot_at[:] = [now]
    clubs = Club.objects.order_by("pk")
    return sum(forget_people(club=club, now=now) for club in clubs if forgotten_by(now, club).exists())
