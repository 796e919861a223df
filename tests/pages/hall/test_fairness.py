"""The fairness page, for everybody."""

import pytest

from rehearsal.browser import read
from tests import build
from tests.pages.visit import HTMX, still_clock
from tournament.models import Event


def words(answer):
    return read(answer.content.decode()).one(id="fairness").words


@pytest.fixture
def event():
    event = build.event(is_practice=True)
    build.teams(event, 3)
    build.played_phase_one(event, 1)
    still_clock(event, build.at(15, 30))
    return event


def test_everybody_reads_what_each_team_got(event, client):
    page = words(client.get(f"/{event.slug}/fairness/"))

    assert "The teams have played 0 to 1 games. No two teams have met twice." in page
    assert "Team 3" in page
    assert "What the figures mean" in page


def test_a_swap_leaves_the_page_as_a_reload_would(event, client):
    page = client.get(f"/{event.slug}/fairness/")
    part = client.get(f"/{event.slug}/fairness/ledger/", headers=HTMX)

    assert words(page) == words(part)


def test_the_standings_lead_to_it(event, client):
    assert f"/{event.slug}/fairness/" in client.get(f"/{event.slug}/standings/").content.decode()


def test_before_the_first_game_it_says_so(client):
    event = build.event()

    assert "Nothing to compare yet" in words(client.get(f"/{event.slug}/fairness/"))


@pytest.mark.parametrize("teams", [2, 9])
def test_the_page_takes_a_fixed_number_of_queries(teams, client, django_assert_num_queries):
    event = build.event()
    build.teams(event, teams)
    build.played_phase_one(event, 1)
    event = Event.objects.get(pk=event.pk)

    with django_assert_num_queries(10):
        client.get(f"/{event.slug}/fairness/")
