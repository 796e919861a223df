"""The seats and the sides of a game, their names, and who deals.

A side is named by its seats: ``NS`` and ``EW`` are partners; ``N`` plays alone (Rulebook E-51).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.ruleset.hands import HandFacts
from rules.ruleset.ruleset import Ruleset

SEATS: Final = ("N", "E", "S", "W")
SIDES: Final = ("NS", "EW")
TABLES: Final[Mapping[int, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    1: (("N", "S"), ("N", "S")),
    2: (SEATS, SIDES),
    3: ((*SEATS, "N2", "E2"), SIDES),
}
"""The seats, clockwise, and the sides of a table with one, two or three players on a side."""
OTHER: Final[Mapping[str, str]] = {"NS": "EW", "EW": "NS"}
SEAT_WORDS = {"N": "North", "E": "East", "S": "South", "W": "West", "N2": "North", "E2": "East"}
SIDE_WORDS: Final[Mapping[str, str]] = {"NS": "North–South", "EW": "East–West"}


def two_figures(side: str, own: int, others: int) -> Mapping[str, int]:
    return {"NS": own, "EW": others} if side == "NS" else {"NS": others, "EW": own}


def seats_of(ruleset: Ruleset, side: str) -> tuple[str, ...]:
    """The seats of a side, in the order of its players."""
    return tuple(seat for seat in ruleset.seats if seat[0] in side)


def chairs_around(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """The names of the chairs at each edge of a table: ``north``, ``east``, ``south`` and ``west``.

    They are from left to right, as seen from the south edge. At a table of six the sides alternate, and each
    chair has the name of its side.
    """
    edges: dict[str, tuple[str, ...]] = dict.fromkeys(("north", "west", "east", "south"), ())
    if len(ruleset.seats) <= len(edges):
        for seat in ruleset.seats:
            edges[SEAT_WORDS[seat].lower()] = (SEAT_WORDS[seat],)
        return edges
    around = [SIDE_WORDS[side] for seat in ruleset.seats for side in ruleset.sides if seat[0] in side]
    one, two, three, four, five, six = around
    return {"north": (one, two), "west": (six,), "east": (three,), "south": (five, four)}


def side_of_chair(ruleset: Ruleset, chair: str) -> str:
    """The side of a chair. A chair may be a single seat, or the side itself for a team."""
    return next(side for side in ruleset.sides if chair in side)


def seat_words(ruleset: Ruleset, side: str) -> tuple[str, ...]:
    """The seats of a side in words, without duplicates: ``North``, ``South``."""
    return tuple(dict.fromkeys(SEAT_WORDS[seat] for seat in seats_of(ruleset, side)))


def next_dealer(ruleset: Ruleset, last: str | None, points: Mapping[str, int]) -> str | None:
    """The dealer after a hand that ``last`` dealt; None if unknown.

    The deal passes to the left. If the game lets its leader deal, it passes only after a tie (Rulebook B-15).
    ``points`` are those of the whole game so far.
    """
    if ruleset.play.leader_deals:
        leading = [seat for seat in ruleset.seats if points[seat] == max(points.values())]
        if len(leading) == 1:
            return leading[0]
    return None if last is None else _left_of(ruleset.seats, last)


def dealer_after_misdeal(ruleset: Ruleset, dealer: str | None, in_a_row: int = 1) -> str | None:
    """The dealer after ``in_a_row`` misdeals by ``dealer``; None if unknown."""
    passes = 0 < ruleset.play.misdeals_that_pass <= in_a_row
    return _left_of(ruleset.seats, dealer) if dealer and passes else dealer


def _left_of(seats: Sequence[str], seat: str) -> str:
    return seats[(seats.index(seat) + 1) % len(seats)]


_NAMES_A_SEAT: Final = ("bidder", "forfeited_by", "won_by", "dealer", "bidder_seat")
_NAMES_SIDES: Final = ("reneges", "false_accusations", "bids_out_of_turn", "discards")
_BY_SIDE: Final = ("tricks", "bids", "trick_points", "total_points", "total_hands", "total_bostons")


def swapped(ruleset: Ruleset, facts: HandFacts) -> HandFacts:
    """The same hand with its two sides swapped: everybody has the chair to their left.

    :raises ValueError: if the game has more than two sides.
    """
    if len(ruleset.sides) != 2:
        raise ValueError("Only two sides can be swapped.")
    first, second = ruleset.sides
    new = {seat: _left_of(ruleset.seats, seat) for seat in ruleset.seats} | {first: second, second: first}

    def by_side(given: Mapping[str, object]) -> dict[str, object]:
        return {new.get(name, name): value for name, value in given.items()}

    changes: dict[str, Any] = {}
    for field, value in facts.items():
        if field in _NAMES_A_SEAT:
            changes[field] = new.get(str(value), value)
        elif field in _NAMES_SIDES and isinstance(value, tuple):
            changes[field] = tuple(new.get(each, each) for each in value)
        elif field in _BY_SIDE and isinstance(value, Mapping):
            changes[field] = by_side(value)
        elif field == "counters" and isinstance(value, Mapping):
            changes[field] = {name: by_side(numbers) for name, numbers in value.items()}
    return replace(facts, **changes)
