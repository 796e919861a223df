"""A league's table through a week. Rulebook L-1 to L-5, L-10, L-31 and L-32."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

Missed = Mapping[int, Mapping[int, int]]
"""How many games each team missed, by week."""


@dataclass(frozen=True)
class LeagueGame:
    """A game of two teams.

    The figures are in the order of ``teams``. A game ``is_made_up`` if it was played in another week than the
    one it counts for.
    """

    week: int
    teams: tuple[int, int]
    """Their numbers."""
    winner: int
    """One of them."""
    points: tuple[int, int]
    bostons: tuple[int, int] = (0, 0)
    is_forfeit: bool = False
    is_made_up: bool = False
    counts_for: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """Has, for each side, the teams that the game counts for, if a substitute changes them (Rulebook E-151).
    """


@dataclass(frozen=True, kw_only=True)
class LeagueTableRow:
    """A team's place through a week.

    ``week_wins`` and ``week_points`` are those of the last week alone. Of the games, ``averaged`` were missed
    and count as the average of the others.
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
    """The places gained in the last week; None in the first."""
    averaged: int = 0

    @property
    def losses(self) -> int:
        return self.games - self.wins


def league_table(
    teams: Mapping[int, int | None], games: Iterable[LeagueGame], week: int, averaged: Missed | None = None
) -> tuple[LeagueTableRow, ...]:
    """All teams through ``week``: by wins, then by points, then by their own numbers (Rulebook L-2).

    ``teams`` has each team's own number, or None. Tied teams of which one has none share a place.
    ``averaged`` are missed games that count as the average of a team's others (Rulebook L-31).
    """
    played = [game for game in games if game.week <= week]
    missed = averaged or {}
    earlier = _added_up(teams, _through(played, week - 1), missed_through(missed, week - 1))
    before = {row[0]: place for place, row in _placed(teams, earlier)}
    in_week = {row[0]: row for row in _added_up(teams, [game for game in played if game.week == week])}
    has_before = any(game.week < week for game in played)
    return tuple(
        LeagueTableRow(
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
            averaged=row[6],
        )
        for place, row in _placed(teams, _added_up(teams, played, missed_through(missed, week)))
    )


def why_above(rows: Sequence[LeagueTableRow]) -> list[str]:
    """What puts each row above the next one: ``wins``, ``points``, ``number``; empty for the last.

    ``shared`` if they have the same place.
    """
    return [*(_why_above(one, two) for one, two in pairwise(rows)), ""][: len(rows)]


def _why_above(one: LeagueTableRow, two: LeagueTableRow) -> str:
    if one.rank == two.rank:
        return "shared"
    return "wins" if one.wins != two.wins else "points" if one.points != two.points else "number"


def leaders(rows: Sequence[LeagueTableRow]) -> tuple[LeagueTableRow, ...]:
    """The rows with the most games won in the last week, among these the most points. Rulebook L-5."""
    played = [row for row in rows if row.week_games]
    best = max(((row.week_wins, row.week_points) for row in played), default=None)
    return tuple(row for row in played if (row.week_wins, row.week_points) == best)


def missed_games(
    games: Sequence[LeagueGame], over: Container[int], drawn: Mapping[int, Mapping[int, int]]
) -> dict[int, dict[int, int]]:
    """How many games each team missed, by week, in the weeks that are ``over``. Rulebook L-10.

    ``drawn`` is how many each team was drawn for, by week. In a week without a draw, each team that has
    played by then should have played as many as the team with the most games that week.
    """
    missed: dict[int, dict[int, int]] = {}
    here: set[int] = set()
    for number in sorted({game.week for game in games if game.week in over}):
        played = Counter(team for game in games if game.week == number for team in game.teams)
        here |= set(played)
        needed = drawn.get(number) or dict.fromkeys(here, max(played.values()))
        missed[number] = {team: many - played[team] for team, many in needed.items() if many > played[team]}
    return missed


def missed_through(missed: Missed, week: int) -> dict[int, int]:
    """How many games each team missed in all weeks up to ``week``."""
    found: Counter[int] = Counter()
    for number, teams in missed.items():
        if number <= week:
            found.update(teams)
    return dict(found)


def forfeits(
    games: Sequence[LeagueGame],
    over: Container[int],
    drawn: Mapping[int, Sequence[tuple[int, int]]],
    points: int,
) -> list[LeagueGame]:
    """The forfeits of the weeks that are ``over``: games for which one team was there, and the other wasn't.

    Rulebook L-32. ``drawn`` has the pairs of each week. The team that was there wins, with these ``points``.
    """
    found = []
    for week in sorted(week for week in drawn if week in over):
        played = [game for game in games if game.week == week]
        here = {team for game in played if not game.is_made_up for team in game.teams}
        left = Counter(frozenset(pair) for pair in drawn[week])
        left.subtract(frozenset(game.teams) for game in played)
        for pair in drawn[week]:
            came = [team for team in pair if team in here]
            if len(came) == 1 and left[frozenset(pair)] > 0:
                left[frozenset(pair)] -= 1
                by_side = (points, 0) if pair[0] == came[0] else (0, points)
                found.append(LeagueGame(week, pair, came[0], by_side, is_forfeit=True))
    return found


def _through(games: Sequence[LeagueGame], week: int) -> list[LeagueGame]:
    return [game for game in games if game.week <= week]


def _placed(
    teams: Mapping[int, int | None], rows: Iterable[tuple[int, ...]]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The rows with their places, the best first. Numbers decide a tie if all who are tied have one."""
    place = 1
    for _, tied in groupby(rows, key=lambda row: row[1:3]):
        group = list(tied)
        are_numbered = all(teams[row[0]] is not None for row in group)
        for above, row in enumerate(group):
            yield (place + above if are_numbered else place), row
        place += len(group)


def _added_up(
    teams: Mapping[int, int | None], games: Sequence[LeagueGame], missed: Mapping[int, int] | None = None
) -> list[tuple[int, ...]]:
    """Number, wins, points, games, points against, Bostons and averaged games of each team, the best first.

    A missed game counts as the average of the team's own games, rounded to the nearest whole number.
    """
    sums = {number: [0] * 6 for number in teams}
    for game in games:
        for side, other in ((0, 1), (1, 0)):
            won = game.teams[side] == game.winner
            figures = (won, game.points[side], 1, game.points[other], game.bostons[side])
            for team in game.counts_for[side] if game.counts_for else (game.teams[side],):
                sums[team] = [sum(pair) for pair in zip(sums[team], (*figures, 0), strict=True)]
    for team, many in (missed or {}).items():
        mine = sums.get(team, [0] * 6)
        if own := mine[2]:
            # Wins, points and points against; Bostons aren't averaged.
            for index in (0, 1, 3):
                mine[index] += (2 * many * mine[index] + own) // (2 * own)
            mine[2], mine[5] = own + many, many
    rows = [(number, *sums[number]) for number in teams]
    # By their own numbers; without one, in the order in which they came.
    return sorted(rows, key=lambda row: (-row[1], -row[2], teams[row[0]] or len(teams) + row[0], row[0]))
