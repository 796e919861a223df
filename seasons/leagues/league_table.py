"""Leagues: their weeks, and the table through a week."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, zip_longest
from typing import Any

from django.db.models import Count, F, Min, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from rules.numbers import minus
from rules.seasons.table import (
    LeagueGame,
    LeagueTableRow,
    forfeits,
    leaders,
    league_table,
    missed_games,
    missed_through,
    why_above,
)
from rules.standings.what_counts import counts_for
from scoring.standings.hidden import is_hidden
from seasons.models import Club, Credit, League, LeagueWeek
from seasons.models.leagues import Absence
from seasons.people.people_of_club import TAKEN_OUT
from seasons.ratings.grades import games_that_count, played_games
from seasons.shelf.in_force import teams_in_force
from tournament.event.names import chair_of, who_sits
from tournament.models import Event, Player, Seat
from tournament.models.events import SubstitutesCount
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind
from tournament.models.teams import NOBODY
from tournament.models.typed_names import clean_name

WHY = {
    "wins": "{team} has more wins than {below}: {wins} to {below_wins}.",
    "points": "{team} has as many wins as {below}, and more points: {points} to {below_points}.",
    "number": "{team} has as many wins and points as {below}; the lower team number is above.",
    "shared": "{team} and {below} share the place: as many wins and points, and no team numbers.",
}


@dataclass(frozen=True, kw_only=True)
class LeagueRow:
    """A row of the table."""

    team: str
    row: LeagueTableRow
    owes: int
    """How many missed games the team hasn't made up."""
    why: str
    """A sentence that explains why it is above the next row."""

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
    """The table through ``week``."""

    week: int
    rows: tuple[LeagueRow, ...]
    leaders: tuple[LeagueRow, ...]
    """Won the most games in that week, with the most points."""

    @property
    def in_lines(self) -> list[str]:
        """The week's bulletin as plain text: who led it, and the table."""
        best = [f"{each.team}, {each.row.week_wins} of {each.row.week_games} won" for each in self.leaders]
        led = [f"{'Leaders' if len(best) > 1 else 'Leader'} of the week: {'; '.join(best)}"] if best else []
        return led + [
            f"{each.row.rank}. {each.team} {each.row.wins}–{each.row.losses}, {minus(each.row.points)} points"
            f"{f' ({each.change})' if each.change else ''}"
            for each in self.rows
        ]


@dataclass(frozen=True, kw_only=True)
class GameRow:
    """A game with the names of its teams."""

    teams: tuple[str, str]
    game: LeagueGame

    @property
    def first_won(self) -> bool:
        return self.game.winner == self.game.teams[0]


def league_of(club: Club, name: str) -> League | None:
    """The club's league of this name, ignoring case. One query."""
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
    """The league week that the event is now, or None. One query."""
    return LeagueWeek.objects.now().filter(event=event).select_related("league", "event").first()


def table_through(league: League, week: int, *, is_public: bool = False) -> LeagueTable:
    """The league's table through a week, from the games of its events that are over. Five queries.

    ``is_public`` leaves out weeks whose results are hidden until the reveal (Rulebook E-94).
    """
    teams = list(teams_in_force(league).values_list("number", "name", "own_number"))
    names = {number: name for number, name, _ in teams}
    games, missed = _counted(league, week, is_public)
    is_averaged = league.absence == Absence.AVERAGE
    rows = league_table(
        {number: own for number, _, own in teams}, games, week, missed if is_averaged else None
    )
    owes = {} if is_averaged else missed_through(missed, week)
    league_rows = [
        LeagueRow(
            team=names[row.number],
            row=row,
            owes=owes.get(row.number, 0),
            why=_why(why, names, row, below),
        )
        for why, row, below in zip_longest(why_above(rows), rows, rows[1:])
    ]
    best = leaders(rows)
    return LeagueTable(
        week=week, rows=tuple(league_rows), leaders=tuple(row for row in league_rows if row.row in best)
    )


def games_of_week(week: LeagueWeek, *, is_public: bool = False) -> list[GameRow]:
    """The week's games that are over, in order. Five queries."""
    names = dict(week.league.teams.values_list("number", "name"))
    games, _ = _counted(week.league, week.number, is_public)
    return [
        GameRow(teams=(names[game.teams[0]], names[game.teams[1]]), game=game)
        for game in games
        if game.week == week.number
    ]


def league_games(league: League, *, is_public: bool = False) -> list[LeagueGame]:
    """The games that count, each with the week it counts for. Three queries, more if a week is hidden."""
    weeks = league.weeks.now().select_related("event")
    shown = [week.event_id for week in weeks if not (is_public and is_hidden(week.event))]
    helped = _helped(shown)
    seats = Seat.objects.filter(
        game__event__in=shown,
        game__kind=GameKind.GAME,
        game__recalled_at=None,
        game__over_at__isnull=False,
        game__score__winner__isnull=False,
    )
    credit = Credit.objects.now().filter(game=OuterRef("game")).values("number")
    played_in = F("game__event__of_week__number")
    rows = (
        seats.annotate(played_in=played_in, week=Coalesce(Subquery(credit), played_in))
        .order_by("game_id", "side_id")
        .values_list(
            "game_id",
            "week",
            "team__in_league__of__number",
            "game__score__winner__in_league__of__number",
            "side__points",
            "side__bostons",
            "played_in",
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
            is_made_up=one[1] != one[6],
            counts_for=_counts_for(helped, one[0], (one[2], other[2])),
        )
        for one, other in games
        if one[2] and other[2]  # A guest's game isn't one of the league.
    ]


