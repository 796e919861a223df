"""Rounds of people who come alone (Rulebook E-52, E-83, E-85)."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from rules.competition.lots import draw
from rules.competition.pairing.alone import AloneRound, next_tables
from rules.competition.pairing.empty_chair import EMPTY, with_empty_chair, without_empty_chair
from rules.competition.pairing.fours import IndividualRound, Past
from rules.competition.pairing.individuals import has_movement, next_round, whist_movement
from rules.competition.pairing.ladders import Move
from rules.competition.pairing.people_ladders import (
    CHAIRS,
    Couples,
    people_by_chair,
    people_by_result,
    red_up_white_down,
)
from rules.seating.answers import NEW, NOBODY, AnswerTile
from rules.seating.history import History, PastGame, SeatedRound, last_round
from rules.seating.ladders import ByResult, Mover, winner_first
from rules.seating.seating import DependsOn, Draw, Group, Needs, RoundSeating, Step

SAME_ROUNDS = 64
"""How many rounds of people who come alone are kept, for other days that begin in the same way."""

ONE_BY_ONE = range(8, 25)
"""The numbers of people who can all be each other's partners once, if 4 divides them or leaves 1."""


@dataclass(frozen=True, kw_only=True)
class NewPartners(RoundSeating):
    """Everybody gets a new partner, or else one they have had least."""

    group: Group = Group.PEOPLE
    partner: AnswerTile = NEW

    def needs(self, entrants: int) -> Needs | None:
        if entrants not in ONE_BY_ONE or entrants % 4 not in (0, 1):
            return None
        return Needs(entrants - 1 + entrants % 4, "everybody has been everybody’s partner")

    def _next_round(self, history: History) -> SeatedRound:
        people = history.people
        players = tuple(sorted(people, key=people.__getitem__))
        return _seated(_new_partners(players, history.round, tuple(_past(history)), history.apart))


@dataclass(frozen=True, kw_only=True)
class EverybodyAlone(RoundSeating):
    """Nobody has a partner: everybody meets those they have met least."""

    group: Group = Group.PEOPLE
    partner: AnswerTile = NOBODY

    def _next_round(self, history: History) -> SeatedRound:
        players = tuple(sorted(history.numbers, key=history.numbers.__getitem__))
        past = tuple(_alone(games) for _, games in groupby(history.games, key=attrgetter("round")))
        tables = _least_met(players, history.seats, past, history.apart)
        return SeatedRound(groups=tables.tables, byes=tables.sits_out)


@dataclass(frozen=True, kw_only=True)
class PeopleByResult(ByResult):
    group: Group = Group.PEOPLE
    partner: AnswerTile = NEW

    def _next_round(self, history: History) -> SeatedRound:
        games, idle = last_round(history)
        if not games:
            return _by_lot(history)
        results = [tuple(_pair_here(history, side) for side in winner_first(game)) for game in games]
        return _seated(self._drawn(results, _idle(history, games, idle), _counted(history)))

    @abstractmethod
    def _drawn(
        self, results: Sequence[Couples[int]], idle: list[int], past: Past[int]
    ) -> IndividualRound[int]:
        """The next round, by the winners and the losers of each table, the head table first."""


@dataclass(frozen=True, kw_only=True)
class PeopleLadder(PeopleByResult):
    """Winners and losers move as in a ladder of teams, and partners part at their new table."""

    move: Move

    def goes_to(self, tables: int, table: int, seat: int, won: bool) -> int:
        return self.move(tables, table, won)

    def _drawn(
        self, results: Sequence[Couples[int]], idle: list[int], past: Past[int]
    ) -> IndividualRound[int]:
        return people_by_result(self.move, results, idle, past)


@dataclass(frozen=True, kw_only=True)
class RedAndWhite(PeopleByResult):
    """The red winner goes up a table, the white one down; losers stay, and red plays with white."""

    movers = (
        Mover("Red winner", 1, 0, True),
        Mover("White winner", 0, 1, True),
        Mover("Losers", 0, 0, False),
    )

    def goes_to(self, tables: int, table: int, seat: int, won: bool) -> int:
        if not won:
            return table
        # Red goes up a table, from the first to the last; white down.
        return (table - 2) % tables + 1 if seat == 0 else table % tables + 1

    def _drawn(
        self, results: Sequence[Couples[int]], idle: list[int], past: Past[int]
    ) -> IndividualRound[int]:
        return red_up_white_down(results, idle, past)


