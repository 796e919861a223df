"""Movements of people who come alone: by the result of each table, or by chair. Partners change every round.

Rulebook E-83, E-85.
"""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Final

from rules.competition.pairing.fours import Four, IndividualRound, Past
from rules.competition.pairing.ladders import Move
from rules.competition.team import Team

CHAIRS: Final = (0, -1, 1, -2)
"""The change of table number for N, E, S and W: East goes up one table, South down one, West up two."""

Couples = Sequence[Sequence[Team | None]]
"""The winners and the losers of a table; None for one who has left."""


def people_by_result(
    move: Move, tables: Sequence[Couples[Team]], idle: Sequence[Team], past: Past[Team]
) -> IndividualRound[Team]:
    """The next round, where winners and losers move as in a ladder of teams, and part at their new table.

    ``tables`` are in order, the head table first. ``idle`` are those who sat out, then those who are new.
    """
    at_tables: list[list[Team | None]] = [[] for _ in tables]
    for number, result in enumerate(tables, start=1):
        for couple, won in zip(result, (True, False), strict=True):
            at_tables[move(len(tables), number, won) - 1] += couple
    couples = {frozenset(couple) for result in tables for couple in result}
    seated, out = _fours(at_tables, idle, _losers(tables), past)
    return IndividualRound(tuple(_with_new_partners(four, couples, past) for four in seated), out)


def people_by_chair(
    tables: Sequence[Sequence[Team | None]],
    idle: Sequence[Team],
    past: Past[Team],
) -> IndividualRound[Team]:
    """The next round, where everybody moves by chair. ``tables`` has the people at N, E, S and W of each.

    North stays, South goes down one table, East up one, West up two. Everybody keeps the same chair.
    """
    count = len(tables)
    at_tables = [
        [tables[(number - step) % count][chair] for chair, step in enumerate(CHAIRS)]
        for number in range(count)
    ]
    seated, out = _fours(at_tables, idle, [one for four in reversed(tables) for one in four], past)
    return IndividualRound(tuple(Four(*four) for four in seated), out)


def red_up_white_down(
    tables: Sequence[Couples[Team]], idle: Sequence[Team], past: Past[Team]
) -> IndividualRound[Team]:
    """The next round, where the first of each two has the red sheet: North or East.

    The winner with the red sheet goes up a table, from the first to the last; the one with the white sheet
    goes down. Losers stay, and each of them plays with one of the two who come.
    """
    at_tables: list[list[Team | None]] = []
    for at, (_, (red, white)) in enumerate(tables):
        comes_up = tables[(at + 1) % len(tables)][0][0]
        comes_down = tables[at - 1][0][1]
        at_tables.append([red, comes_up, comes_down, white])
    seated, out = _fours(at_tables, idle, _losers(tables), past)
    return IndividualRound(tuple(Four(*four) for four in seated), out)


def _losers(tables: Sequence[Couples[Team]]) -> list[Team | None]:
    """The losers, those of the last table first."""
    return [one for _, lost in reversed(tables) for one in lost]


def _fours(
    at_tables: Sequence[Sequence[Team | None]],
    idle: Sequence[Team],
    first_out: Sequence[Team | None],
    past: Past[Team],
) -> tuple[list[list[Team]], tuple[Team, ...]]:
    """The people of each table in the order of ``at_tables``, and those who sit out.

    ``idle`` people take the empty seats, then new ones at the end. The people who have sat out least sit
    out now, of these the first in ``first_out``. The last in the order then fill the seats still empty.
    """
    order: list[Team | None] = [*chain.from_iterable(at_tables)]
    waiting = list(idle)
    _fill(order, waiting, past)
    order += waiting
    here = [one for one in order if one is not None]
    spare = len(here) % 4
    present = set(here)
    candidates = dict.fromkeys(one for one in (*first_out, *reversed(here)) if one in present)
    out = sorted((one for one in candidates if one is not None), key=lambda one: past.rests[one])[:spare]
    stay = [None if one in out else one for one in order]
    seats = len(here) - spare
    seated = stay[:seats]
    _fill(seated, [one for one in stay[seats:] if one is not None], past)
    everybody = [one for one in seated if one is not None]
    return [everybody[at : at + 4] for at in range(0, seats, 4)], tuple(out)


def _fill(seats: list[Team | None], waiting: list[Team], past: Past[Team]) -> None:
    """Fill the empty seats from ``waiting``: the first who had that chair last, else that sheet."""
    for at, one in enumerate(seats):
        if one is None and waiting:
            chair = at % 4
            comes = min(waiting, key=lambda other: _strangeness(past.chairs.get(other), chair))
            waiting.remove(comes)
            seats[at] = comes


def _strangeness(was: int | None, chair: int) -> int:
    """How unusual a chair is for somebody: 0 their last one, 1 another with the same sheet, else 2."""
    if was is None:
        return 2
    return 0 if was == chair else 1 if was // 2 == chair // 2 else 2


def _with_new_partners(
    four: Sequence[Team], couples: Collection[frozenset[Team | None]], past: Past[Team]
) -> Four[Team]:
    """The four, seated so that nobody keeps a partner if possible, then at the least cost."""
    first, second, third, fourth = four
    return min(
        Four(first, second, third, fourth),
        Four(first, second, fourth, third),
        Four(first, third, second, fourth),
        key=lambda table: (
            sum(pair in couples for pair in table.partners),
            past.table_cost(table.players),
        ),
    )
