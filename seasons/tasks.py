"""The scheduler's work between events, each thing tried by itself."""

from datetime import datetime, timedelta

from rules.seasons.ratings import rate
from seasons.leagues.commands_draws import work_on_draw
from seasons.models import Club, ClubRatings, DrawJob, Shelved
from seasons.people.commands_forgetting import forget_people
from seasons.people.people_of_club import forgotten_by
from seasons.ratings.commands_ratings import store_progress, store_ratings
from seasons.ratings.grades import as_json, facts_seen, games_of, rated_games
from seasons.shelf.commands_shelf import delete_event
from tournament.models import Work
from tournament.scheduler.commands_attempts import Attempts, by_itself

FORGETS_EVERY = timedelta(days=1)
_forgot_at: list[datetime] = []


@by_itself(Work.DELETE)
def delete_due(attempts: Attempts) -> int:
    """Delete the events whose day of grace is over. Returns how many. One query if none is due."""
    due = Shelved.objects.due(attempts.now).select_related("event").order_by("pk")
    return attempts.each(Work.DELETE, due, lambda row: delete_event(event=row.event, now=attempts.now))


@by_itself(Work.FORGET)
def forget_due(attempts: Attempts) -> int:
    """Once a day, forget the people whom their club hasn't seen for too long. Returns how many.

    What failed is tried again before the day is over.
    """
    now, clubs = attempts.now, Club.objects.order_by("pk")
    if _forgot_at and now - _forgot_at[0] < FORGETS_EVERY:
        clubs = clubs.filter(pk__in=attempts.flagged(Work.FORGET))
    else:
        _forgot_at[:] = [now]

    def forget(club: Club) -> int:
        return forget_people(club=club, now=now) if forgotten_by(now, club).exists() else 0

    return attempts.each(Work.FORGET, clubs, forget, event="")


RATES_EVERY = timedelta(minutes=1)
_rated_at: list[datetime] = []


@by_itself(Work.RATING)
def rate_due(attempts: Attempts) -> int:
    """Compute the grades of clubs where a game or a person changed. Returns how many clubs.

    Always from all facts, in order, so a correction, merge or undo needs no special case (Rulebook G-4).
    """
    now, rows = attempts.now, ClubRatings.objects.filter(is_on=True).defer("result").select_related("club")
    if _rated_at and timedelta() <= now - _rated_at[0] < RATES_EVERY:
        rows = rows.filter(pk__in=attempts.flagged(Work.RATING))
    else:
        _rated_at[:] = [now]
    return attempts.each(Work.RATING, rows.order_by("pk"), lambda row: _rated(row, now), event="")


@by_itself(Work.DRAW)
def draw_due(attempts: Attempts) -> int:
    """Run the oldest waiting draw that works. Returns 0 if there is none, or another process has begun it."""
    jobs = DrawJob.objects.waiting().select_related("league__club").order_by("pk")
    return attempts.each(
        Work.DRAW, jobs, lambda job: work_on_draw(job=job, now=attempts.now), event="", most=1
    )


def _rated(row: ClubRatings, now: datetime) -> bool:
    seen = facts_seen(row, now)
    if seen == row.seen:
        return False
    games = games_of(row.club)
    rated = rated_games(row.club, games)
    result = as_json(rate(rated, lambda done: store_progress(row, done, len(rated))))
    store_ratings(row=row, result=result, games=games, seen=seen, now=now)
    return True
