"""What everybody may read of leagues and series: a league's website needs no token."""

from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404
from ninja import Path, Query

from accounts.access import Request
from pages.api.running.views_webhooks import router as router
from pages.api.seasons.shapes import (
    LeagueGameShape,
    LeaguePlayerShape,
    LeagueShape,
    LeagueTableShape,
    SeriesShape,
    SeriesTableShape,
    WholeLeagueShape,
)
from seasons.leagues.league_table import (
    games_of_week,
    players_known,
    players_of_league,
    table_through,
    week_of,
    weeks_of,
)
from seasons.models import League, LeagueWeek, Series, SeriesEvent
from seasons.series.series_table import table_of_series
from seasons.shelf.in_force import teams_in_force
from seasons.shelf.shelves import public_events

ROW = ("rank", "games", "wins", "losses", "points", "against", "bostons", "week_games", "week_wins",
       "week_points", "gained")  # fmt: skip
Week: Any = Query(  # type: ignore[type-arg]
    None, ge=1, le=2**15 - 1, description="Through this week; without it, the last one that was played."
)
OneWeek: Any = Path(..., ge=1, le=2**15 - 1)  # type: ignore[type-arg]
OneSeries: Any = Path(..., ge=1, le=2**31 - 1)  # type: ignore[type-arg]


def public_leagues() -> Any:
    """The leagues with a week that everybody may see. No query yet."""
    weeks = LeagueWeek.objects.now().filter(league=OuterRef("pk"), event__in=public_events())
    return League.objects.filter(Exists(weeks)).select_related("club").order_by("pk")


def public_series() -> Any:
    """The series with an event that everybody may see. No query yet."""
    events = SeriesEvent.objects.now().filter(series=OuterRef("pk"), event__in=public_events())
    return Series.objects.filter(Exists(events)).select_related("club").order_by("pk")


def league_data(league: League) -> dict[str, Any]:
    return {"league": league.slug, "name": league.name, "club": league.club.key}


def series_data(series: Series) -> dict[str, Any]:
    return {"series": series.pk, "name": series.name, "club": series.club.key}


def _league(slug: str) -> League:
    found: League | None = public_leagues().filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


@router.get("leagues", response=list[LeagueShape], summary="The leagues", tags=["Leagues"])
def leagues(request: Request) -> Any:
    return list(map(league_data, public_leagues()))


@router.get("leagues/{slug:league}", response=WholeLeagueShape, summary="A league", tags=["Leagues"])
def league(request: Request, league: str) -> Any:
    found = _league(league)
    shown = set(public_events().filter(of_week__league=found).values_list("slug", flat=True))
    teams = list(teams_in_force(found))
    players = players_known([team.pk for team in teams])
    return {
        **league_data(found),
        "weeks": [
            {
                "week": week.number,
                "event": week.slug,
                "held_on": week.held_on,
                "games": week.games,
                "is_imported": week.is_imported,
            }
            for week in weeks_of(found)
            if week.slug in shown
        ],
        "teams": [
            {"team": team.number, "id": team.key, "name": team.name, "players": players.get(team.pk, ())}
            for team in teams
        ],
    }


@router.get(
    "leagues/{slug:league}/table", response=LeagueTableShape, summary="A league’s table", tags=["Leagues"]
)
def league_standings(request: Request, league: str, week: int | None = Week) -> Any:
    found = _league(league)
    through = week or max((each.number for each in weeks_of(found) if each.games), default=1)
    table = table_through(found, through, is_public=True)
    return {
        "league": found.slug,
        "week": table.week,
        "rows": [
            {
                **{name: getattr(each.row, name) for name in ROW},
                "team": each.row.number,
                "name": each.team,
                "owes": each.owes,
                "why": each.why,
            }
            for each in table.rows
        ],
        "leaders": [each.row.number for each in table.leaders],
    }


@router.get(
    "leagues/{slug:league}/weeks/{int:week}/games",
    response=list[LeagueGameShape],
    summary="The games of a league’s week",
    tags=["Leagues"],
)
def league_games(request: Request, league: str, week: int = OneWeek) -> Any:
    found = week_of(_league(league), week)
    if found is None:
        raise Http404
    return [
        {
            "teams": row.game.teams,
            "names": row.teams,
            "winner": row.game.winner,
            "points": row.game.points,
            "bostons": row.game.bostons,
            "is_made_up": row.game.is_made_up,
        }
        for row in games_of_week(found, is_public=True)
    ]


@router.get(
    "leagues/{slug:league}/players",
    response=list[LeaguePlayerShape],
    summary="Who played in a league",
    tags=["Leagues"],
)
def league_players(request: Request, league: str, week: int | None = Week) -> Any:
    found = _league(league)
    last = max((each.number for each in weeks_of(found)), default=1)
    return [vars(line) for line in players_of_league(found, week or last)]


@router.get("series", response=list[SeriesShape], summary="The series", tags=["Leagues"])
def all_series(request: Request) -> Any:
    return list(map(series_data, public_series()))


@router.get(
    "series/{int:series}", response=SeriesTableShape, summary="A series and its table", tags=["Leagues"]
)
def series(request: Request, series: int = OneSeries) -> Any:
    found = public_series().filter(pk=series).first()
    if found is None:
        raise Http404
    table = table_of_series(found, is_public=True)
    shown = set(public_events().filter(in_series__series=found).values_list("pk", flat=True))
    return {
        **series_data(found),
        "rule": table.rule_in_words,
        "events": [
            {
                "event": night.event.slug,
                "name": night.event.name,
                "held_on": night.held_on,
                "is_final": night.is_final,
                "field": night.field,
                "why_not": night.why_not,
            }
            for night in table.nights
            if night.event.pk in shown
        ],
        "rows": [
            {
                **{name: getattr(line.row, name) for name in ("rank", "points", "events", "events_won")},
                "best_event": line.row.best,
                "qualifies": line.row.qualifies,
                "name": line.name,
                "why": line.why,
                "counts": line.counts,
                "dropped": line.dropped,
            }
            for line in table.lines
        ],
    }
