"""The navigation of an event's pages: for the public, for a team, and for the crew."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.urls import reverse

from accounts.access import Request, cached
from pages.header import header
from pages.web import Screen
from rules.competition.phase_two.formats import FORMATS
from tournament.event.day_rows import day_rows
from tournament.event.rules_of_event import choice_of
from tournament.models import Event, Role
from tournament.models.schedule import PhaseKind


@dataclass(frozen=True)
class NavLink:
    """A link of the navigation. On a phone, the first few are a bar at the bottom, with their glyphs.

    A public page has the same HTML for everybody. There, ``only`` is who sees the link: a role, any "badge",
    or a "stranger" without one.
    """

    label: str
    glyph: str
    address: str
    is_here: bool
    only: str = ""
    is_here_within: bool = False
    """The open page is another one of the link's group."""

    @property
    def current(self) -> str:
        """The value of ``aria-current``; empty for the other pages."""
        return "page" if self.is_here else "true" if self.is_here_within else ""


BRACKET, AWARDS = "hall:bracket", ("hall:awards", "Awards", "♛")
CUT = "floor:cut"
OF_PHASE_ONE = ("hall:standings", "floor:seating")
"""The pages that an event without a Phase I has no links to."""


@dataclass(frozen=True)
class NavPlace:
    """One of the places of an organizer. Its ``pages`` are URL names and labels; the first is its home."""

    label: str
    glyph: str
    pages: tuple[tuple[str, str], ...]


# An organizer may open every page, so these are in five places, by the time when they are needed. One page
# leads to what is printed, and to what few events need (``floor:paper``).
PLACES = (
    NavPlace("Today", "✓", (("floor:today", "Today"), ("floor:log", "Log"), ("referee:rulings", "Rulings"))),
    NavPlace(
        "Desk",
        "📋",
        (
            ("desk:desk", "Desk"),
            ("desk:money", "Money"),
            ("desk:sign-ups", "Sign-up"),
            ("messages:messages", "Messages"),
        ),
    ),
    NavPlace(
        "Floor",
        "●",
        (
            ("floor:floor", "Floor"),
            ("floor:seating", "Seating"),
            ("floor:day", "Clock"),
            (CUT, "Cut"),
            (BRACKET, "Bracket"),
            ("referee:tables", "Tables"),
            ("games:games", "Games"),
        ),
    ),
    NavPlace("Wall", "■", (("floor:wall", "Wall"), ("floor:paper", "Paper and more"))),
    NavPlace(
        "Set-up",
        "⚙",
        (
            ("setup:event", "Settings"),
            ("setup:tables", "Hall"),
            ("setup:people", "People"),
            ("setup:phones", "Phones"),
        ),
    ),
)
REFEREE = (
    ("referee:tables", "Tables", "●"),
    ("referee:rulings", "Rulings", "§"),
    ("hall:standings", "Standings", "☰"),
    (BRACKET, "Bracket", "♛"),
    ("hall:rules", "Rules", "⚖"),
    ("hall:event", "Now", "♠"),
)
DESK = (("desk:desk", "Desk", "📋"), ("desk:money", "Money", "💰"), ("hall:event", "Now", "♠"))
PUBLIC = (
    ("hall:event", "Now", "●"),
    ("hall:standings", "Standings", "☰"),
    (BRACKET, "Bracket", "♛"),
    ("hall:rules", "Rules", "⚖"),
    ("hall:seats", "Seats", "⌂"),
    ("games:games", "Games", "♠"),
)
# The guide of each role (pages/hall/guides.py).
GUIDE_OF = {
    Role.ORGANIZER: ("hall:guide-organizer", "Organizer’s guide"),
    Role.DESK: ("hall:guide-desk", "Desk guide"),
    Role.REFEREE: ("hall:guide-referee", "Referee’s guide"),
    Role.TEAM: ("hall:guide-player", "Player’s guide"),
}
HOMES = {
    Role.ORGANIZER: ("floor:today", "Today", "←"),
    Role.DESK: ("desk:desk", "Desk", "←"),
    Role.REFEREE: ("referee:tables", "Tables", "←"),
    Role.TEAM: ("player:now", "My team", "★"),
    Role.TABLET: ("tablet:tablet", "Table", "■"),
}


def crew_nav(request: Request, here: str) -> dict[str, Any]:
    """Template context: the navigation of the crew. No query beyond the shared rows.

    ``here`` is the URL name of the open page, or, if the navigation has no link to it, of the page that leads
    to it. An organizer's header has the five places; the page has all links of the open one.
    """
    role = Role(request.by.badge.role)
    guide = _guide(request, role)
    if role != Role.ORGANIZER:
        return _nav(_links(request, REFEREE if role == Role.REFEREE else DESK, here), guide, on_phone=5)
    groups = [_links_of(request, place, here) for place in PLACES]
    is_in = [any(link.is_here for link in group) for group in groups]
    places = tuple(
        replace(home, label=place.label, glyph=place.glyph, is_here_within=is_within and not home.is_here)
        for place, (home, *_), is_within in zip(PLACES, groups, is_in, strict=True)
    )
    group = next((group for group, is_within in zip(groups, is_in, strict=True) if is_within), groups[0])
    return {**_nav(places, guide, on_phone=len(places)), "nav_group": group}


