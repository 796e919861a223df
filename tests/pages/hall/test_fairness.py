"""The public fairness page, and its figures: waits, byes, rematches, and the strength of opponents."""

from datetime import timedelta

import pytest

from pages.hall.fairness import fairness
from scoring.tasks import tick
from tests import build
from tests.pages.visit import still_clock
from tools.rehearsal.browser import read

pytestmark = pytest.mark.slow


def words(answer):
    return read(answer.content.decode()).one(id="fairness").words


def test_everybody_reads_what_each_team_got_and_the_standings_lead_there(client):
    event = build.event(is_practice=True)
    address = f"/{event.slug}/fairness/"
    empty = words(client.get(address))
    build.teams(event, 3)
    build.played_phase_one(event, 1)
    still_clock(event, build.at(15, 30))

    page = words(client.get(address))

    assert "Nothing to compare yet" in empty
    assert "The teams have played 0 to 1 games. No two teams have met twice." in page
    assert "Team 3" in page
    assert "What the figures mean" in page
    assert address in client.get(f"/{event.slug}/standings/").content.decode()


@pytest.mark.parametrize(
    ("teams", "rounds", "rows", "rematches"),
    [
        pytest.param(3, 1, [(1, 0, 0, None, 10)] * 2 + [(0, 1, 0, None, 30)], 0, id="a bye is a wait"),
        pytest.param(2, 2, [(2, 0, 1, None, 20)] * 2, 1, id="a rematch counts for both"),
        # The lower number always won. 1 met 2, 3 and 4, who won 2, 1 and 0 of two other games.
        pytest.param(4, 3, [(3, 0, 0, 50, 30)] * 4, 0, id="opponents are as strong as their other games"),
    ],
)
def test_each_team_has_its_games_byes_rematches_opponents_and_waits(teams, rounds, rows, rematches):
    event = build.event()
    build.teams(event, teams)
    build.played_phase_one(event, rounds)

    page = fairness(event, build.THREE + timedelta(minutes=30 * rounds))

    shares = [(row.games, row.byes, row.rematches, row.opponents, row.waited) for row in page.rows]
    assert (shares, page.rematches) == (rows, rematches)


def test_waits_in_open_play_are_measured_from_game_to_game():
    event = build.openly(4, tables=1)
    build.won(event.games.get(), at=build.at(15, 25))
    tick(build.at(15, 25))

    rows = fairness(event, build.at(15, 45)).rows

    assert sorted((row.waited, row.longest) for row in rows) == [(15, 15), (15, 15), (25, 25), (25, 25)]
