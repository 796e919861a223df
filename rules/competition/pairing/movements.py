"""Pairings that need no standings: round robin, one side moving up, rise and fly."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic

from rules.competition.lots import draw
from rules.competition.team import Team


@dataclass(frozen=True, slots=True)
class Fixture(Generic[Team]):
    pairs: tuple[tuple[Team, Team], ...]
    byes: tuple[Team, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept(Generic[Team]):
    """A free table in rise and fly: the winner who keeps it, and the loser who just left it.

    Both are None if nobody has won there yet, or the winner has left the event.
    """

    table: int
    keeper: Team | None = None
    rose: Team | None = None


def round_robin(teams: Iterable[Team]) -> tuple[Fixture[Team], ...]:
    """Everybody against everybody, once. With an odd number each team sits out one round."""
    order = list(teams)
    if len(order) < 2:
        return ()
    rounds = len(order) - 1 + len(order) % 2
    return tuple(round_robin_round(order, number) for number in range(1, rounds + 1))


def round_robin_round(teams: Sequence[Team], number: int) -> Fixture[Team]:
    """Round ``number`` of a round robin; after the last it begins again.

    The first team keeps its place, and the others move around it by one seat each round.
    """
    order: list[Team | None] = [*teams, None] if len(teams) % 2 else list(teams)
    first, circle = order[:1], order[1:]
    turn = (number - 1) % max(1, len(circle))
    order = [*first, *circle[len(circle) - turn :], *circle[: len(circle) - turn]]
    # The fixed seat changes sides every other round, or its team would always be North-South.
    return _fixture(
        (upper, lower) if (index or turn) % 2 == 0 else (lower, upper)
        for index, (upper, lower) in enumerate(
            zip(order[: len(order) // 2], reversed(order[len(order) // 2 :]), strict=True)
        )
    )


def movement(staying: Sequence[Team], moving: Sequence[Team], number: int) -> Fixture[Team]:
    """Round ``number`` of a movement: one side stays, the other moves up a table each round.

    After as many rounds as there are tables, each team has met all teams of the other side. If one side is
    larger, its empty table is a bye.
    """
    tables = max(len(staying), len(moving))
    couples: list[tuple[Team | None, Team | None]] = []
    for table in range(tables):
        mover = (table - number + 1) % tables
        couples.append(
            (staying[table] if table < len(staying) else None, moving[mover] if mover < len(moving) else None)
        )
    return _fixture(couples)


def halves(teams: Iterable[Team], seed: str) -> tuple[tuple[Team, ...], tuple[Team, ...]]:
    """The two sides of a movement, by lot: those who stay (one more, in an odd field) and those who move."""
    drawn = draw(teams, seed)
    middle = (len(drawn) + 1) // 2
    return drawn[:middle], drawn[middle:]


def on_one_side(
    sides: tuple[Sequence[Team], Sequence[Team]], apart: Iterable[frozenset[Team]]
) -> tuple[tuple[Team, ...], tuple[Team, ...]]:
    """The two sides of a movement, with teams that are kept apart on the same side, where nobody meets.

    Such a team on the moving side changes places with the last team of the staying side that isn't kept apart
    from anybody (Rulebook E-65).
    """
    staying, moving = list(sides[0]), list(sides[1])
    wished = set().union(*apart) if apart else set()
    for one, other in (tuple(pair) for pair in apart):
        for left, right in ((one, other), (other, one)):
            free = [team for team in staying if team not in wished]
            if left in staying and right in moving and free:
                index, chair = staying.index(free[-1]), moving.index(right)
                staying[index], moving[chair] = right, free[-1]
    return tuple(staying), tuple(moving)


def rise_and_fly(
    tables: Iterable[Kept[Team]],
    in_order: Iterable[Team],
    *,
    others_play: bool,
    are_apart: Callable[[Team, Team], bool] = lambda one, other: False,
) -> tuple[tuple[int, tuple[Team, Team]], ...]:
    """The games at the free tables: winners keep theirs, and the first on the waiting list comes to them.

    Rulebook E-42. The losers are already at the end of the list. A team doesn't play at once against the team
    it just lost to, if another opponent is possible: from the list, or from a table where ``others_play``. At
    a table without a keeper the first two on the list sit down. Winners without an opponent meet each other,
    at the first one's table. Teams that ``are_apart`` meet only if nobody else is possible (Rulebook E-65).
    """
    ready, waiting = list(tables), list(in_order)
    unpaired: list[tuple[int, Team]] = []
    games: list[tuple[int, tuple[Team, Team]]] = []
    for kept in ready:
        if kept.keeper is None:
            continue
        keeper = kept.keeper
        new = [team for team in waiting if team != kept.rose and not are_apart(keeper, team)]
        if new:
            waiting.remove(new[0])
            games.append((kept.table, (kept.keeper, new[0])))
        else:
            unpaired.append((kept.table, kept.keeper))
    for kept in ready:
        may_meet = (couple for couple in combinations(waiting, 2) if not are_apart(*couple))
        if kept.keeper is None and (couple := next(may_meet, None)):
            waiting = [team for team in waiting if team not in couple]
            games.append((kept.table, couple))
    if not others_play and not games:
        games += _left_over(unpaired, waiting)
    if not others_play and not games and len(waiting) > 1 and ready:
        games.append((ready[0].table, (waiting[0], waiting[1])))
    return tuple(sorted(games, key=lambda game: game[0]))


def _left_over(
    unpaired: list[tuple[int, Team]], waiting: list[Team]
) -> Iterable[tuple[int, tuple[Team, Team]]]:
    """The games of winners without an opponent: against each other, an odd one against who waits first."""
    for (table, one), (_, other) in zip(unpaired[::2], unpaired[1::2], strict=False):
        yield table, (one, other)
    if len(unpaired) % 2 and waiting:
        yield unpaired[-1][0], (unpaired[-1][1], waiting[0])


def _fixture(couples: Iterable[tuple[Team | None, Team | None]]) -> Fixture[Team]:
    pairs: list[tuple[Team, Team]] = []
    byes: list[Team] = []
    for one, other in couples:
        if one is not None and other is not None:
            pairs.append((one, other))
        else:
            byes.extend(team for team in (one, other) if team is not None)
    return Fixture(tuple(pairs), tuple(byes))