def _links_of(request: Request, place: NavPlace, here: str) -> tuple[NavLink, ...]:
    """The links of a place. It has the bracket only once there is one."""
    phases = day_rows(request.event).phases
    has_bracket = any(phase.kind == PhaseKind.TWO and phase.started_at for phase in phases)
    entries = []
    for name, label in place.pages:
        if name == BRACKET:
            if has_bracket:
                entries.append(_phase_two(request.event))
        else:
            entries.append((name, request.event.way.cut.name if name == CUT else label, ""))
    return _links(request, entries, here)


def public_nav(request: Request, here: str) -> dict[str, Any]:
    """Template context: the navigation of a public page, with the links home for badge holders. No query.

    The HTML is the same for all. A browser with a badge knows its role from a cookie (static/js/home.js) and
    shows its home link first, and the page "Now" last.
    """
    homes = [NavLink(*_home(request, role), is_here=False, only=role) for role in HOMES]
    now, *others = _links(request, PUBLIC, here)
    for_strangers, for_badges = replace(now, only="stranger"), replace(now, only="badge")
    return {
        "nav": (*homes, for_strangers, *others, for_badges),
        "nav_on_phone": (*homes, for_strangers, *others[:3]),
        "nav_below": (
            *others[3:],
            _guide(request, Role.TEAM),
            for_badges,
            replace(_sign_out(), only="badge"),
        ),
        "is_for_everybody": True,
    }


def team_nav(request: Request) -> dict[str, Any]:
    """Template context: the navigation of a team's own page, which is the first link. No query."""
    now, *others = _links(request, PUBLIC, "")
    home = NavLink(*_home(request, Role.TEAM), is_here=True)
    return _nav((home, *others, now), _guide(request, Role.TEAM), on_phone=4)


def tablet_nav(request: Request) -> dict[str, Any]:
    """Template context: a tablet leads nowhere else, so nobody at the table can leave its page. No query."""
    return {
        "nav": (NavLink(*_home(request, Role.TABLET), is_here=True),),
        "nav_on_phone": (),
        "nav_below": (),
    }


def crew_layout(here: str) -> Callable[[Request], dict[str, Any]]:
    return lambda request: {**header(request), **crew_nav(request, here)}


def public_layout(here: str = "") -> Callable[[Request], dict[str, Any]]:
    return lambda request: {**header(request), **public_nav(request, here)}


def public(
    page: str,
    here: str,
    context: Callable[..., dict[str, Any]],
    fragment: str = "",
    *,
    reads: type[forms.Form] = forms.Form,
    is_large: bool = False,
    by_team: bool = False,
) -> Screen:
    """A public screen, cached (``accounts.access.cached``). ``here`` is its URL name in the navigation."""
    return Screen(
        needs="everyone",
        page=page,
        fragment=fragment,
        cached=cached(reads, is_large=is_large, by_team=by_team),
        context=context,
        layout=public_layout(here),
    )


def crew(
    needs: str,
    page: str,
    here: str,
    context: Callable[..., dict[str, Any]],
    fragment: str = "",
    *,
    home: str = "",
) -> Screen:
    """A screen for the crew. ``here`` is its URL name in the navigation, ``home`` its own."""
    return Screen(
        needs=needs,
        page=page,
        fragment=fragment,
        home=home or here,
        context=context,
        layout=crew_layout(here),
    )


def _links(request: Request, entries: Iterable[tuple[str, str, str]], here: str) -> tuple[NavLink, ...]:
    # An event without a bracket has the awards page in its place (Rulebook E-53, E-133).
    way = request.event.way
    instead = _phase_two(request.event) if way.has_bracket else AWARDS
    entries = (entry for entry in entries if way.has_phase_one or entry[0] not in OF_PHASE_ONE)
    return tuple(
        NavLink(label, glyph, reverse(name, args=[request.event.slug]), name == here)
        for name, label, glyph in (instead if entry[0] == BRACKET else entry for entry in entries)
    )


def _phase_two(event: Event) -> tuple[str, str, str]:
    return BRACKET, FORMATS[choice_of(event).format].page, "♛"


def _home(request: Request, role: Role) -> tuple[str, str, str]:
    name, label, glyph = HOMES[role]
    if role == Role.TEAM:
        label = request.event.way.page
    return label, glyph, reverse(name, args=[request.event.slug])


def _nav(links: tuple[NavLink, ...], guide: NavLink, *, on_phone: int) -> dict[str, Any]:
    """On a phone the first ``on_phone`` links are at the bottom, the others below the page."""
    below = (*links[on_phone:], guide, _sign_out())
    return {"nav": links, "nav_on_phone": links[:on_phone], "nav_below": below}


def _guide(request: Request, role: Role) -> NavLink:
    name, label = GUIDE_OF[role]
    return NavLink(label, "?", reverse(name, args=[request.event.slug]), is_here=False)


def _sign_out() -> NavLink:
    return NavLink("Sign out", "⎋", reverse("account_logout"), is_here=False)
