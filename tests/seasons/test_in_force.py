"""What was taken back counts nowhere: after any imports, undone and replaced, only the last facts remain."""

from datetime import date

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seasons.leagues.commands_draws import draw_weeks
from seasons.leagues.commands_imported_weeks import undo_week
from seasons.leagues.drawn_weeks import drawn_rows
from seasons.leagues.league_table import league_of, table_through, week_of
from seasons.models import Person
from seasons.people.commands_forgetting import erase_person
from seasons.people.commands_people import recognize
from seasons.people.people_of_club import events_of, people_of
from seasons.ratings.grades import games_of
from seasons.ratings.records import record_of
from seasons.ratings.season_figures import season_of
from seasons.series.commands_series import add_to_series, make_series
from seasons.series.series_table import events_to_add, table_of_series
from seasons.shelf.commands_shelf import shelve_event, take_from_shelf
from tests import build
from tests.seasons.known import recognize_each
from tests.seasons.league_weeks import league_week
from tests.seasons.nights import Night
from tournament.models import Player

pytestmark = pytest.mark.django_db

HEAD = "team_a,team_b,points_a,points_b,players_a,players_b"
LINES = {
    "right": ["Aces,Kings,10,7,Ann & Ray,Dee & Cy", "Kings,Jacks,3,9,Dee & Cy,Bob & Eve"],
    "wrong": ["Aces,Kings,7,10,Ann & Ray,Dee & Cy"],
    "other teams": ["Queens,Tens,5,6,Ann & Ray,Hal & Kit"],
}
NOTHING = "undo"


def tell(club, week, what):
    """Import these results of a week, whether or not it has some, or take them back."""
    existing = (league := league_of(club, "Tuesday")) and week_of(league, week)
    if what != NOTHING:
        row = league_week(club, LINES[what], week, head=HEAD, replaces=True)
        by = build.organizer(row.event)
        recognize_each(event=row.event, club=club, by=by, at=build.THREE)
    elif existing:
        undo_week(week=existing, by=build.organizer(existing.event), at=build.THREE)


def figures(club):
    """Everything that a club adds up, by the names of people and teams."""
    season = season_of(club, date(2026, 1, 1), date(2027, 1, 1))
    league = league_of(club, "Tuesday")
    played = {row.name: row.events for row in people_of(club) if row.events}
    people = {name: Person.objects.get(name=name) for name in played}
    return {
        "season": (
            season.games,
            len(season.events),
            {(row.name, row.events, row.games) for row in season.people},
        ),
        "grades": len(games_of(club)),
        "people": played,
        "records": {name: record_of(club, frozenset({row.pk})).games for name, row in people.items()},
        "pages": {name: sum(each.got.games for each in events_of(row)) for name, row in people.items()},
        "table": {(row.team, row.row.wins, row.row.points) for row in table_through(league, 2).rows}
        if league
        else set(),
    }


weeks = st.tuples(st.sampled_from([1, 2]), st.sampled_from([*LINES, NOTHING]))


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(weeks, min_size=2, max_size=5))
def test_any_imports_end_with_the_figures_of_the_last_facts_alone(imports):
    assert figures_after(imports) == figures_after(sorted(dict(imports).items()))


def figures_after(imports):
    with transaction.atomic():
        club = Night().club
        for week, what in imports:
            tell(club, week, what)
        found = figures(club)
        transaction.set_rollback(True)
    return found


@pytest.mark.both
def test_a_replaced_week_keeps_its_place_in_a_series_and_an_undone_one_not():
    here = Night()
    series = make_series(**here.press, name="Summer")
    first = league_week(here.club, LINES["wrong"], head=HEAD)
    add_to_series(**here.press, series=series, added=first.event)

    second = league_week(here.club, LINES["right"], head=HEAD, replaces=True)
    replaced = series_events(series)
    undo_week(week=second, by=build.organizer(second.event), at=build.THREE)

    assert (replaced, series_events(series)) == ([second.event, here.event], [here.event])
    assert events_to_add(series) == []


@pytest.mark.slow
@pytest.mark.both
def test_a_team_of_an_undone_import_is_not_drawn_but_stays_in_its_weeks():
    here = Night()
    tell(here.club, 1, "right")
    tell(here.club, 2, "other teams")
    league = league_of(here.club, "Tuesday")
    draw(league, first=1)
    tell(here.club, 2, NOTHING)

    draw(league, first=1, weeks=2)
    without = teams_drawn(league)
    tell(here.club, 2, "other teams")
    draw(league, first=1)
    tell(here.club, 2, NOTHING)
    draw(league, first=2)

    assert without == {"Aces", "Kings", "Jacks"}
    assert teams_drawn(league) == {"Aces", "Kings", "Jacks", "Queens", "Tens"}


def draw(league, first, weeks=2):
    draw_weeks(league=league, weeks=weeks, rooms=1, games=4, first=first, seed=1, at=build.at(21), steps=50)


def teams_drawn(league):
    return {team for row in drawn_rows(league) for room in row.rooms for team in room}


def series_events(series):
    return [night.event for night in table_of_series(series).nights]


@pytest.mark.slow
@pytest.mark.both
def test_erasing_a_person_also_reaches_an_import_that_was_replaced():
    here = Night()
    tell(here.club, 1, "wrong")
    tell(here.club, 1, "right")
    ann = Person.objects.get(name="Ann")

    erase_person(**here.press, person=ann, now=build.at(20))

    assert not Player.objects.filter(name="Ann").exists()


def test_who_is_recognized_at_an_import_that_was_undone_has_no_event_of_it():
    here = Night()
    week = league_week(here.club, LINES["right"], head=HEAD)
    by = build.organizer(week.event)
    undo_week(week=week, by=by, at=build.THREE)
    ann = Person.objects.create(club=here.club, name="Ann", made_at=build.MEET)

    where = {"event": week.event, "club": here.club, "by": by, "at": build.THREE}
    recognize(**where, player=week.event.players.get(name="Ann"), person=ann, how="hand")

    assert ([row.events for row in people_of(here.club)], events_of(ann)) == ([0], [])


@pytest.mark.both
def test_an_event_to_be_deleted_is_in_no_season_or_series_until_it_is_kept():
    here, other = Night(), Night(week=1)
    series = make_series(**here.press, name="Summer")
    add_to_series(**here.press, series=series, added=other.event)
    shelve_event(event=other.event, shelf="deleted", now=build.MEET, by=other.by, at=build.MEET)

    def listed():
        season = season_of(here.club, date(2026, 1, 1), date(2027, 1, 1))
        return [row.event for row in season.events], series_events(series)

    gone = listed()
    take_from_shelf(event=other.event, shelf="deleted", by=other.by, at=build.MEET)

    assert (gone, listed()) == (([here.event],) * 2, ([other.event, here.event], [here.event, other.event]))
