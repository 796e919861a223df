"""The ticker: overdue deadlines fire once, without any request."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import ROOT, Site, fresh_database, redis_url, served

pytestmark = pytest.mark.slow

# Called at three on the default day, so its deadlines are long overdue.
TWO_LATE_TEAMS = "from tests import build; build.game()"
WAITING = "from tournament.models import Deadline; print(Deadline.objects.filter(done_at=None).count())"
DONE = "from tournament.models import Deadline; print(Deadline.objects.exclude(done_at=None).count())"


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


def wait_until_nothing_is_due(site: Site) -> None:
    wait_until(site, "0", WAITING)


def wait_until(site: Site, answer: str, question: str) -> None:
    for _ in range(120):
        if site.shell(question) == answer:
            return
        time.sleep(0.5)
    raise AssertionError(f"Nobody ticks.\n{(site.data / 'server.log').read_text()}")


@pytest.mark.embedded
def test_an_embedded_uptown_calls_the_next_game_and_plays_the_dice_by_itself(empty_site: Site):
    empty_site.shell(OPEN_PLAY)

    wait_until(empty_site, "2", GAMES)
    wait_until(empty_site, "0", DICE)


@pytest.mark.scaled
def test_a_scaled_uptown_plays_the_dice_in_celery(tmp_path: Path):
    with served(tmp_path, "--no-demo", DATABASE_URL=fresh_database(), REDIS_URL=redis_url()) as site:
        site.shell(OPEN_PLAY)

        with workers(site, 2):
            wait_until(site, "2", GAMES)
            wait_until(site, "0", DICE)


@contextmanager
def workers(site: Site, count: int) -> Iterator[None]:
    """Run Celery workers, each with its own beat, during the block."""
    running = []
    for number in range(count):
        schedule = str(site.data / f"beat-{number}")
        words = ["-A", "config.celery", "worker", "-B", "-s", schedule, "-n", f"worker-{number}", "-c", "1"]
        log = (site.data / f"worker-{number}.log").open("w")
        running.append(
            subprocess.Popen(
                [sys.executable, "-m", "celery", *words],
                cwd=ROOT,
                env=site.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        )
    try:
        yield
    finally:
        for worker in running:
            worker.terminate()
        for worker in running:
            try:
                worker.wait(120)
            finally:
                worker.kill()
