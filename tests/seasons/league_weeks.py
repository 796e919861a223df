"""A league's weeks for tests, built from result lines."""

from datetime import date

from seasons.leagues.commands_draws import draw_weeks
from seasons.leagues.commands_imported_weeks import import_week
from seasons.leagues.commands_leagues import change_absence, find_or_make_league, open_week
from seasons.leagues.commands_pool import put_into_pool
from seasons.leagues.results import read_results
from seasons.models import League
from tests import build

HEAD = "team_a,team_b,points_a,points_b,bostons_a,bostons_b"


def league_week(club, lines, week=1, *, name="Tuesday", replaces=False, head=HEAD, user=None):
    results = read_results("\n".join([head, *lines]).encode(), week, date(2026, 6, 27))
    assert results.faults == ()
    return import_week(
        club=club,
        name=name,
        week=week,
        results=results,
        replaces=replaces,
        user=user,
        device="",
        today=date(2026, 6, 27),
        at=build.THREE,
    )


NAMES = [f"Team {letter}" for letter in "ABCDEFGH"]
EVENING = date(2026, 6, 30)


def drawn(club, first=1, seed=1) -> League:
    league = find_or_make_league(club=club, name="Tuesday", teams=NAMES, at=build.MEET)
    draw_weeks(league=league, weeks=3, rooms=2, games=4, first=first, seed=seed, at=build.MEET, steps=500)
    return league


def opened(night, league, number=1):
    return open_week(**night.press, league=league, number=number, held_on=EVENING, now=build.MEET)


def week_of(night, absence="pool", counts="chair"):
    league = drawn(night.club)
    rule = {"absence": absence, "forfeit_points": 0, "substitutes_count": counts}
    change_absence(**night.press, league=league, **rule)
    return opened(night, league)


def ready(night, league, *names):
    for name in names:
        put_into_pool(**night.press, league=league, name=name)
