"""The way around an event: for everybody, and for the people who run it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse

from accounts.access import Request
from pages.header import header
from rules.competition.phase_two.formats import FORMATS
from tournament.models import Event, Role
from tournament.queries.game import choice_of


@dataclass(frozen=True)
class NavLink:
    """A page in the navigation; on a phone the first stand at the bottom, with their glyph.

    ``only`` says for whom it is on a page that is the same for all: a role, any "badge", a "stranger".
    ``is_here_within``: the page that is open is another of its group.
    """

    label: str
    glyph: str
    address: str
    is_here: bool
    only: str = ""
    is_here_within: bool = False

    @property
    def current(self) -> str:
        """How ``aria-current`` says it; empty for the pages elsewhere."""
        return "page" if self.is_here else "true" if self.is_here_within else ""


BRACKET, AWARDS = "hall:bracket", ("hall:awards", "Awards", "♛")
# Where the badge leads; an organizer may go everywhere: by four groups, the same on every page.
ORGANIZER_GROUPS = (
    (
        ("floor:floor", "Floor", "●"),
        ("floor:seating", "Seating", "♣"),
        ("floor:day", "Clock", "⏱"),
        ("referee:tables", "Referee", "⚖"),
        ("hall:event", "Hall", "♠"),
    ),
    (("desk:desk", "Desk", "📋"), ("desk:money", "Money", "💰"), ("desk:sign-ups", "Sign-up", "✎")),
    (("setup:event", "Settings", "⚙"), ("setup:tables", "Tables", "■"), ("setup:people", "People", "⚑")),
    (("floor:log", "Records", "☰"), ("referee:rulings", "Rulings", "⚖"), ("games:games", "Games", "♠")),
)
REFEREE = (
    ("referee:tables", "Tables", "●"),
    ("referee:rulings", "Rulings", "§"),
    ("hall:standings", "Standings", "☰"),
    (BRACKET, "Bracket", "♛"),
    ("hall:rules", "Rules", "⚖"),
    ("hall:event", "Hall", "♠"),
)
DESK = (
    ("desk:desk", "Desk", "📋"),
    ("desk:money", "Money", "💰"),
    ("hall:event", "Hall", "♠"),
)
NAVS = {Role.DESK: DESK, Role.REFEREE: REFEREE}


def crew_nav(request: Request, here: str) -> dict[str, Any]:
    """The navigation of somebody who runs the event, for the context of a page. No query.

    A page that has no link of its own is ``here`` where one comes to it from. An organizer's pages are in
    groups: each has its first page in the header, and all of its pages stand above the page that is open.
    """
    role = Role(request.by.badge.role)
    if role != Role.ORGANIZER:
        return _nav(_links(request, NAVS.get(role, DESK), here), on_phone=5)
    groups = [_links(request, places, here) for places in ORGANIZER_GROUPS]
    is_in = [any(link.is_here for link in group) for group in groups]
    firsts = tuple(
        link if link.is_here else replace(link, is_here_within=within)
        for (link, *_), within in zip(groups, is_in, strict=True)
    )
    group = next((group for group, within in zip(groups, is_in, strict=True) if within), groups[0])
    return {**_nav(firsts, on_phone=len(firsts)), "nav_group": group}


def _links(request: Request, places: Iterable[tuple[str, str, str]], here: str) -> tuple[NavLink, ...]:
    # Where no bracket is, all look for the podium at the end (Rulebook E-53).
    instead = _phase_two(request.event) if request.event.way.has_bracket else AWARDS
    return tuple(
        NavLink(label, glyph, reverse(name, args=[request.event.slug]), name == here)
        for name, label, glyph in (instead if place[0] == BRACKET else place for place in places)
    )


def _phase_two(event: Event) -> tuple[str, str, str]:
    """The page of Phase II by its name: only a knock-out has a bracket. No query."""
    has_bracket = "final" in FORMATS[choice_of(event).format].rounds
    return BRACKET, "Bracket" if has_bracket else "Phase II", "♛"


def crew_frame(here: str) -> Callable[[Request], dict[str, Any]]:
    """What a page of the crew has around it: the header and the navigation."""
    return lambda request: {**header(request), **crew_nav(request, here)}


PUBLIC = (
    ("hall:event", "Now", "●"),
    ("hall:standings", "Standings", "☰"),
    (BRACKET, "Bracket", "♛"),
    ("hall:rules", "Rules", "⚖"),
    ("hall:seats", "Seats", "⌂"),
    ("games:games", "Games", "♠"),
)
HOMES = {
    Role.ORGANIZER: ("floor:floor", "Floor", "←"),
    Role.DESK: ("desk:desk", "Desk", "←"),
    Role.REFEREE: ("referee:tables", "Tables", "←"),
    Role.TEAM: ("player:now", "My team", "★"),
}


def hall_nav(request: Request, here: str) -> dict[str, Any]:
    """The public pages: the same html for everybody, with the way back of whoever wears a badge. No query.

    A browser that wears one knows its kind (static/js/home.js): it shows the page that belongs to it first,
    and the public one that says what is on last.
    """
    homes = [NavLink(*_home(request, role), is_here=False, only=role) for role in HOMES]
    now, *others = _public(request, here)
    for_strangers, for_badges = replace(now, only="stranger"), replace(now, only="badge")
    return {
        "nav": (*homes, for_strangers, *others, for_badges),
        "nav_on_phone": (*homes, for_strangers, *others[:3]),
        "nav_below": (*others[3:], for_badges, replace(_sign_out(), only="badge")),
        "is_for_everybody": True,
    }


def hall_frame(here: str = "") -> Callable[[Request], dict[str, Any]]:
    """What a public page has around it."""
    return lambda request: {**header(request), **hall_nav(request, here)}


def team_nav(request: Request) -> dict[str, Any]:
    """The same around a team's own page, which stands first. No query."""
    now, *others = _public(request, "")
    return _nav((NavLink(*_home(request, Role.TEAM), is_here=True), *others, now), on_phone=4)


def _home(request: Request, role: Role) -> tuple[str, str, str]:
    """The label, the glyph and the address of the page that belongs to a badge. No query."""
    name, label, glyph = HOMES[role]
    if role == Role.TEAM:
        label = request.event.way.page
    return label, glyph, reverse(name, args=[request.event.slug])


def _public(request: Request, here: str) -> list[NavLink]:
    """The public pages. No query."""
    return list(_links(request, PUBLIC, here))


def _nav(links: tuple[NavLink, ...], *, on_phone: int) -> dict[str, Any]:
    """The links for a frame: so many stand at the bottom of a phone, and the others below the page."""
    return {"nav": links, "nav_on_phone": links[:on_phone], "nav_below": (*links[on_phone:], _sign_out())}


def _sign_out() -> NavLink:
    """The way out, below every page. No query."""
    return NavLink("Sign out", "⎋", reverse("account_logout"), is_here=False)
