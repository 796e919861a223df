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
    ("organizer:seating", "Seating", "♣"),
    ("organizer:tables", "Tables", "■"),
    ("organizer:log", "Log", "☰"),
    ("referee:tables", "Referee", "⚖"),
    ("referee:rulings", "Rulings", "⚖"),
    ("hall:event", "Hall", "♠"),
)
REFEREE = (
    ("referee:tables", "Tables", "●"),
    ("hall:event", "Hall", "♠"),
)
DESK = (
    ("organizer:desk", "Desk", "📋"),
    ("organizer:money", "Money", "💰"),
    ("hall:event", "Hall", "♠"),
)
NAVS = {Role.ORGANIZER: ORGANIZER, Role.DESK: DESK, Role.REFEREE: REFEREE}


def crew_nav(request: Request, here: str) -> dict[str, Any]:
    """The navigation of somebody who runs the event, for the context of a page. No query.

    A page that has no link of its own is ``here`` where one comes to it from.
    """
    places = NAVS.get(Role(request.by.badge.role), DESK)
    links = tuple(
        NavLink(label, glyph, reverse(name, args=[request.event.slug]), name == here)
        for name, label, glyph in places
    )
    return {"nav": links}
