"""The draw of a season: its weeks ahead, or those from one on (Rulebook L-21 to L-25)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from rules.seasons.draw import SeasonDraw, Week, draw_season
from seasons.models import DrawnWeek, League
from seasons.queries.draws import drawn_weeks
from tournament.errors import Refused


@transaction.atomic
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
    """Draw the weeks from ``first`` on, so that all are as even as a search finds them. Takes seconds.

    The weeks before stay as they are drawn.

    :raises Refused: if they aren't drawn, one from ``first`` on has an event, or the rooms don't fit.
    """
    numbers = list(league.teams.values_list("number", flat=True))
    kept = drawn_weeks(league, numbers)[: first - 1]
    if not 1 <= first <= weeks or len(kept) < first - 1:
        raise Refused("draw.first", first=first)
    begun = league.weeks.now().filter(number__gte=first, is_imported=False).first()
    if begun:
        raise Refused("draw.begun", week=begun.number)
    try:
        drawn = draw_season(len(numbers), weeks, rooms, games, kept, seed, **search)
    except ValueError as why:
        raise Refused("rules", words=str(why)) from why
    league.drawn.now().filter(number__gte=first).update(replaced_at=at)
    DrawnWeek.objects.bulk_create(
        _row(league, number, week, numbers, at)
        for number, week in enumerate(drawn.weeks, 1)
        if number >= first
    )
    return drawn


def _row(league: League, number: int, week: Week, numbers: Sequence[int], at: datetime) -> DrawnWeek:
    def named(groups: Sequence[Sequence[int]]) -> list[list[int]]:
        return [[numbers[team] for team in group] for group in groups]

    rows = {"rooms": named(week.rooms), "twice": named(week.twice), "games": named(week.games)}
    return DrawnWeek(league=league, number=number, at=at, **rows)