@dataclass(frozen=True, kw_only=True)
class ByChair(RoundSeating):
    """Each chair moves its own way; results move nobody."""

    group: Group = Group.PEOPLE
    partner: AnswerTile = NEW
    draw: Draw = Draw.FIRST_ROUND
    depends: DependsOn = DependsOn.CHAIRS

    def steps(self, tables: int) -> Sequence[Step]:
        return [
            Step(who, int(on < 0), table, (table - 1 + on) % tables + 1)
            for who, on in zip(("North", "East", "South", "West"), CHAIRS, strict=True)
            for table in range(1, tables + 1)
        ]

    def _next_round(self, history: History) -> SeatedRound:
        games, idle = last_round(history)
        if not games:
            return _by_lot(history)
        chairs = [history.still_here(with_empty_chair(game.players).players) for game in games]
        return _seated(people_by_chair(chairs, _idle(history, games, idle), _counted(history)))


# Results decide nothing here, so all days of a simulation have the same rounds.
_least_met = lru_cache(maxsize=SAME_ROUNDS)(next_tables)


@lru_cache(maxsize=SAME_ROUNDS)
def _new_partners(
    players: tuple[int, ...],
    number: int,
    past: tuple[IndividualRound[int], ...],
    apart: frozenset[frozenset[int]],
) -> IndividualRound[int]:
    if has_movement(len(players)) and not apart:
        *before, by_design = whist_movement(players, number)
        # The movement goes on as long as nobody left or was moved by hand.
        if [_partners(one) for one in before] == [_partners(one) for one in past]:
            return by_design
    return next_round(players, past, apart)


def _by_lot(history: History) -> SeatedRound:
    by_number = {number: one for one, number in history.numbers.items()}
    order = [by_number[number] for number in draw(sorted(by_number), history.words)]
    seated = len(order) - len(order) % 4
    groups = tuple(tuple(order[at : at + 4]) for at in range(0, seated, 4))
    if history.has_empty_chair:
        return SeatedRound(groups=(*groups, tuple(order[seated:])), byes=())
    return SeatedRound(groups=groups, byes=tuple(order[seated:]))


def _idle(history: History, games: Iterable[PastGame], idle: list[int]) -> list[int]:
    """Those who come to a place that got free: an empty chair, too, if there was none."""
    is_new = history.has_empty_chair and all(len(game.players) == 4 for game in games)
    return [*idle, EMPTY] if is_new else idle


def _pair_here(history: History, side: tuple[int, ...]) -> tuple[int | None, ...]:
    """The two entrants of a side. A single one has the empty chair as partner."""
    return history.still_here((*side, EMPTY)[:2])


def _counted(history: History) -> Past[int]:
    return Past(list(_past(history)), history.apart)


def _past(history: History) -> Iterable[IndividualRound[int]]:
    for _, games in groupby(history.games, key=attrgetter("round")):
        groups = [game.players for game in games]
        yield IndividualRound(
            tuple(with_empty_chair(group) for group in groups if len(group) >= 3),
            tuple(group[0] for group in groups if len(group) == 1),
        )


def _alone(games: Iterable[PastGame]) -> AloneRound[int]:
    groups = [game.players for game in games]
    return AloneRound(
        tuple(group for group in groups if len(group) > 1),
        tuple(group[0] for group in groups if len(group) == 1),
    )


def _seated(drawn: IndividualRound[int]) -> SeatedRound:
    return SeatedRound(groups=tuple(map(without_empty_chair, drawn.tables)), byes=drawn.sits_out)


def _partners(drawn: IndividualRound[int]) -> set[frozenset[frozenset[int]]]:
    return {frozenset(four.partners) for four in drawn.tables}
