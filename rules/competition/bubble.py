"""The bubble: who is through, who is out, who is on the edge, and what it would take."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic

from rules.competition.standings import Ranked
from rules.competition.team import Team


class Chance(Enum):
    """Where a team stands while games are left."""

    IN = "through whatever happens"
    EDGE = "on the edge"
    OUT = "out whatever happens"


@dataclass(frozen=True, slots=True)
class Outlook(Generic[Team]):
    """What the games that are left can do for a team.

    ``enough`` is how many of them it has to win to be through whatever the others do; None if even all are
    not enough for that. ``fewest`` is how many it has to win to have any chance; None if it is out.
    """

    team: Team
    chance: Chance
    enough: int | None
    fewest: int | None


def bubble(
    ranked: Sequence[Ranked[Team]], size: int, games_left: Mapping[Team, int]
) -> tuple[Outlook[Team], ...]:
    """What is certain before the last game is over, by games won alone, in the order of the standings.

    Rulebook A-15: games won come first, and everything after them may turn round with one hand. So a team
    counts as caught by all who can still win as many games as it has, and as ahead only of those who can't.
    Who meets whom is not looked at. A team with no games left here is done: it has what it has.
    """
    left = {row.team: max(games_left.get(row.team, 0), 0) for row in ranked}
    if not any(left.values()):
        return tuple(_settled(row, ranked, size) for row in ranked)
    return tuple(_open(row, ranked, size, left) for row in ranked)


def _settled(row: Ranked[Team], ranked: Sequence[Ranked[Team]], size: int) -> Outlook[Team]:
    """With nothing left to play the standings say it; level teams across the line stay on the edge."""
    level = sum(other.rank == row.rank for other in ranked)
    if row.rank - 1 + level <= size:
        return Outlook(row.team, Chance.IN, 0, 0)
    if row.rank > size:
        return Outlook(row.team, Chance.OUT, None, None)
    return Outlook(row.team, Chance.EDGE, None, 0)


def _open(
    row: Ranked[Team], ranked: Sequence[Ranked[Team]], size: int, left: Mapping[Team, int]
) -> Outlook[Team]:
    others = [other for other in ranked if other.team != row.team]
    wins = range(left[row.team] + 1)
    enough = next(
        (
            more
            for more in wins
            if sum(other.won + left[other.team] >= row.won + more for other in others) < size
        ),
        None,
    )
    fewest = next((more for more in wins if sum(other.won > row.won + more for other in others) < size), None)
    if enough == 0:
        return Outlook(row.team, Chance.IN, 0, 0)
    if fewest is None:
        return Outlook(row.team, Chance.OUT, None, None)
    return Outlook(row.team, Chance.EDGE, enough, fewest)
