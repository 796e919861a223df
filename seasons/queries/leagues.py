"""Leagues: their weeks, and the table through a week."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import Count, F, Min, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from rules.seasons.table import LeagueGame, TableRow, leaders, league_table, owed, why_above
from scoring.queries.standings.hidden import is_hidden
from seasons.models import Club, Credit, League, LeagueWeek
from tournament.models import Event, Player, Seat
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind
from tournament.models.typed_names import clean_name
from tournament.queries.names import who_sits

WHY = {
    "wins": "{team} has more wins than {below}: {wins} to {below_wins}.",
    "points": "{team} has as many wins as {below}, and more points: {points} to {below_points}.",
    "number": "{team} has as many wins and points as {below}; the lower team number is above.",
}


@dataclass(frozen=True, kw_only=True)
class LeagueRow:
    """A row of the table with its team, which ``owes`` games that it hasn't made up.

    ``why`` says in a sentence what puts it above the next one.
    """

    team: str
    row: TableRow
    owes: int
    why: str

    @property
    def change(self) -> str:
        """``▲ 2``, ``▼ 1``, or ``=``; empty in the first week."""
        gained = self.row.gained
        if gained is None:
            return ""
        return "=" if not gained else f"{'▲' if gained > 0 else '▼'} {abs(gained)}"

    @property
    def change_words(self) -> str:
        gained = self.row.gained
        if not gained:
            return "" if gained is None else "same place"
        return f"{'up' if gained > 0 else 'down'} {abs(gained)}"


@dataclass(frozen=True, kw_only=True)
class WeekRow:
    number: int
    slug: str
    held_on: date
    games: int
    is_imported: bool
    pk: int


@dataclass(frozen=True, kw_only=True)
class LeagueTable:
    """The table through ``week``. ``leaders`` won most games in it, with most points."""

    week: int
    rows: tuple[LeagueRow, ...]
    leaders: tuple[LeagueRow, ...]


@dataclass(frozen=True, kw_only=True)
class GameRow:
    """A game with the names of its teams."""

    teams: tuple[str, str]
    game: LeagueGame

    @property
    def first_won(self) -> bool:
        return self.game.winner == self.game.teams[0]


def league_of(club: Club, name: str) -> League | None:
    """The club's league of this name, in capital or small letters. One query."""
    return club.leagues.filter(name__iexact=clean_name(name)).first()


def week_of(league: League, number: int) -> LeagueWeek | None:
    """One query."""
    return league.weeks.now().filter(number=number).select_related("event", "league").first()


def weeks_of(league: League) -> list[WeekRow]:
    """The weeks that have an event, in order. One query."""
    rows: Any = (
        league.weeks.now()
        .select_related("event")
        .annotate(
            starts=Min("event__phases__starts_at"),
            over=Count("event__games", filter=Q(event__games__over_at__isnull=False), distinct=True),
        )
    )
    return [
        WeekRow(
            number=row.number,
            slug=row.event.slug,
            held_on=row.starts.astimezone(row.event.zone).date(),
            games=row.over,
            is_imported=row.is_imported,
            pk=row.pk,
        )
        for row in rows.order_by("number")
    ]


def week_at(event: Event) -> LeagueWeek | None:
    """Which week of which league the event is; None if it is none, or is none any more. One query."""
    return LeagueWeek.objects.now().filter(event=event).select_related("league", "event").first()


def table_through(league: League, week: int, *, is_public: bool = False) -> LeagueTable:
    """The league's table through a week, from the games of its events that are over. Five queries.

    ``is_public`` leaves out weeks whose results are hidden until the reveal (Rulebook E-94).
    """
    names = dict(league.teams.values_list("number", "name"))
    games = league_games(league, is_public=is_public)
    rows, owes = (
        league_table(names, games, week),
        owed(games, _over(league, week), _drawn_games(league, week)),
    )
    said = [
        LeagueRow(
            team=names[row.number],
            row=row,
            owes=owes.get(row.number, 0),
            why=_why(why, names, row, below),
        )
        for why, row, below in zip(why_above(rows), rows, [*rows[1:], None], strict=True)
    ]
    best = leaders(rows)
    return LeagueTable(week=week, rows=tuple(said), leaders=tuple(row for row in said if row.row in best))


def games_of_week(week: LeagueWeek, *, is_public: bool = False) -> list[GameRow]:
    """The week's games that are over, in order. Three queries."""
    names = dict(week.league.teams.values_list("number", "name"))
    games = league_games(week.league, is_public=is_public)
    return [
        GameRow(teams=(names[game.teams[0]], names[game.teams[1]]), game=game)
        for game in games
        if game.week == week.number
    ]


def league_games(league: League, *, is_public: bool = False) -> list[LeagueGame]:
    """The games that count, with the week that each belongs to. Two queries, more if a week is hidden."""
    weeks = league.weeks.now().select_related("event")
    shown = [week.event_id for week in weeks if not (is_public and is_hidden(week.event))]
    seats = Seat.objects.filter(
        game__event__in=shown,
        game__kind=GameKind.GAME,
        game__recalled_at=None,
        game__over_at__isnull=False,
        game__score__winner__isnull=False,
    )
    credit = Credit.objects.now().filter(game=OuterRef("game")).values("number")
    counts_for = Coalesce(Subquery(credit), F("game__event__of_week__number"))
    rows = (
        seats.annotate(week=counts_for)
        .order_by("game_id", "side_id")
        .values_list(
            "game_id",
            "week",
            "team__in_league__of__number",
            "game__score__winner__in_league__of__number",
            "side__points",
            "side__bostons",
        )
    )
    games = [list(taken) for _, taken in groupby(rows, key=lambda row: row[0])]
    return [
        LeagueGame(
            week=one[1],
            teams=(one[2], other[2]),
            winner=one[3],
            points=(one[4], other[4]),
            bostons=(one[5], other[5]),
        )
        for one, other in games
        if one[2] and other[2]  # A guest's game isn't one of the league.
    ]


def _over(league: League, week: int) -> set[int]:
    """The weeks through this one that came in from a list, or whose Phase I is closed. One query."""
    closed = Q(event__phases__kind=PhaseKind.ONE, event__phases__closed_at__isnull=False)
    weeks = league.weeks.now().filter(Q(is_imported=True) | closed, number__lte=week)
    return set(weeks.values_list("number", flat=True))


def _drawn_games(league: League, week: int) -> dict[int, Counter[int]]:
    """How many games each team was drawn for, by week. One query."""
    rows = league.drawn.now().filter(number__lte=week).values_list("number", "games")
    return {number: Counter(team for game in games for team in game) for number, games in rows}


def players_known(teams: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Who played last for each of these teams of a league, by its id. One query."""
    there = Player.objects.filter(team__in_league__of__in=teams, team__event__of_week__ended_at=None)
    found: dict[int, dict[int, list[Player]]] = defaultdict(lambda: defaultdict(list))
    for player in there.select_related("team__in_league", "team__event__of_week"):
        assert player.team
        found[player.team.in_league.of_id][player.team.event.of_week.number].append(player)
    return {
        team: tuple(player.name for player in who_sits(weeks[max(weeks)])) for team, weeks in found.items()
    }


def _why(why: str, names: dict[int, str], row: TableRow, below: TableRow | None) -> str:
    if below is None:
        return ""
    values = {"wins": row.wins, "points": row.points}
    return WHY[why].format(
        team=names[row.number],
        below=names[below.number],
        below_wins=below.wins,
        below_points=below.points,
        **values,
    )