Helped = Mapping[int, Mapping[int, tuple[int, ...]]]
"""The teams for which a side with a substitute counts, by game and by the side's team (Rulebook E-151)."""


def _counts_for(
    helped: Helped, game: int, teams: tuple[int, int]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    if game not in helped:
        return None
    one, other = (helped[game].get(team, (team,)) for team in teams)
    return one, other


def _helped(events: Sequence[int]) -> Helped:
    """Games with a substitute, by team numbers, except those that count only for their side. One query."""
    seats = Seat.objects.helped().filter(game__event__in=events, team__in_league__isnull=False)
    other_ways = seats.exclude(game__event__substitutes_count=SubstitutesCount.CHAIR)
    rows = other_ways.values_list(
        "game_id",
        "team__in_league__of__number",
        "helper__same_as__team__in_league__of__number",
        "game__event__substitutes_count",
    )
    found: dict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for game, team, own, substitutes in rows:
        found[game][team] = counts_for(team, own, substitutes)
    return found


def _counted(
    league: League, week: int, is_public: bool
) -> tuple[list[LeagueGame], dict[int, dict[int, int]]]:
    """The games that count through a week, including forfeits for absence, and ``missed_games``."""
    games, over, drawn = league_games(league, is_public=is_public), _over(league, week), _drawn(league, week)
    if league.absence == Absence.FORFEIT:
        games = [*games, *forfeits(games, over, drawn, league.forfeit_points)]
    many = {number: Counter(team for pair in pairs for team in pair) for number, pairs in drawn.items()}
    return games, missed_games(games, over, many)


def _over(league: League, week: int) -> set[int]:
    """The weeks through this one that came in from a list, or whose Phase I is closed. One query."""
    closed = Q(event__phases__kind=PhaseKind.ONE, event__phases__closed_at__isnull=False)
    weeks = league.weeks.now().filter(Q(is_imported=True) | closed, number__lte=week)
    return set(weeks.values_list("number", flat=True))


def _drawn(league: League, week: int) -> dict[int, list[tuple[int, int]]]:
    """The pairs drawn to play, by week. One query."""
    rows = league.drawn.now().filter(number__lte=week).values_list("number", "games")
    return {number: [(one, other) for one, other in games] for number, games in rows}


def players_known(teams: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """By team id, the players of its last week, without substitutes. One query.

    A substitute in one week isn't the team's player in the next (Rulebook L-33).
    """
    players = Player.objects.filter(team__in_league__of__in=teams, team__event__of_week__ended_at=None)
    found: dict[int, dict[int, list[Player]]] = defaultdict(lambda: defaultdict(list))
    for player in players.select_related("team__in_league", "team__event__of_week"):
        assert player.team
        found[player.team.in_league.of_id][player.team.event.of_week.number].append(player)
    return {team: _own_players(weeks[max(weeks)]) for team, weeks in found.items()}


@dataclass(frozen=True, kw_only=True)
class PlayerLine:
    """A player's figures for a team, from games in which they sat themselves (Rulebook L-33)."""

    team: str
    name: str
    games: int
    won: int
    bostons: int
    is_substitute: bool


def players_of_league(league: League, week: int) -> list[PlayerLine]:
    """Everybody who played for a team through a week, by team. Seven queries.

    Hidden weeks (Rulebook E-94) and players without a name are left out.
    """
    weeks = league.weeks.now().filter(number__lte=week).select_related("event")
    shown = [each.event_id for each in weeks if not is_hidden(each.event)]
    figures: dict[int, Counter[str]] = defaultdict(Counter)
    for sat in played_games(games_that_count(league.club).filter(event__in=shown)):
        for index, side in enumerate(sat.sides):
            for player in side:
                figures[player].update(games=1, won=index == sat.winner, bostons=sat.bostons[index])
    players = Player.objects.filter(pk__in=figures, team__in_league__of__league=league)
    named = players.exclude(name=NOBODY).exclude(name__regex=TAKEN_OUT).order_by("team__in_league__of", "pk")
    sums: dict[tuple[str, str, bool], Counter[str]] = defaultdict(Counter)
    rows = named.values_list("pk", "team__in_league__of__name", "name", "stands_in_for")
    for pk, team, name, stands_in_for in rows:
        sums[team, name, stands_in_for is not None].update(figures[pk])
    return [
        PlayerLine(
            team=team,
            name=name,
            is_substitute=is_substitute,
            **{figure: counts[figure] for figure in ("games", "won", "bostons")},
        )
        for (team, name, is_substitute), counts in sums.items()
    ]


def _own_players(players: Sequence[Player]) -> tuple[str, ...]:
    names = {player.pk: player.name for player in players}
    return tuple(names.get(chair_of(player), player.name) for player in who_sits(players))


def _why(why: str, names: dict[int, str], row: LeagueTableRow, below: LeagueTableRow | None) -> str:
    if below is None:
        return ""
    values = {"wins": row.wins, "points": minus(row.points)}
    return WHY[why].format(
        team=names[row.number],
        below=names[below.number],
        below_wins=below.wins,
        below_points=minus(below.points),
        **values,
    )
