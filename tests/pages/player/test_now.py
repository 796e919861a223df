"""A team's private page."""

import pytest

from tests import build
from tests.pages.visit import HTMX, still_clock, wearing


@pytest.fixture
def game():
    event = build.event(is_rehearsal=True)
    build.team(event, "Kitty Katz")
    build.team(event, "Boston Bound")
    return build.game(event)


@pytest.fixture
def katz(game):
    still_clock(game.event, build.at(15, 1, 2))
    return wearing(game.event.badges.get(team=game.ns))


def test_a_called_team_reads_its_table_and_the_time_left(game, katz):
    page = katz.get(f"/{game.event.slug}/team/").content.decode()

    assert "Table 1" in page
    assert "Dee 1 sits North, Ray 1 South" in page
    assert ">3:58</time>" in page
    assert "We’re seated" in page
