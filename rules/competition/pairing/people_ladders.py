"""Movements of people who come alone: by the result of each table, or by chair. Partners change every round.

Rulebook E-83.
"""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Final

from rules.competition.pairing.fours import Four, IndividualRound, Past
from rules.competition.pairing.ladders import LADDERS
from rules.competition.team import Team

CHAIRS: Final = (0, -1, 1, -2)
"""How many tables North, East, South and West go on: East up one table, South down one, West up two."""

BY_RESULT: Final = {"one-up": "up", "one-stay": "stay"}
"""The ladder in which winners and losers move."""


def people_by_result(
    ladder: str, tables: Sequence[Sequence[Sequence[Team | None]]], idle: Sequence[Team], past: Past[Team]
) -> IndividualRound[Team]:
    """The next round, where winners and losers move as in a ladder of teams, and part at their new table.

    ``tables`` are the winners and the losers of each table, the head table first; None for one who has left.
    ``idle`` are those who sat out, then those who are new.
    """
    places: list[list[Team | None]] = [[] for _ in tables]
    for number, result in enumerate(tables, start=1):
        for couple, won in zip(result, (True, False), strict=True):
            places[LADDERS[ladder](len(tables), number, won) - 1] += couple
    losers = [one for _, lost in reversed(tables) for one in lost]
    couples = {frozenset(couple) for result in tables for couple in result}
    seated, out = _fours(places, idle, losers, past)
    return IndividualRound(tuple(_with_new_partners(four, couples, past) for four in seated), out)


def people_by_chair(
    tables: Sequence[Sequence[Team | None]],
    idle: Sequence[Team],
    past: Past[Team],
) -> IndividualRound[Team]:
    """The next round, where everybody moves by chair. ``tables`` are North, East, South and West of each.

    North stays, South goes down one table, East up one, West up two. Each keeps the name of the chair.
    """
    count = len(tables)
    places = [
        [tables[(number - step) % count][chair] for chair, step in enumerate(CHAIRS)]
        for number in range(count)
    ]
    seated, out = _fours(places, idle, [one for four in reversed(tables) for one in four], past)
    return IndividualRound(tuple(Four(*four) for four in seated), out)


def _fours(
    places: Sequence[Sequence[Team | None]],
    idle: Sequence[Team],
    first_out: Sequence[Team | None],
    past: Past[Team],
) -> tuple[list[list[Team]], tuple[Team, ...]]:
    """Four at a table in the order of the places, and who sits out.

    ``idle`` take the empty places, then places behind the last. Those sit out who have sat out least, and of
    these the ones who come first in ``first_out``; the last in the order take their places.
    """
    waiting = list(idle)
    order: list[Team] = []
    for one in chain.from_iterable(places):
        if one is not None:
            order.append(one)
        elif waiting:
            order.append(waiting.pop(0))
    order += waiting
    spare = len(order) % 4
    here = set(order)
    candidates = dict.fromkeys(
        one for one in (*first_out, *reversed(order)) if one is not None and one in here
    )
    out = sorted(candidates, key=lambda one: past.rests[one])[:spare]
    seated, last = order[: len(order) - spare], [one for one in order[len(order) - spare :] if one not in out]
    seated = [last.pop(0) if one in out else one for one in seated]
    return [seated[at : at + 4] for at in range(0, len(seated), 4)], tuple(out)


def _with_new_partners(
    four: Sequence[Team], couples: Collection[frozenset[Team | None]], past: Past[Team]
) -> Four[Team]:
    """The four with partners who weren't partners in the round before, and were least often before that."""
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
