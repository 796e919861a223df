"""The ticker: overdue deadlines fire once, without any request."""

from pathlib import Path

import pytest

from tests.conftest import Site, fresh_database, redis_url, served
from tests.server.computers import workers
from tests.waiting import wait_until

pytestmark = pytest.mark.slow


# Four teams at one table, after the first game; a simulation was requested.
OPEN_PLAY = """
from tests import build
from tests.pages.visit import still_clock
from scoring.simulation.commands_simulation import ask_simulation
event = build.openly(4, tables=1, opens=False, is_practice=True)
still_clock(event, build.THREE)
by = build.organizer(event)
build.open_play(event=event, by=by, at=build.THREE)
build.won(event.games.get(), at=build.THREE)
ask_simulation(event=event, teams=4, tables=2, days=100, by=by, at=build.THREE)
"""
GAMES = "from tournament.models import Game; print(Game.objects.count())"
DICE = (
    "from scoring.models import SimulationRun; print(SimulationRun.objects.filter(finished_at=None).count())"
)


@pytest.mark.embedded
def test_an_embedded_uptown_calls_the_next_game_and_simulates_by_itself(empty_site: Site):
    empty_site.shell(OPEN_PLAY)

    wait_until(empty_site, "2", GAMES)
    wait_until(empty_site, "0", DICE)


@pytest.mark.scaled
def test_a_scaled_uptown_plays_the_simulation_in_celery(tmp_path: Path):
    with served(tmp_path, "--no-demo", DATABASE_URL=fresh_database(), REDIS_URL=redis_url()) as site:
        site.shell(OPEN_PLAY)

        with workers(site, 2):
            wait_until(site, "2", GAMES)
            wait_until(site, "0", DICE)
