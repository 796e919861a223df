"""A club's grades: change the settings, and store what the scheduler computed."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from seasons.clubs.commands_clubs import lock_club
from seasons.models import Club, ClubRatings, FinalGame
from seasons.ratings.grades import CountedGame
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event


@transaction.atomic
def change_ratings(
    *,
    event: Event,
    club: Club,
    is_on: bool,
    window_days: int,
    least_games: int,
    by: Actor,
    at: datetime,
) -> ClubRatings:
    """Turn grades and points on or off, and set their limits. Final games stay final (Rulebook G-1, G-4)."""
    lock_event(event.pk)
    row, _ = ClubRatings.objects.get_or_create(club=lock_club(club))
    # An empty ``seen`` makes the scheduler compute the grades again.
    write(row, is_on=is_on, window_days=window_days, least_games=least_games, seen="")
    log(event, "club.ratings", by=by, at=at, is_on=is_on, days=window_days, games=least_games)
    return row


@transaction.atomic
def store_ratings(
    *, row: ClubRatings, result: dict[str, Any], games: Iterable[CountedGame], seen: str, now: datetime
) -> int:
    """Store computed grades, and make games final whose correction window is over. Returns how many games."""
    club = lock_club(row.club)
    due = now - row.window
    stored = set(FinalGame.objects.filter(club=club).values_list("game", flat=True))
    final = [
        FinalGame(
            game_id=sat.game,
            club=club,
            sides=sat.sides,
            winner=sat.winner,
            bostons=sat.bostons,
            over_at=sat.over_at,
        )
        for sat in games
        if sat.over_at <= due and sat.game not in stored
    ]
    FinalGame.objects.bulk_create(final, batch_size=500)
    write(row, result=result, seen=seen, computed_at=now, done=0, total=0)
    return len(final)


def store_progress(row: ClubRatings, done: int, total: int) -> None:
    ClubRatings.objects.filter(pk=row.pk).update(done=done, total=total)
