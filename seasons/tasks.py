"""The scheduler's work between events."""

from datetime import datetime

from seasons.commands.shelf import delete_event
from seasons.models import Shelved


def delete_due(now: datetime) -> int:
    """Delete the events whose day of grace is over. Returns how many. One query, usually."""
    due = Shelved.objects.due(now).select_related("event").order_by("pk")
    return sum(delete_event(event=row.event, now=now) for row in due)
