"""The way around an event for the people who run it."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from pages.access import Request
from tournament.models import Role


@dataclass(frozen=True)
class NavLink:
    """A page in the navigation; on a phone the first five stand at the bottom, with their glyph."""

    label: str
    glyph: str
    address: str
    is_here: bool


# Where the badge leads; an organizer may go everywhere.
ORGANIZER = (
    ("organizer:floor", "Floor", "●"),
    ("organizer:desk", "Desk", "📋"),
    ("organizer:money", "Money", "💰"),
    ("organizer:people", "People", "⚑"),
    ("organizer:event", "The day", "⏱"),
    ("organizer:log", "Log", "☰"),
    ("referee:tables", "Referee", "⚖"),
    ("hall:event", "Hall", "♠"),
)
DESK = (
    ("organizer:desk", "Desk", "📋"),
    ("organizer:money", "Money", "💰"),
    ("hall:event", "Hall", "♠"),
)


def crew_nav(request: Request, here: str) -> dict[str, Any]:
    """The navigation of somebody who runs the event, for the context of a page. No query."""
    places = ORGANIZER if request.by.badge.role == Role.ORGANIZER else DESK
    links = tuple(
        NavLink(label, glyph, reverse(name, args=[request.event.slug]), name == here)
        for name, label, glyph in places
    )
    return {"nav": links}
