""" "Where do I sit?" for a field that is too large for a list."""

import pytest

from pages.hall.finder import finder
from tests import build
from tests.pages.visit import still_clock
from tools.rehearsal.browser import read
from tournament.floor.seats_now import seats

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NOW = build.at(15, 10)


@pytest.fixture
def event():
    event = build.event(is_practice=True)
    build.teams(event, 6)
    build.called_round(event)
    still_clock(event, NOW)
    return event


def test_a_field_that_fits_chooses_from_a_list_and_searches_as_one_types(event, client):
    page, chart = (read(client.get(f"/{event.slug}/{path}").content.decode()) for path in ("", "seats/"))

    assert len(page.find("option")) == 1 + 6
    assert not page.find("input", id="finder-find")
    assert chart.one("input", data_search="*")
    assert not chart.find("input", id="find")


def test_the_finder_says_no_table_for_a_team_that_has_no_game(event):
    build.team(event, "Walk-ins")
    game = event.games.get(pk=finder(event, NOW, "4").game_id)

    found = finder(event, NOW, "walk-ins")
    build.won(game)

    assert (found.title, found.seat.big) == ("Round 1", "No table now")
    assert finder(event, NOW, "4").game_id is None


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_seats_of_some_are_what_they_are_among_all(rounds):
    event = build.event(tables=2)
    build.teams(event, 7)
    build.played_phase_one(event, rounds)
    everybody = seats(event)

    for row in everybody.teams:
        some = seats(event, only=[row.team.team_id])
        assert (some.title, some.teams) == (everybody.title, (row,))
        assert [table.number for table in some.tables] == ([row.table] if row.table else [])
