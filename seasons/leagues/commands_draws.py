"""The draw of a league's weeks: a whole season, or from some week on (Rulebook L-21 to L-25)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from rules.seasons.draw import SeasonDraw, Week, draw_season
from seasons.clubs.commands_clubs import lock_club
from seasons.leagues.commands_leagues import find_or_make_league
from seasons.leagues.drawn_weeks import draw_in_words, drawn_weeks
from seasons.models import Club, DrawJob, DrawnWeek, League
from seasons.shelf.in_force import teams_in_force
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event

SEEDS = 2**31
LOST_AFTER = timedelta(minutes=10)
"""A draw that began this long ago was interrupted, and starts again."""

BROKEN = (
    "The draw failed. Tell the person who runs the computer: the server’s log says why. Nothing was changed."
)


def draw_weeks(
    *,
    league: League,
    weeks: int,
    rooms: int,
    games: int,
    first: int,
    seed: int,
    at: datetime,
    **search: Any,
) -> SeasonDraw:
    """Draw the weeks ``first`` to ``weeks``, with a search that makes the whole season as even as it can.

    Earlier weeks stay as drawn. The search takes seconds, so it runs outside the transaction.

    :raises Refused: if an earlier week isn't drawn, a later one was opened, the rooms don't fit, or the
        league changed during the search.
    """
    numbers, kept = _to_draw(league, weeks, first)
    try:
        drawn = draw_season(len(numbers), weeks, rooms, games, kept, seed, **search)
    except ValueError as why:
        raise Refused("rules", words=str(why)) from why
    with transaction.atomic():
        lock_club(league.club)
        if (numbers, kept) != _to_draw(league, weeks, first):
            raise Refused("draw.changed")
        league.drawn.now().filter(number__gte=first).update(replaced_at=at)
        DrawnWeek.objects.bulk_create(
            _row(league, number, week, numbers, at)
            for number, week in enumerate(drawn.weeks, 1)
            if number >= first
        )
    return drawn


@transaction.atomic
def ask_for_draw(
    *,
    event: Event,
    club: Club,
    league: str,
    teams: Sequence[str],
    now: datetime,
    by: Actor,
    at: datetime,
    **wanted: int,
) -> DrawJob:
    """Queue a draw for the scheduler. Makes the league, and those of ``teams`` that it lacks.

    :raises Refused: if a draw of the league is waiting or running, or the weeks can't be drawn.
    """
    lock_event(event.pk)
    found = find_or_make_league(club=club, name=league, teams=teams, at=now)
    if DrawJob.objects.waiting().filter(league=found).exists():
        raise Refused("draw.running", field="league")
    _to_draw(found, wanted["weeks"], wanted["first"])
    seed = int(now.timestamp()) % SEEDS
    job = DrawJob.objects.create(league=found, seed=seed, asked_at=now, **wanted)
    log(event, "league.draw-asked", by=by, at=at, league=found.name, weeks=job.weeks)
    return job


def work_on_draw(*, job: DrawJob, now: datetime) -> bool:
    """Run a queued draw and store its result. Returns False if another process has begun it."""
    lost = Q(begun_at=None) | Q(begun_at__lt=now - LOST_AFTER)
    if not DrawJob.objects.waiting().filter(lost, pk=job.pk).update(begun_at=now):
        return False
    wanted = {name: getattr(job, name) for name in ("weeks", "rooms", "games", "first", "seed")}

    def tell(stage: str) -> None:
        DrawJob.objects.filter(pk=job.pk).update(stage=stage)

    try:
        summary = draw_in_words(draw_weeks(league=job.league, at=now, tell=tell, **wanted))
    except Refused as why:
        summary = str(why)
    except Exception:
        # Otherwise nobody could ask for another one.
        write(job, said=BROKEN, ended_at=now)
        raise
    write(job, said=summary, ended_at=now)
    return True


def _to_draw(league: League, weeks: int, first: int) -> tuple[list[int], list[Week]]:
    """The numbers of the teams to draw, and the drawn weeks before ``first``.

    A team that only an undone import brought is drawn no more, unless one of these weeks has it.

    :raises Refused: if one of these isn't drawn, or a later week was opened.
    """
    before = league.drawn.now().filter(number__lt=first)
    has = {team for row in before for room in row.rooms for team in room}
    teams = league.teams.filter(Q(pk__in=teams_in_force(league)) | Q(number__in=has))
    numbers = list(teams.values_list("number", flat=True))
    kept = drawn_weeks(league, numbers, first)
    if not 1 <= first <= weeks or len(kept) < first - 1:
        raise Refused("draw.first", first=first)
    begun = league.weeks.now().filter(number__gte=first, is_imported=False).first()
    if begun:
        raise Refused("draw.begun", week=begun.number)
    return numbers, kept


def _row(league: League, number: int, week: Week, numbers: Sequence[int], at: datetime) -> DrawnWeek:
    def named(groups: Sequence[Sequence[int]]) -> list[list[int]]:
        return [[numbers[team] for team in group] for group in groups]

    rows = {"rooms": named(week.rooms), "twice": named(week.twice), "games": named(week.games)}
    return DrawnWeek(league=league, number=number, at=at, **rows)
