"""The way around the pages that everybody may see."""

from typing import Any

from django.urls import reverse

from pages.access import Request, worn_here
from pages.organizer.nav import NavLink
from tournament.models import Role
from tournament.queries.game import plays_alone

PUBLIC = (
    ("hall:event", "Now", "●"),
    ("hall:standings", "Standings", "☰"),
    ("hall:bracket", "Bracket", "♛"),
    ("hall:rules", "Rules", "⚖"),
    ("hall:seats", "Seats", "⌂"),
)
AWARDS = ("hall:awards", "Awards", "♛")
HOMES = {
    Role.ORGANIZER: ("organizer:floor", "Floor", "←"),
    Role.DESK: ("organizer:desk", "Desk", "←"),
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
    return {"nav": tuple(links)}
