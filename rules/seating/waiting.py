"""Games that are called one by one, as tables open up (Rulebook E-41, E-42)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.competition.pairing.movements import rise_and_fly
from rules.competition.pairing.open_play import Held, Why, games_to_call, why_held
from rules.competition.pairing.tables import assign_tables
from rules.seating.seating import Called, TableSeating, WaitingFloor


@dataclass(frozen=True, kw_only=True)
class OpenPlay(TableSeating):
    """Those who have waited longest are called to the next free table, the nearest in standing first."""

    uses_standings: bool = True

    def next_games(self, floor: WaitingFloor) -> Called:
        tables = [kept.table for kept in floor.free]
        waiting = [one for one in floor.waiting if floor.own_tables.get(one.team, True)]
        games = games_to_call(waiting, tables, floor.now, rematch_after=floor.rematch_after)
        paired = frozenset(team for _, couple in games for team in couple)
        plan = assign_tables([couple for _, couple in games], tables, floor.own_tables)
        at_own = tuple((table, couple) for table, couple in plan.seated if not {*couple} & {*plan.displaced})
        seated = tuple((table, (one, other)) for table, (one, other) in at_own)
        return Called(games=seated, paired=paired, displaced=plan.displaced)

    def why_waiting(self, floor: WaitingFloor, called: Called) -> Mapping[int, Held[int]]:
        no_table = [one.team for one in floor.waiting if not floor.own_tables.get(one.team, True)]
        held = why_held(
            [one for one in floor.waiting if one.team not in no_table],
            called.paired,
            floor.now,
            has_table=2 * len(floor.free) > len(called.paired),
            rematch_after=floor.rematch_after,
        )
        at_own = (Held(team, Why.OWN_TABLE) for team in (*called.displaced, *no_table))
        return {one.team: one for one in (*held, *at_own)}


@dataclass(frozen=True, kw_only=True)
class RiseAndFly(TableSeating):
    """Losers rise, and the first on the waiting list come to the winner's table."""

    winners_stay: bool = True

    def next_games(self, floor: WaitingFloor) -> Called:
        apart = {one.team: one.apart for one in floor.waiting}
        games = rise_and_fly(
            floor.free,
            [one.team for one in floor.waiting],
            others_play=floor.others_play,
            are_apart=lambda one, other: one in apart[other],
        )
        return Called(games=games, paired=frozenset(team for _, couple in games for team in couple))

    def why_waiting(self, floor: WaitingFloor, called: Called) -> Mapping[int, Held[int]]:
        is_alone = len(floor.waiting) == 1 and all(kept.keeper is None for kept in floor.free)
        why = Why.ALONE if is_alone else Why.NO_TABLE
        waiting = (one.team for one in floor.waiting if one.team not in called.paired)
        return {team: Held(team, why) for team in waiting}
