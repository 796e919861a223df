"""Movements for people who come alone: partners change every round.

A whist movement lets everybody partner everybody once and meet everybody twice. It exists for 4n and 4n + 1
players. It is written down here as its first round, on a ring of players; each later round moves everybody
one place along. With 4n players one of them (∞) keeps still; with 4n + 1 somebody else sits out every round.
For other numbers each round is the nearest to it that the rounds before allow.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isqrt
from types import MappingProxyType
from typing import Generic, TypeVar

from rules.contest.seating import largest_matching
from rules.contest.team import Team, listed

_FIXED = -1

_FIRST_ROUNDS: Mapping[int, str] = MappingProxyType(
    {
        4: "∞ 0 1 2",
        8: "∞ 0 2 3, 5 1 6 4",
        12: "∞ 0 1 8, 2 3 7 5, 6 9 4 10",
        16: "∞ 0 8 9, 2 13 12 6, 5 10 4 7, 11 3 14 1",
        20: "∞ 0 6 11, 2 14 9 13, 3 16 1 12, 4 5 10 7, 15 17 18 8",
        21: "1 12 7 16, 8 2 20 15, 19 6 17 3, 4 5 18 14, 9 11 13 10",
        24: "∞ 0 17 2, 1 19 22 6, 3 7 14 16, 13 10 18 9, 12 11 20 8, 4 21 15 5",
        25: "1 19 2 4, 5 14 12 9, 13 17 22 11, 24 18 8 7, 21 16 15 3, 6 23 20 10",
        28: "∞ 0 7 10, 1 8 13 17, 2 21 15 6, 23 18 24 25, 12 26 16 4, 14 3 5 11, 9 19 20 22",
        32: "∞ 0 27 17, 1 15 24 11, 8 13 28 29, 4 6 12 3, 9 21 2 26, 23 7 14 25, 5 30 10 18, 20 16 22 19",
        33: "1 30 32 7, 2 5 23 8, 21 9 10 26, 28 18 14 27, 16 17 24 29, 3 12 20 31, 22 15 11 25, 4 6 13 19",
        36: (
            "∞ 0 33 24, 1 21 28 32, 3 5 18 15, 10 11 25 17, 22 12 31 26, 4 16 6 13, 34 23 29 7, 19 2 20 "
            "14, 8 27 30 9"
        ),
        40: (
            "∞ 0 34 23, 1 32 15 5, 2 18 35 3, 20 24 28 33, 14 29 4 37, 16 38 36 27, 17 31 30 10, 26 13 8 "
            "6, 11 12 9 21, 7 25 22 19"
        ),
        44: (
            "∞ 0 33 29, 1 20 37 26, 3 39 35 2, 17 34 15 21, 42 41 23 31, 8 13 16 36, 5 18 6 27, 30 32 9 "
            "25, 11 14 19 28, 4 22 7 38, 10 24 40 12"
        ),
        45: (
            "1 26 4 16, 2 41 39 29, 3 40 43 25, 42 28 14 33, 44 8 7 18, 5 37 6 30, 11 15 31 32, 9 24 "
            "36 20, 23 21 34 27, 19 22 35 13, 10 38 17 12"
        ),
    }
)
"""The first round for so many players: tables of four, the first two partners, the last two partners."""

# Nine players sit on a square of three by three instead of a ring: 3b + a stands for column a, row b.
_NINE = "1 2 6 3, 4 8 7 5"

_IMPROVE_UP_TO = 120
_EXACT_UP_TO = 200
_REACH = 32


@dataclass(frozen=True, slots=True)
class Four(Generic[Team]):
    """Four players at a table, each facing the partner."""

    north: Team
    east: Team
    south: Team
    west: Team

    @property
    def players(self) -> tuple[Team, Team, Team, Team]:
        return self.north, self.east, self.south, self.west

    @property
    def partners(self) -> tuple[frozenset[Team], frozenset[Team]]:
        return frozenset((self.north, self.south)), frozenset((self.east, self.west))

    @property
    def opponents(self) -> tuple[frozenset[Team], ...]:
        return tuple(
            frozenset((one, other)) for one in (self.north, self.south) for other in (self.east, self.west)
        )


@dataclass(frozen=True, slots=True)
class IndividualRound(Generic[Team]):
    """One round of individuals: the tables, and who sits out."""

    tables: tuple[Four[Team], ...]
    sits_out: tuple[Team, ...] = ()


def has_design(players: int) -> bool:
    """Whether there is a movement in which everybody partners everybody once and meets everybody twice."""
    return players == 9 or players in _FIRST_ROUNDS or _is_prime_of_fours(players)


def whist_movement(players: Iterable[Team], rounds: int | None = None) -> tuple[IndividualRound[Team], ...]:
    """The rounds of an individual contest: the design where one exists, the nearest to it where none does.

    Without a number of rounds there are as many as the design has, or as it takes to partner everybody.

    :raises ValueError: if there are fewer than four players, or one is named twice.
    """
    names = list(players)
    if len(names) < 4 or len(set(names)) < len(names):
        raise ValueError("An individual contest needs four different players.")
    whole = len(names) - 1 if len(names) % 2 == 0 else len(names)
    wanted = whole if rounds is None else rounds
    made = list(_design(names)[:wanted]) if has_design(len(names)) else []
    while len(made) < wanted:
        made.append(next_round(names, made))
    return tuple(made)


def next_round(players: Iterable[Team], played: Sequence[IndividualRound[Team]]) -> IndividualRound[Team]:
    """The next round for those who are there, given the rounds played, by whomever.

    Those sit out who have done so least and, among them, who have played most. Then partners are found with
    the least repetition, and then opponents; and two players change seats for as long as that makes
    repetitions fewer. The cost is, over all pairs of players, twice the square of the times they were
    partners, plus the square of half the times they were opponents.
    """
    past = _Past(played)
    here = list(players)
    resting = sorted(here, key=lambda one: (past.rests[one], -past.games[one], _reverse(listed(one))))
    out = resting[: len(here) % 4]
    playing = [one for one in here if one not in set(out)]
    couples = _match(playing, lambda one, other: past.partner_cost(one, other))
    fours = _match(couples, lambda one, other: sum(past.opponent_cost(a, b) for a in one for b in other))
    seats = [[north, east, south, west] for (north, south), (east, west) in fours]
    if len(playing) <= _IMPROVE_UP_TO:
        _improve(seats, past)
    return IndividualRound(tuple(Four(*four) for four in seats), tuple(sorted(out, key=listed)))


class _Past(Generic[Team]):
    """How often two players were partners and opponents, and who rested."""

    def __init__(self, played: Sequence[IndividualRound[Team]]) -> None:
        fours = [four for one in played for four in one.tables]
        self.partners = Counter(pair for four in fours for pair in four.partners)
        self.opponents = Counter(pair for four in fours for pair in four.opponents)
        self.games = Counter(player for four in fours for player in four.players)
        self.rests = Counter(player for one in played for player in one.sits_out)

    def partner_cost(self, one: Team, other: Team) -> int:
        """What it adds to the cost, times four, if two are partners once more."""
        return 8 * (2 * self.partners[frozenset((one, other))] + 1)

    def opponent_cost(self, one: Team, other: Team) -> int:
        """What it adds to the cost, times four, if two are opponents once more."""
        return 2 * self.opponents[frozenset((one, other))] + 1

    def table_cost(self, four: Sequence[Team]) -> int:
        north, east, south, west = four
        return (
            self.partner_cost(north, south)
            + self.partner_cost(east, west)
            + sum(self.opponent_cost(one, other) for one in (north, south) for other in (east, west))
        )


def _design(names: Sequence[Team]) -> tuple[IndividualRound[Team], ...]:
    count = len(names)
    if _is_prime_of_fours(count):
        first = _first_round_of_prime(count)
    else:
        written = _NINE if count == 9 else _FIRST_ROUNDS[count]
        first = [
            [_FIXED if word == "∞" else int(word) for word in four.split()] for four in written.split(",")
        ]
    turns = count if count % 4 else count - 1
    rounds: list[IndividualRound[Team]] = []
    for turn in range(turns):
        tables = []
        for four in first:
            north, south, east, west = (names[_moved(place, turn, turns)] for place in four)
            tables.append(Four(north, east, south, west))
        seated = {player for four in tables for player in four.players}
        rounds.append(IndividualRound(tuple(tables), tuple(name for name in names if name not in seated)))
    return tuple(rounds)


def _is_prime_of_fours(count: int) -> bool:
    return count % 4 == 1 and count > 4 and all(count % divisor for divisor in range(3, isqrt(count) + 1, 2))


def _first_round_of_prime(prime: int) -> list[list[int]]:
    """The first round for a prime number 4n + 1 of players, found by arithmetic.

    With w a number whose powers are all of 1 to 4n, table i has w^i facing w^(i+2n) and w^(i+n) facing
    w^(i+3n).
    """
    quarter = prime // 4
    root = next(
        number
        for number in range(2, prime)
        if len({pow(number, power, prime) for power in range(prime - 1)}) == prime - 1
    )
    return [[pow(root, place + step * quarter, prime) for step in (0, 2, 1, 3)] for place in range(quarter)]


def _moved(place: int, turn: int, turns: int) -> int:
    if place == _FIXED:
        return turns
    if turns == 9:
        return (place % 3 + turn % 3) % 3 + 3 * ((place // 3 + turn // 3) % 3)
    return (place + turn) % turns


def _improve(seats: list[list[Team]], past: _Past[Team]) -> None:
    """Let two players change seats as long as that makes the round better."""
    places = [(table, seat) for table in range(len(seats)) for seat in range(4)]
    costs = [past.table_cost(four) for four in seats]
    is_better = True
    while is_better:
        is_better = False
        for (table, seat), (other, chair) in combinations(places, 2):
            four, five = seats[table][:], seats[other][:]
            four[seat], five[chair] = five[chair], four[seat]
            if table == other:
                four[chair] = seats[table][seat]
                five = four
            before = costs[table] + (costs[other] if other != table else 0)
            after = past.table_cost(four) + (past.table_cost(five) if other != table else 0)
            if after < before:
                seats[table], seats[other] = four, five
                costs[table], costs[other] = past.table_cost(four), past.table_cost(five)
                is_better = True


_Unit = TypeVar("_Unit", bound=Hashable)


def _match(units: Sequence[_Unit], cost: Callable[[_Unit, _Unit], int]) -> list[tuple[_Unit, _Unit]]:
    """Everybody in pairs, at the least sum of costs; in a large field each among those near in the list."""
    for reach in (_REACH, len(units)) if len(units) > _EXACT_UP_TO else (len(units),):
        edges = [
            (one, other, cost(units[one], units[other]))
            for one in range(len(units))
            for other in range(one + 1, min(one + reach, len(units)))
        ]
        couples = largest_matching(len(units), edges)
        if 2 * len(couples) >= len(units) - 1:
            break
    return [(units[one], units[other]) for one, other in couples]


def _reverse(place: tuple[int, str]) -> tuple[int, ...]:
    """The last of a list first."""
    return (-place[0], *(-ord(letter) for letter in place[1]))
