"""The next table of a player whose game is over while other tables still play. Rulebook E-86."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from rules.competition.pairing.ladders import LADDERS
from rules.competition.pairing.people_ladders import BY_RESULT, RED_AND_WHITE


@dataclass(frozen=True, slots=True)
class NextTable:
    """The next table, and the tables still playing that decide who else comes there."""

    table: int
    waits_for: tuple[int, ...]


def next_table(
    seating: str, tables: int, table: int, place: int, *, won: bool, playing: Collection[int]
) -> NextTable:
    """The next table of a player whose game is over, provided that nobody sits out, arrives or leaves.

    ``place`` is 0 for the first of the two on a side, 1 for the second; for a team it is 0.
    """
    ladder = BY_RESULT.get(seating, seating)
    to = _goes(ladder, tables, table, place, won=won)
    comes_from = (
        other
        for other in range(1, tables + 1)
        if other in playing and to in _ways_from(ladder, tables, other, range(2))
    )
    return NextTable(to, tuple(comes_from))


def _ways_from(ladder: str, tables: int, table: int, places: Iterable[int]) -> set[int]:
    return {_goes(ladder, tables, table, place, won=won) for place in places for won in (True, False)}


def _goes(ladder: str, tables: int, table: int, place: int, *, won: bool) -> int:
    if ladder != RED_AND_WHITE:
        return LADDERS[ladder](tables, table, won)
    if not won:
        return table
    # Red goes up a table, from the first to the last; white down.
    return (table - 2) % tables + 1 if place == 0 else table % tables + 1
