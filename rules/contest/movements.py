"""Seatings that need no standings: everybody against everybody, one side moving up, winners staying."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.contest.lots import draw
from rules.contest.team import Team


@dataclass(frozen=True, slots=True)
class Fixture(Generic[Team]):
    """One round: the pairs in the order of the tables, and who sits out."""

    pairs: tuple[tuple[Team, Team], ...]
    byes: tuple[Team, ...] = ()


@dataclass(frozen=True, slots=True)
class Rise(Generic[Team]):
    """What happens at a table when a game is over: who stays, who sits down, and the line behind it.

    ``sits`` is None when nobody waits and the loser may sit down again.
    """

    stays: Team
    sits: Team | None
    line: tuple[Team, ...]


def round_robin(teams: Iterable[Team]) -> tuple[Fixture[Team], ...]:
    """Everybody against everybody, once. An odd field has one round more, and each team sits out once.

    The first team stays in its place, and the others move one seat round it after every round.
    """
    order: list[Team | None] = list(teams)
    if len(order) < 2:
        return ()
    if len(order) % 2:
        order.append(None)
    rounds: list[Fixture[Team]] = []
    for number in range(len(order) - 1):
        # The fixed seat changes sides every other round, or its team would always sit north and south.
        couples = [
            (upper, lower) if (place or number) % 2 == 0 else (lower, upper)
            for place, (upper, lower) in enumerate(
                zip(order[: len(order) // 2], reversed(order[len(order) // 2 :]), strict=True)
            )
        ]
        rounds.append(_fixture(couples))
        order = [order[0], order[-1], *order[1:-1]]
    return tuple(rounds)


def movement(staying: Sequence[Team], moving: Sequence[Team], number: int) -> Fixture[Team]:
    """Round ``number`` of a movement: one side stays at its tables, the other goes up a table after every
    round.

    After as many rounds as there are tables, everybody of one side has met everybody of the other. Where one
    side is larger, its empty table is a bye.
    """
    tables = max(len(staying), len(moving))
    couples: list[tuple[Team | None, Team | None]] = []
    for table in range(tables):
        mover = (table - number + 1) % tables
        couples.append(
            (
                staying[table] if table < len(staying) else None,
                moving[mover] if mover < len(moving) else None,
            )
        )
    return _fixture(couples)


def halves(teams: Iterable[Team], seed: str) -> tuple[tuple[Team, ...], tuple[Team, ...]]:
    """The two sides of a movement, by lot: those who stay (one more, in an odd field) and those who move."""
    drawn = draw(teams, seed)
    middle = (len(drawn) + 1) // 2
    return drawn[:middle], drawn[middle:]


def rise_and_fly(line: Sequence[Team], winner: Team, loser: Team) -> Rise[Team]:
    """The winner keeps the table, the loser goes to the end of the line, and the next one sits down."""
    if not line:
        return Rise(winner, None, (loser,))
    return Rise(winner, line[0], (*line[1:], loser))


def _fixture(couples: Iterable[tuple[Team | None, Team | None]]) -> Fixture[Team]:
    pairs: list[tuple[Team, Team]] = []
    byes: list[Team] = []
    for one, other in couples:
        if one is not None and other is not None:
            pairs.append((one, other))
        else:
            byes.extend(team for team in (one, other) if team is not None)
    return Fixture(tuple(pairs), tuple(byes))
