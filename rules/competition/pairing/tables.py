"""The assignment of pairs, or groups of three or four, to tables."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic

from rules.competition.team import Team


@dataclass(frozen=True, slots=True)
class TablePlan(Generic[Team]):
    """The pairs at their tables, in the order of the pairs."""

    seated: tuple[tuple[int, tuple[Team, ...]], ...]
    waiting: tuple[tuple[Team, ...], ...]
    """Pairs without a table."""
    displaced: tuple[Team, ...]
    """Teams that need certain tables and sit at another one, because their opponent needs it: somebody must
    be asked to move.
    """

    def table_of(self, team: Team) -> int | None:
        return next((table for table, couple in self.seated if team in couple), None)


def assign_tables(
    pairs: Sequence[tuple[Team, ...]],
    tables: Iterable[int],
    fixed: Mapping[Team, int | Collection[int]] = MappingProxyType({}),
    waited: Mapping[Team, int] = MappingProxyType({}),
) -> TablePlan[Team]:
    """Assign a table to each pair, in the order of both.

    ``fixed`` has the teams that need certain tables: one, or several such as the accessible ones. As many of
    these wishes as possible are met, earlier pairs first. If there are too few tables, pairs without a wish
    wait: those that have ``waited`` least often, among these the last.
    """
    in_use = list(dict.fromkeys(tables))
    wishes = {couple: _wish(couple, in_use, fixed) for couple in pairs}
    held = _hold([(couple, wish) for couple, wish in wishes.items() if wish is not None])
    free = [table for table in in_use if table not in held.values()]
    at: dict[tuple[Team, ...], int] = dict(held)
    movable = [couple for couple in pairs if couple not in held]
    turns = sorted(movable, key=lambda couple: -sum(waited.get(team, 0) for team in couple))
    sits = set(turns[: len(free)])
    for couple in movable:
        if couple in sits:
            at[couple] = free.pop(0)
    return TablePlan(
        seated=tuple((at[couple], couple) for couple in pairs if couple in at),
        waiting=tuple(couple for couple in pairs if couple not in at),
        displaced=tuple(
            team
            for couple in pairs
            for team in couple
            if couple in at and team in fixed and at[couple] not in _tables(fixed[team])
        ),
    )


def _tables(wish: int | Collection[int]) -> Collection[int]:
    return (wish,) if isinstance(wish, int) else wish


def _wish(
    couple: tuple[Team, ...], in_use: Sequence[int], fixed: Mapping[Team, int | Collection[int]]
) -> list[int] | None:
    """The tables that suit both teams, or else either of them; None if any table does."""
    wishes = [set(_tables(fixed[team])) for team in couple if team in fixed]
    if not wishes:
        return None
    both = set.intersection(*wishes)
    return [table for table in in_use if table in (both or set.union(*wishes))]


def _hold(wishes: Sequence[tuple[tuple[Team, ...], list[int]]]) -> dict[tuple[Team, ...], int]:
    """A table for as many wishes as possible, by augmenting paths."""
    holder: dict[int, int] = {}

    def seat(number: int, asked: set[int]) -> bool:
        for table in wishes[number][1]:
            if table in asked:
                continue
            asked.add(table)
            if table not in holder or seat(holder[table], asked):
                holder[table] = number
                return True
        return False

    for number in range(len(wishes)):
        seat(number, set())
    return {wishes[number][0]: table for table, number in holder.items()}
