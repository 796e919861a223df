"""Rounds in which winners and losers go to other tables (Rulebook E-82, E-87)."""

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from operator import attrgetter
from typing import ClassVar, NamedTuple

from rules.competition.pairing.ladders import Move, keep_tables, next_of_ladder
from rules.seating.history import History, PastGame, SeatedRound, Sides, last_round, seated_pairs
from rules.seating.seating import DependsOn, Draw, NextTable, RoundSeating, Step
from rules.seating.teams import drawn_pairs


class Mover(NamedTuple):
    """Those who move alike: ``seat`` is 0 for the first of the two on a side, 1 for the second."""

    who: str
    side: int
    seat: int
    won: bool


@dataclass(frozen=True, kw_only=True)
class ByResult(RoundSeating):
    """The first round is drawn by lot; then each table's result says who goes where."""

    draw: Draw = Draw.FIRST_ROUND
    depends: DependsOn = DependsOn.TABLES

    movers: ClassVar[tuple[Mover, ...]] = (Mover("Winners", 1, 0, True), Mover("Losers", 0, 0, False))

    @abstractmethod
    def goes_to(self, tables: int, table: int, seat: int, won: bool) -> int:
        """The next table of the winner or loser of a table."""

    def steps(self, tables: int) -> Sequence[Step]:
        return [
            Step(who, side, table, self.goes_to(tables, table, seat, won))
            for who, side, seat, won in self.movers
            for table in range(1, tables + 1)
        ]

    def next_table(self, history: History, one: int) -> NextTable:
        games, _ = last_round(history)
        results, tables = self.results(history)[0], len(games)
        mine = next(table for table, sides in enumerate(results, start=1) if one in chain(*sides))
        won, lost = results[mine - 1]
        side = won if one in won else lost
        to = self.goes_to(tables, mine, side.index(one), side is won)
        return NextTable(
            to,
            tuple(
                table
                for table, game in enumerate(games, start=1)
                if not game.is_over and to in self._ways_from(tables, table)
            ),
        )

    def results(self, history: History) -> tuple[list[Sides], Collection[int]]:
        """The last round's games as sides, the winner or the one that stays first; and all who stay."""
        games, _ = last_round(history)
        return [winner_first(game) for game in games], ()

    def _ways_from(self, tables: int, table: int) -> set[int]:
        return {self.goes_to(tables, table, seat, won) for seat in (0, 1) for won in (True, False)}


@dataclass(frozen=True, kw_only=True)
class Ladder(ByResult):
    """Winners and losers move as ``move`` says.

    With ``winner_sits_out`` the winner of table 2 sits out of an odd field, as in MALT; otherwise one who
    moves.
    """

    move: Move
    winner_sits_out: bool = False

    def goes_to(self, tables: int, table: int, seat: int, won: bool) -> int:
        return self.move(tables, table, won)

    def _next_round(self, history: History) -> SeatedRound:
        games, idle = last_round(history)
        if not games:
            return drawn_pairs(history)
        goes, keepers = self.results(history)
        results = [history.still_here(chain(*sides)) for sides in goes]
        byes = {entrant.team: entrant.byes for entrant in history.entrants}
        fixture = next_of_ladder(
            self.move, results, idle, byes, keepers, winner_sits_out=self.winner_sits_out
        )
        tables = [game.table for game in games if game.table is not None]
        in_order = zip(fixture.pairs, dict.fromkeys(tables), strict=False)
        keeps = {} if len(set(tables)) < len(games) else {pair[0]: (table,) for pair, table in in_order}
        return replace(seated_pairs(fixture.pairs, fixture.byes), keeps=keeps)


@dataclass(frozen=True, kw_only=True)
class FirstWinnersStay(Ladder):
    """The winner of the first game keeps its table as long as it plays (Rulebook E-87)."""

    movers = (
        Mover("Winners of the first game", 1, 0, True),
        Mover("Losers of the first game", 0, 0, False),
    )

    def results(self, history: History) -> tuple[list[Sides], Collection[int]]:
        keepers, tables = frozenset[int](), list[tuple[int, int]]()
        for _, played in groupby(history.games, key=attrgetter("round")):
            results = [winner_first(game) for game in played if not game.is_bye]
            tables, keepers = keep_tables(keepers, [(won, lost) for (won,), (lost,) in results])
        return [((stays,), (moves,)) for stays, moves in tables], keepers


def winner_first(game: PastGame) -> Sides:
    """The two sides, the winner first. If nobody won, North-South counts as the winner."""
    one, other = game.sides
    return (other, one) if game.winner in other else (one, other)
