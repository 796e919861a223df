"""A league's weeks for tests, built from result lines."""

from datetime import date

from seasons.leagues.commands_imported_weeks import import_week
from seasons.leagues.results import read_results
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
