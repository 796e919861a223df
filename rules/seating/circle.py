"""Rounds that depend on their number alone: everybody against everybody, and one side moving up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rules.competition.pairing.movements import Fixture, halves, movement, on_one_side, round_robin_round
from rules.competition.pairing.pairing import Cost, Entrant, cost_of, pair
from rules.seating.history import History, SeatedRound, seated_pairs
from rules.seating.seating import DependsOn, Needs, RoundSeating, Step

TRIES = 50
"""How many round-robin rounds to try for one without a rematch, after a team came or left."""


@dataclass(frozen=True, kw_only=True)
class Circle(RoundSeating):
    """Everybody against everybody."""

    depends: DependsOn = DependsOn.NUMBER

    def needs(self, entrants: int) -> Needs:
        return Needs(entrants - 1 + entrants % 2, "everybody has met everybody")

    def _next_round(self, history: History) -> SeatedRound:
        """The next round of the circle; after a team came or left, the next one without a rematch."""
        teams = sorted((entrant.team for entrant in history.entrants), key=history.numbers.__getitem__)
        rounds = max(1, len(teams) - 1 + len(teams) % 2)
        tries = (round_robin_round(teams, history.round + step) for step in range(min(rounds, TRIES)))
        return _best(history, (seated_pairs(fixture.pairs, fixture.byes) for fixture in tries))


@dataclass(frozen=True, kw_only=True)
class OneSideMoves(RoundSeating):
    """One side stays, the other moves up a table. The first round's lot decides which side stays."""

    depends: DependsOn = DependsOn.NUMBER

    def needs(self, entrants: int) -> Needs:
        return Needs(
            self.tables_for(entrants),
            "everybody has met the whole other side",
            then="nobody stays or moves any more: the list says who meets",
        )

    def tables_for(self, entrants: int) -> int:
        # One table is empty where the number is odd, another in each round.
        return (entrants + 1) // 2

    def steps(self, tables: int) -> Sequence[Step]:
        before, after = (
            movement(range(tables), range(tables, 2 * tables), number).pairs for number in (1, 2)
        )
        seat = {mover: table for table, (_, mover) in enumerate(after, start=1)}
        return [
            Step("The side that moves", 1, table, seat[mover])
            for table, (_, mover) in enumerate(before, start=1)
        ]

    def _next_round(self, history: History) -> SeatedRound:
        staying, moving = _sides(history)
        here = set(history.numbers)
        fixture: Fixture[int] = movement(staying, moving, history.round)
        pairs = [couple for couple in fixture.pairs if here.issuperset(couple)]
        unpaired = {team for team in chain(*fixture.pairs, fixture.byes) if team in here}
        unpaired -= set(chain(*pairs))
        left = pair([entrant for entrant in _by_number(history) if entrant.team in unpaired])
        moved = seated_pairs([*pairs, *left.pairs], [left.bye])
        keeps = {team: (table,) for team, table in _tables_of(history, staying).items() if team in here}
        return _best(history, [replace(moved, keeps=keeps)])


def _tables_of(history: History, staying: Iterable[int]) -> dict[int, int]:
    """The tables of the staying side. A team that began with a bye has the next one."""
    tables: dict[int, int] = {}
    for game in history.games:
        if game.table is not None:
            tables.setdefault(game.players[0], game.table)
    for team in staying if tables else ():
        tables.setdefault(team, max(tables.values()) + 1)
    return tables


def _sides(history: History) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The staying and the moving teams, by first games. Teams that left keep a place; new ones fill up."""
    staying: dict[int, None] = {}
    moving: dict[int, None] = {}
    for game in history.games:
        first, *second = game.players
        if first not in moving:
            staying.setdefault(first)
        for team in second:
            if team not in staying:
                moving.setdefault(team)
    by_number = {number: team for team, number in history.numbers.items()}
    new = [number for number, team in sorted(by_number.items()) if team not in staying and team not in moving]
    if not history.games:
        apart = [frozenset(history.numbers[team] for team in pair) for pair in history.apart]
        ns, ew = on_one_side(halves(new, history.words), sorted(apart, key=sorted))
        return tuple(by_number[number] for number in ns), tuple(by_number[number] for number in ew)
    for number in new:
        (staying if len(staying) <= len(moving) else moving).setdefault(by_number[number])
    return tuple(staying), tuple(moving)


def _best(history: History, fixtures: Iterable[SeatedRound]) -> SeatedRound:
    """The first fixture without a rematch, a second bye or a pair to keep apart; else the one with fewest.

    Rulebook E-18 and E-24 take precedence over the circle, so a free pairing is also tried.
    """
    plain = [replace(entrant, city="", table=None) for entrant in _by_number(history)]
    tried: list[tuple[tuple[int, int, int], SeatedRound]] = []
    for fixture in fixtures:
        again = _again(cost_of(plain, fixture.pairs, fixture.byes[0] if fixture.byes else None))
        if not any(again):
            return fixture
        tried.append((again, fixture))
    any_two = pair(plain)
    tried.append((_again(any_two.cost), seated_pairs(any_two.pairs, [any_two.bye])))
    return min(tried, key=lambda one: one[0])[1]


def _by_number(history: History) -> list[Entrant[int]]:
    """The entrants by number, without what results decide (Rulebook E-86)."""
    entrants = sorted(history.entrants, key=lambda entrant: history.numbers[entrant.team])
    return [replace(entrant, standing=0, won=0) for entrant in entrants]


def _again(cost: Cost) -> tuple[int, int, int]:
    return cost.second_byes, cost.kept_apart, cost.rematches
