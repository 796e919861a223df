"""A league's table through a week. Rulebook L-1 to L-4."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class LeagueGame:
    """A game of two teams, by their numbers, in the order of the figures. ``winner`` is one of them."""

    week: int
    teams: tuple[int, int]
    winner: int
    points: tuple[int, int]
    bostons: tuple[int, int] = (0, 0)


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """A team's place through a week. ``gained`` are the places since the week before; None in the first.

    ``week_wins`` and ``week_points`` are those of the last week alone.
    """

    rank: int
    number: int
    games: int
    wins: int
    points: int
    against: int
    bostons: int
    week_games: int
    week_wins: int
    week_points: int
    gained: int | None

    @property
    def losses(self) -> int:
        return self.games - self.wins


def league_table(teams: Iterable[int], games: Iterable[LeagueGame], week: int) -> tuple[TableRow, ...]:
    """All teams through ``week``: by wins, then by points, then by their numbers."""
    numbers, played = sorted(teams), [game for game in games if game.week <= week]
    before = {row[0]: place for place, row in enumerate(_added_up(numbers, _through(played, week - 1)), 1)}
    in_week = {row[0]: row for row in _added_up(numbers, [game for game in played if game.week == week])}
    has_before = any(game.week < week for game in played)
    return tuple(
        TableRow(
            rank=place,
            number=row[0],
            wins=row[1],
            points=row[2],
            games=row[3],
            against=row[4],
            bostons=row[5],
            week_wins=in_week[row[0]][1],
            week_points=in_week[row[0]][2],
            week_games=in_week[row[0]][3],
            gained=before[row[0]] - place if has_before else None,
        )
        for place, row in enumerate(_added_up(numbers, played), 1)
    )


def why_above(rows: Sequence[TableRow]) -> list[str]:
    """For each row what puts it above the next one: ``wins``, ``points``, ``number``; empty for the last."""
    decided = [
        "wins" if one.wins != two.wins else "points" if one.points != two.points else "number"
        for one, two in pairwise(rows)
    ]
    return [*decided, ""][: len(rows)]


def leaders(rows: Sequence[TableRow]) -> tuple[TableRow, ...]:
    """Who won most games in the last week, those with most points among them. Rulebook L-5."""
    there = [row for row in rows if row.week_games]
    best = max(((row.week_wins, row.week_points) for row in there), default=None)
    return tuple(row for row in there if (row.week_wins, row.week_points) == best)


def owed(
    games: Sequence[LeagueGame], over: Container[int], drawn: Mapping[int, Mapping[int, int]]
) -> dict[int, int]:
    """The games that teams still owe of the weeks that are ``over``. Rulebook L-10.

    ``drawn`` is how many each team was drawn for, by week. In other weeks it is the most that any team has
    played, for teams that have played in the week or before.
    """
    owes: Counter[int] = Counter()
    here: set[int] = set()
    for number in sorted({game.week for game in games if game.week in over}):
        there = Counter(team for game in games if game.week == number for team in game.teams)
        here |= set(there)
        needed = drawn.get(number) or dict.fromkeys(here, max(there.values()))
        owes.update({team: max(0, many - there[team]) for team, many in needed.items()})
    return {team: many for team, many in owes.items() if many}


def _through(games: Sequence[LeagueGame], week: int) -> list[LeagueGame]:
    return [game for game in games if game.week <= week]


def _added_up(numbers: Sequence[int], games: Sequence[LeagueGame]) -> list[tuple[int, ...]]:
    """Number, wins, points, games, points against and Bostons of each team, the best first."""
    sums = {number: [0] * 5 for number in numbers}
    for game in games:
        for here, there in ((0, 1), (1, 0)):
            team, mine = game.teams[here], sums[game.teams[here]]
            figures = (team == game.winner, game.points[here], 1, game.points[there], game.bostons[here])
            for place, figure in enumerate(figures):
                mine[place] += figure
    rows = [(number, *sums[number]) for number in numbers]
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))
