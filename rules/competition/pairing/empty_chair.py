"""A table of three among people who change partners: one chair stays empty. Rulebook E-212.

The empty chair moves and changes partners as a person would. So being left without a partner is spread as
evenly as repeated partners are.
"""

from collections.abc import Sequence
from typing import Final

from rules.competition.pairing.fours import Four

EMPTY: Final = 0
"""The empty chair as a player; no person has this number."""


def has_empty_chair(people: int) -> bool:
    """Whether three people are left over, who then make a table of three."""
    return people % 4 == 3


def with_empty_chair(group: Sequence[int]) -> Four[int]:
    """The table of a group of three or four, clockwise from North; for three, West is the empty chair."""
    north, east, south, west = (*group, EMPTY)[:4]
    return Four(north, east, south, west)


def without_empty_chair(table: Four[int]) -> tuple[int, ...]:
    """The people at a table, clockwise from North, reseated so that an empty chair is West.

    Partners stay partners. If South is empty, everybody keeps the color of their sheet (E-85).
    """
    north, east, south, west = table.players
    if EMPTY in (north, east):
        north, east, south, west = south, west, north, east
    if south == EMPTY:
        north, east, south, west = east, north, west, south
    return (north, east, south) if west == EMPTY else (north, east, south, west)
