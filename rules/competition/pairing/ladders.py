"""Movements by result: after a round the winner and the loser of each table go where the movement sends them.

Table 1 is the head table. Rulebook E-82, E-87.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from rules.competition.pairing.movements import Fixture
from rules.competition.team import Team

Move = Callable[[int, int, bool], int]
"""Maps the number of tables, a table, and whether the team won there to the team's next table.

With any number of tables, two come to each.
"""


def winners_up(tables: int, table: int, won: bool) -> int:
    if won:
        return max(1, table - 1)
    return table if table > 1 else tables


def winners_up_losers_down(tables: int, table: int, won: bool) -> int:
    return max(1, table - 1) if won else min(tables, table + 1)


def winners_stay(tables: int, table: int, won: bool) -> int:
    return table if won else table % tables + 1


def malt(tables: int, table: int, won: bool) -> int:
    """Losers go to the first half of the tables, winners to the second."""
    if not won:
        return (table + 1) // 2
    return (tables + 1) // 2 + (table + 1 - tables % 2) // 2


def keep_tables(
    keepers: Collection[Team], results: Iterable[tuple[Team, Team]]
) -> tuple[list[tuple[Team, Team]], frozenset[Team]]:
    """For each result of a round, the team that keeps the table and the one that moves; and all keepers now.

    Rulebook E-87. ``keepers`` kept a table before; a result is the winner, then the loser. If neither of the
    two is a keeper, or both are, the winner keeps the table from now on and the loser moves.
    """
    now, tables = set(keepers), []
    for won, lost in results:
        if (won in now) == (lost in now):
            now = {*now, won} - {lost}
        tables.append((won, lost) if won in now else (lost, won))
    return tables, frozenset(now)


def next_of_ladder(
    move: Move,
    tables: Sequence[Sequence[Team | None]],
    idle: Sequence[Team] = (),
    byes: Mapping[Team, int] | None = None,
    keepers: Collection[Team] = (),
    *,
    winner_sits_out: bool = False,
) -> Fixture[Team]:
    """The pairs of the next round in table order, and the team that sits out of an odd field.

    ``tables`` has the winner and the loser of each table, the head table first; None for a team that has
    left. ``idle`` are the teams that sat out, then the new ones: they take the seats of teams that have
    left, then new tables at the end. ``byes`` counts how often each team has sat out. Where winners of the
    first game keep their table, both ``tables`` (keeper and mover instead of winner and loser) and
    ``keepers`` come from ``keep_tables``.
    """
    groups: list[list[Team]] = [[] for _ in tables]
    for number, result in enumerate(tables, start=1):
        for team, won in zip(result, (True, False), strict=True):
            if team is not None:
                groups[move(len(tables), number, won) - 1].append(team)
    waiting = list(idle)
    for group in groups:
        while waiting and len(group) < 2:
            group.append(waiting.pop(0))
    # Those whose opponent has left meet each other.
    waiting += [team for group in groups if len(group) == 1 for team in group]
    order = [team for group in groups if len(group) == 2 for team in group] + waiting
    if len(order) % 2 == 0:
        return _pairs(order)
    out, order = _sits_out(tables, order, byes or {}, keepers, winner_sits_out=winner_sits_out)
    return _pairs(order, (out,))


def _sits_out(
    tables: Sequence[Sequence[Team | None]],
    order: list[Team],
    byes: Mapping[Team, int],
    keepers: Collection[Team],
    *,
    winner_sits_out: bool,
) -> tuple[Team, list[Team]]:
    """The team of an odd field that sits out, and the others in order; the last of ``order`` has no opponent.

    In MALT the winner of table 2 sits out, the winner of table 1 takes its place, and the last team takes the
    place of the winner of table 1. Otherwise a team sits out that has done so least often, of these the loser
    nearest to the last table, and the last team takes its place. If the last team is a keeper, only keepers
    can sit out; otherwise only teams that move.
    """
    *seated, last = order
    first, second = [*(winner for winner, _ in tables[:2]), None, None][:2]
    if winner_sits_out and first in seated and second in seated:
        assert first is not None
        assert second is not None
        goes = {second: first, first: last}
        return second, [goes.get(team, team) for team in seated]
    losers = [loser for _, loser in reversed(tables) if loser is not None and loser in order]
    candidates = [*losers, *(team for team in reversed(order) if team not in losers)]
    candidates = [team for team in candidates if (team in keepers) == (last in keepers)]
    out = min(candidates, key=lambda team: byes.get(team, 0))
    return out, [last if team == out else team for team in seated]


def _pairs(order: Sequence[Team], byes: tuple[Team, ...] = ()) -> Fixture[Team]:
    return Fixture(tuple(zip(order[::2], order[1::2], strict=True)), byes)
