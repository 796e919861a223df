"""Tables for games in which everybody plays alone, so that everybody meets as many others as possible.

Rulebook E-52. Nobody should meet the same people again and again, and players take turns sitting out. With
seven players at tables of three, or nine at tables of four, a stored design lets everybody meet equally
often. Tables of four also use stored rounds (``near_movement``). In all other cases each round is the best
that the earlier rounds allow.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Generic

from rules.competition.pairing.fours import KEPT_APART
from rules.competition.pairing.individuals import near_movement, whist_movement
from rules.competition.team import Team, listed

_RING_OF_SEVEN = ((1, 2, 4), (3, 6, 5))
"""The first round of players 0 to 6 at tables of three. Each later round adds 1 to every number, modulo 7."""

_IMPROVE_UP_TO = 120
"""The most players for whom ``_improve`` runs: it compares all pairs of tables."""


@dataclass(frozen=True, slots=True)
class AloneRound(Generic[Team]):
    tables: tuple[tuple[Team, ...], ...]
    sits_out: tuple[Team, ...] = ()


def next_tables(
    players: Iterable[Team],
    seats: int,
    played: Sequence[AloneRound[Team]] = (),
    apart: Iterable[frozenset[Team]] = (),
) -> AloneRound[Team]:
    """The next round for these players, given the rounds played.

    If the rounds played follow a design, its next round is used. Otherwise the players with the fewest rests
    sit out, of these the ones with the most games. The others join those whom they have met least; then
    players swap tables as long as that lowers the cost. A pair that has met n times costs 2n + 1, the growth
    of n².
    Two who are kept ``apart`` count as having met very often, and rule out a design (Rulebook E-65).

    :raises ValueError: if there are fewer players than a table has seats, or one is named twice.
    """
    here = list(players)
    if len(here) < seats or len(set(here)) < len(here):
        raise ValueError(f"A table needs {seats} different players.")
    apart = set(apart)
    by_design = [] if apart else _design(sorted(here, key=listed), seats)
    if len(played) < len(by_design) and _groups(played) == _groups(by_design[: len(played)]):
        return by_design[len(played)]
    met: Counter[frozenset[Team]] = Counter(
        frozenset(pair) for one in played for table in one.tables for pair in combinations(table, 2)
    )
    for pair in apart:
        met[pair] += KEPT_APART
    rests = Counter(player for one in played for player in one.sits_out)
    games = Counter(player for one in played for table in one.tables for player in table)
    most_rested = sorted(here, key=lambda one: (-rests[one], games[one], listed(one)))
    playing = most_rested[: len(here) - len(here) % seats]
    tables = _greedy(sorted(playing, key=listed), seats, met)
    if len(playing) <= _IMPROVE_UP_TO:
        _improve(tables, met)
    return AloneRound(
        tuple(tuple(sorted(table, key=listed)) for table in tables),
        tuple(sorted(most_rested[len(playing) :], key=listed)),
    )


def _design(players: Sequence[Team], seats: int) -> list[AloneRound[Team]]:
    count = len(players)
    tables: list[list[tuple[Team, ...]]] = []
    if (count, seats) == (7, 3):
        tables = [
            [tuple(players[(index + turn) % count] for index in table) for table in _RING_OF_SEVEN]
            for turn in range(count)
        ]
    elif (count, seats) == (9, 4):
        # In a whist movement two players are partners once and opponents twice, so they meet three times.
        tables = [[four.players for four in one.tables] for one in whist_movement(players)]
    elif seats == 4:
        tables = [[four.players for four in one.tables] for one in near_movement(players)]
    return [_as_round(players, one) for one in tables]


def _as_round(players: Sequence[Team], tables: Iterable[Sequence[Team]]) -> AloneRound[Team]:
    sitting = [tuple(sorted(table, key=listed)) for table in tables]
    seated = {player for table in sitting for player in table}
    return AloneRound(tuple(sitting), tuple(player for player in players if player not in seated))


def _groups(rounds: Iterable[AloneRound[Team]]) -> list[set[frozenset[Team]]]:
    return [{frozenset(table) for table in one.tables} for one in rounds]


def _cost(table: Sequence[Team], met: Counter[frozenset[Team]]) -> int:
    return sum(2 * met[frozenset(pair)] + 1 for pair in combinations(table, 2))


def _greedy(playing: Sequence[Team], seats: int, met: Counter[frozenset[Team]]) -> list[list[Team]]:
    left = list(playing)
    tables: list[list[Team]] = []
    while left:
        table = [left.pop(0)]
        while len(table) < seats:
            newcomer = min(left, key=lambda one: sum(met[frozenset((one, other))] ** 2 for other in table))
            left.remove(newcomer)
            table.append(newcomer)
        tables.append(table)
    return tables


def _improve(tables: list[list[Team]], met: Counter[frozenset[Team]]) -> None:
    is_better = True
    while is_better:
        is_better = False
        for (one, table), (two, other) in combinations(enumerate(tables), 2):
            before = _cost(table, met) + _cost(other, met)
            for seat, chair in product(range(len(table)), range(len(other))):
                first, second = [*table], [*other]
                first[seat], second[chair] = second[chair], first[seat]
                if _cost(first, met) + _cost(second, met) < before:
                    tables[one], tables[two] = first, second
                    is_better = True
                    break
            if is_better:
                break
