"""The scheduler's work between events."""

from datetime import datetime, timedelta

from rules.seasons.ratings import rate
from seasons.commands.draws import work_on_draw
from seasons.commands.forgetting import forget_people
from seasons.commands.ratings import store_progress, store_ratings
from seasons.commands.shelf import delete_event
from seasons.models import Club, ClubRatings, DrawJob, Shelved
from seasons.queries.people import forgotten_by
from seasons.queries.ratings import as_json, facts_seen, games_of, rated_games

FORGETS_EVERY = timedelta(days=1)
_forgot_at: list[datetime] = []


def delete_due(now: datetime) -> int:
    """Delete the events whose day of grace is over. Returns how many. One query if none is due."""
    due = Shelved.objects.due(now).select_related("event").order_by("pk")
    return sum(delete_event(event=row.event, now=now) for row in due)


def forget_due(now: datetime) -> int:
    """Once a day, forget the people whom their club hasn't seen for too long. Returns how many."""
    if _forgot_at and now - _forgot_at[0] < FORGETS_EVERY:
        return 0
    _forgot_at[:] = [now]
    clubs = Club.objects.order_by("pk")
    return sum(forget_people(club=club, now=now) for club in clubs if forgotten_by(now, club).exists())


RATES_EVERY = timedelta(minutes=1)
_rated_at: list[datetime] = []


def rate_due(now: datetime) -> int:
    """Compute the grades of clubs where a game or a person changed. Returns how many clubs.

    Always from all facts, in order, so a correction, merge or undo needs no special case (Rulebook G-4).
    """
    if _rated_at and timedelta() <= now - _rated_at[0] < RATES_EVERY:
        return 0
    _rated_at[:] = [now]
    rows = ClubRatings.objects.filter(is_on=True).defer("result").select_related("club").order_by("pk")
    return sum(_rated(row, now) for row in rows)


def draw_due(now: datetime) -> int:
    """Run the oldest waiting draw. Returns False if there is none, or another process has begun it."""
    job = DrawJob.objects.waiting().select_related("league__club").order_by("pk").first()
    return job is not None and work_on_draw(job=job, now=now)


def _rated(row: ClubRatings, now: datetime) -> bool:
    seen = facts_seen(row, now)
    if seen == row.seen:
        return False
    games = games_of(row.club)
    rated = rated_games(row.club, games)
    result = as_json(rate(rated, lambda done: store_progress(row, done, len(rated))))
    store_ratings(row=row, result=result, games=games, seen=seen, now=now)
    return True
