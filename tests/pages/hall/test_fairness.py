"""The public fairness page."""

import pytest

from rehearsal.browser import read
from tests import build
from tests.pages.visit import still_clock


def words(answer):
    return read(answer.content.decode()).one(id="fairness").words


@pytest.fixture
def event():
    event = build.event(is_practice=True)
    build.teams(event, 3)
    build.played_phase_one(event, 1)
    still_clock(event, build.at(15, 30))
    return event


def test_everybody_reads_what_each_team_got_and_the_standings_lead_there(event, client):
    page = words(client.get(f"/{event.slug}/fairness/"))

    assert "The teams have played 0 to 1 games. No two teams have met twice." in page
    assert "Team 3" in page
    assert "What the figures mean" in page
    assert f"/{event.slug}/fairness/" in client.get(f"/{event.slug}/standings/").content.decode()


def test_before_the_first_game_it_says_so(client):
    event = build.event()

    assert "Nothing to compare yet" in words(client.get(f"/{event.slug}/fairness/"))
