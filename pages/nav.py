"""The way around an event: for everybody, and for the people who run it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from pages.access import Request, worn_here
from pages.header import header
from tournament.models import Role
from tournament.queries.game import plays_alone


@dataclass(frozen=True)
class NavLink:
    """A page in the navigation; on a phone the first stand at the bottom, with their glyph."""

    label: str
    glyph: str
    address: str
    is_here: bool


# Where the badge leads; an organizer may go everywhere.
ORGANIZER = (
    ("floor:floor", "Floor", "●"),
    ("desk:desk", "Desk", "📋"),
    ("desk:money", "Money", "💰"),
    ("setup:people", "People", "⚑"),
    ("setup:event", "The day", "⏱"),
    ("floor:seating", "Seating", "♣"),
    ("setup:tables", "Tables", "■"),
    ("floor:log", "Log", "☰"),
    ("referee:tables", "Referee", "⚖"),
    ("referee:rulings", "Rulings", "⚖"),
    ("hall:event", "Hall", "♠"),
)
REFEREE = (
    ("referee:tables", "Tables", "●"),
    ("hall:event", "Hall", "♠"),
)
DESK = (
    ("desk:desk", "Desk", "📋"),
    ("desk:money", "Money", "💰"),
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
    return _nav(links, on_phone=5)


def crew_frame(here: str) -> Callable[[Request], dict[str, Any]]:
    """What a page of the crew has around it: the header and the navigation."""
    return lambda request: {**header(request), **crew_nav(request, here)}


PUBLIC = (
    ("hall:event", "Now", "●"),
    ("hall:standings", "Standings", "☰"),
    ("hall:bracket", "Bracket", "♛"),
    ("hall:rules", "Rules", "⚖"),
    ("hall:seats", "Seats", "⌂"),
)
AWARDS = ("hall:awards", "Awards", "♛")
HOMES = {
    Role.ORGANIZER: ("floor:floor", "Floor", "←"),
    Role.DESK: ("desk:desk", "Desk", "←"),
    Role.REFEREE: ("referee:tables", "Tables", "←"),
    Role.TEAM: ("player:now", "My team", "★"),
}


def hall_nav(request: Request, here: str) -> dict[str, Any]:
    """The public pages, with a way back for whoever wears a badge here. At most one query."""
    badge = worn_here(request)
    # Whoever wears a badge has a page of their own that says what is on; the public one stands last.
    places = [HOMES[Role(badge.role)], *PUBLIC[1:], PUBLIC[0]] if badge else list(PUBLIC)
    if plays_alone(request.event):
        places = [("player:now", "My page", "★") if place[0] == "player:now" else place for place in places]
    if request.event.is_individual:
        # No bracket is played: what everybody looks for at the end is the podium (Rulebook E-53).
        places = [AWARDS if place[0] == "hall:bracket" else place for place in places]
    slug = request.event.slug
    links = [NavLink(label, glyph, reverse(name, args=[slug]), name == here) for name, label, glyph in places]
    return _nav(tuple(links), on_phone=4)


def _nav(links: tuple[NavLink, ...], *, on_phone: int) -> dict[str, Any]:
    """The links for a frame: so many stand at the bottom of a phone, and the others below the page."""
    return {"nav": links, "nav_on_phone": links[:on_phone], "nav_below": links[on_phone:]}
