"""What the pages of one moment order people to do, and which of these orders are opposite."""

import re
from collections.abc import Iterable
from itertools import combinations

from tests.pages.visit import opened, organizer_of, wearing
from tools.rehearsal.browser import Element
from tournament.models import Event, Team

ORDERS = {
    "rest": r"Stretch, eat|everybody takes a break",
    "sit down": r"Please sit down",
    "play to the whistle": r"until the whistle",
    "finish the hand": r"Finish (?:the|that|your) hand",
    "wait for the tables": r"(?:is|are) still playing",
    "wait for play to resume": r"(?<! [AP]M )\bPaused\b|Everything is paused",
    "call a round": r"Next Call round \d",
    "wait for a later call": r"(?:Round \d+|The next round) is called (?:\w+ )?at",
    "wait for a call now": r"(?:Round \d+|The next round) is called any minute",
    "wait for the cut": r"Next comes the cut|Next Settle who goes through(?! Table)",
    "wait for Phase II": r"Phase II starts",
    "play Phase II": r"until the awards|Phase II [\d:]+(?! [AP]M)",
    "come to the awards": r"All games are over\. Next|Hand out the prizes|for playing, and for watching",
}
EVERYBODY = ("wall", "event page", "header", "next step", "clock controls")
OPPOSITE_FOR_EVERYBODY = {
    ("play to the whistle", "wait for a later call"),
    ("play to the whistle", "wait for a call now"),
    ("finish the hand", "wait for a call now"),
    ("wait for the tables", "wait for a call now"),
}
"""A team whose own game is over waits for the next call while others play."""
OPPOSITE = {
    ("rest", "sit down"),
    ("rest", "play to the whistle"),
    ("wait for play to resume", "call a round"),
    ("wait for play to resume", "wait for the tables"),
    ("wait for play to resume", "wait for a later call"),
    ("wait for a call now", "wait for a later call"),
    ("wait for a call now", "wait for the cut"),
    ("wait for a later call", "wait for the cut"),
    ("wait for the cut", "wait for Phase II"),
    ("play Phase II", "wait for Phase II"),
    ("play Phase II", "come to the awards"),
}


def shown_now(event: Event, teams: Iterable[Team]) -> dict[str, Element]:
    """What the wall, the event's page, the header, the floor and these teams' cards say now."""
    page, card = opened(event, ""), {"aria-label": "What you do now"}
    floor = opened(event, "floor/", organizer_of(event))
    return {
        "wall": opened(event, "screen/board/").one("div", id="screen-board"),
        "event page": page.one("section", **{"aria-label": "The clock"}),
        "header": page.one("div", id="clock"),
        "next step": floor.one("section", id="next-step"),
        "clock controls": floor.one("section", id="day-controls"),
        **{team.name: opened(event, "team/", wearing(team.badge)).one("section", **card) for team in teams},
    }


def two_orders(pages: dict[str, Element]) -> list[str]:
    """The pairs of opposite orders on these pages, as sentences."""
    given = {
        (order, name): found[0]
        for name, page in pages.items()
        for order, pattern in ORDERS.items()
        if (found := re.search(pattern, page.words))
    }
    return [
        f"{name}: “{given[order, name]}”, but {other_name}: “{given[other, other_name]}”"
        for (order, name), (other, other_name) in combinations(given, 2)
        if {(order, other), (other, order)} & _opposite(name, other_name)
    ]


def _opposite(*names: str) -> set[tuple[str, str]]:
    return OPPOSITE | OPPOSITE_FOR_EVERYBODY if set(names) <= set(EVERYBODY) else OPPOSITE
