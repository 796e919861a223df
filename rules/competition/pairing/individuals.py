"""Movements for people who come alone: partners change every round.

In a whist movement everybody partners everybody once and meets everybody twice as opponents. It exists for 4n
and 4n + 1 players. It is stored as its first round, on a ring of players; each later round moves everybody
one place along. With 4n players one of them (∞) keeps the place; with 4n + 1 a different one sits out each
round. Other numbers up to 23 have stored rounds that come close to it (Rulebook E-84). Otherwise each round
is the best that the earlier rounds allow.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from math import isqrt
from typing import TypeVar

from rules.competition.pairing.fours import Four, IndividualRound, Past
from rules.competition.pairing.pairing import largest_matching
from rules.competition.pairing.small_field import best_of_all
from rules.competition.pairing.written_movements import FIRST_ROUNDS, NEAR_RINGS, NEAR_ROUNDS, NINE
from rules.competition.team import Team, listed

_FIXED = -1

_EVERY_WAY_UP_TO = 13
_IMPROVE_UP_TO = 120
_EXACT_UP_TO = 200
_REACH = 32


def has_design(players: int) -> bool:
    """Whether a whist movement is stored for this number of players."""
    return players == 9 or players in FIRST_ROUNDS or _is_prime_of_fours(players)


def has_movement(players: int) -> bool:
    """Whether the rounds are stored: a whist movement, or the nearest to one."""
    return has_design(players) or players in NEAR_ROUNDS or players in NEAR_RINGS


def whist_movement(players: Iterable[Team], rounds: int | None = None) -> tuple[IndividualRound[Team], ...]:
    """The rounds for people who come alone: the whist movement if there is one, else the nearest to it.

    The default number of rounds is that of the movement, or as many as it takes to partner everybody.

    :raises ValueError: if there are fewer than four players, or one is named twice.
    """
    names = list(players)
    if len(names) < 4 or len(set(names)) < len(names):
        raise ValueError("An individual contest needs four different players.")
    whole = len(names) - 1 if len(names) % 2 == 0 else len(names)
    wanted = whole if rounds is None else rounds
    written = _design(names) if has_design(len(names)) else near_movement(names)
    made = list(written[:wanted])
    while len(made) < wanted:
        made.append(next_round(names, made))
    return tuple(made)


def near_movement(players: Sequence[Team]) -> tuple[IndividualRound[Team], ...]:
    """The stored rounds for numbers without a whist movement; empty if there are none."""
    if len(players) in NEAR_RINGS:
        return tuple(_on_rings(players, NEAR_RINGS[len(players)].split(";")))
    written = NEAR_ROUNDS.get(len(players), "")
    return tuple(
        _round(players, ([players[ord(letter) - ord("a")] for letter in table] for table in one.split()))
        for one in written.split(",")
        if one
    )


def next_round(
    players: Iterable[Team], played: Sequence[IndividualRound[Team]], apart: Iterable[frozenset[Team]] = ()
) -> IndividualRound[Team]:
    """The next round for these players, given the rounds played.

    The players with the fewest rests sit out, of these the ones with the most games. In a small field every
    seating of the others is compared. Its cost is, over all pairs, six times the square of the times they
    were partners, twice the square of the times they met, and the square of the times they were opponents.

    In a larger field partners are matched at the least cost, then opponents; then players swap seats as long
    as that lowers the cost. That cost is twice the square of the times two were partners, plus the square of
    half the times they were opponents.

    Two who are kept ``apart`` count as having met very often (Rulebook E-65).
    """
    past = Past(played, apart)
    here = list(players)
    if len(here) <= _EVERY_WAY_UP_TO:
        return best_of_all(sorted(here, key=listed), past)
    resting = sorted(here, key=lambda one: (past.rests[one], -past.games[one], _reverse(listed(one))))
    out = resting[: len(here) % 4]
    playing = [one for one in here if one not in set(out)]
    couples = _match(playing, lambda one, other: past.partner_cost(one, other))
    fours = _match(couples, lambda one, other: sum(past.opponent_cost(a, b) for a in one for b in other))
    seats = [[north, east, south, west] for (north, south), (east, west) in fours]
    if len(playing) <= _IMPROVE_UP_TO:
        _improve(seats, past)
    return IndividualRound(tuple(Four(*four) for four in seats), tuple(sorted(out, key=listed)))


def _design(names: Sequence[Team]) -> tuple[IndividualRound[Team], ...]:
    count = len(names)
    if _is_prime_of_fours(count):
        first = _first_round_of_prime(count)
    else:
        written = NINE if count == 9 else FIRST_ROUNDS[count]
        first = [
            [_FIXED if word == "∞" else int(word) for word in four.split()] for four in written.split(",")
        ]
    turns = count if count % 4 else count - 1
    rounds: list[IndividualRound[Team]] = []
    for turn in range(turns):
        moved = ([names[_moved(index, turn, turns)] for index in four] for four in first)
        rounds.append(_round(names, ((north, east, south, west) for north, south, east, west in moved)))
    return tuple(rounds)


def _round(names: Sequence[Team], tables: Iterable[Sequence[Team]]) -> IndividualRound[Team]:
    """The round with these players at N, E, S, W of each table; all others sit out."""
    fours = tuple(Four(*table) for table in tables)
    seated = {player for four in fours for player in four.players}
    return IndividualRound(fours, tuple(name for name in names if name not in seated))


def _on_rings(names: Sequence[Team], first_rounds: Sequence[str]) -> Iterable[IndividualRound[Team]]:
    """The rounds from each first round in turn; there are as many rings as first rounds."""
    size = len(names) // len(first_rounds)
    for first in first_rounds:
        tables = [[int(word) for word in four.split()] for four in first.split(",")]
        for turn in range(size):
            moved = (
                [names[index - index % size + (index + turn) % size] for index in table] for table in tables
            )
            yield _round(names, ((north, east, south, west) for north, south, east, west in moved))


def _is_prime_of_fours(count: int) -> bool:
    return count % 4 == 1 and count > 4 and all(count % divisor for divisor in range(3, isqrt(count) + 1, 2))


def _first_round_of_prime(prime: int) -> list[list[int]]:
    """The first round for a prime number 4n + 1 of players.

    Let w be a primitive root: its powers are all of 1 to 4n. At table i, w^i and w^(i+2n) are partners, and
    so are w^(i+n) and w^(i+3n).
    """
    quarter = prime // 4
    root = next(
        number
        for number in range(2, prime)
        if len({pow(number, power, prime) for power in range(prime - 1)}) == prime - 1
    )
    return [[pow(root, index + step * quarter, prime) for step in (0, 2, 1, 3)] for index in range(quarter)]


def _moved(index: int, turn: int, turns: int) -> int:
    if index == _FIXED:
        return turns
    if turns == 9:
        return (index % 3 + turn % 3) % 3 + 3 * ((index // 3 + turn // 3) % 3)
    return (index + turn) % turns


def _improve(seats: list[list[Team]], past: Past[Team]) -> None:
    chairs = [(table, seat) for table in range(len(seats)) for seat in range(4)]
    costs = [past.table_cost(four) for four in seats]
    is_better = True
    while is_better:
        is_better = False
        for (table, seat), (other, chair) in combinations(chairs, 2):
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
    """The pairs with the least total cost; in a large field only units near in the list can be paired."""
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


def _reverse(seat: tuple[int, str]) -> tuple[int, ...]:
    return (-seat[0], *(-ord(letter) for letter in seat[1]))
