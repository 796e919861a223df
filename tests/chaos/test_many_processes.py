"""``./uptown scale`` loses its programs one by one and restarts them: no hand is lost."""

import random
import re
import signal
from pathlib import Path

import httpx
import pytest

from tests import services
from tests.chaos.hall import Hall
from tests.chaos.started import Started, children_of, words_of
from tests.waiting import soon

pytestmark = [pytest.mark.slow, pytest.mark.scaled]

LONG = 100


def check_figures(site: str) -> None:
    # A beat may take longer to start than a tick may be late.
    well = {"database": True, "tick": True, "redis": True}
    soon(lambda: httpx.get(f"{site}/readyz").json() == well)
    for _ in range(20):
        httpx.get(f"{site}/healthz")
    lines = httpx.get(f"{site}/metrics").text.splitlines()
    figures = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    # The metrics cover both web processes; one of them answered.
    assert float(figures['uptown_responses_total{method="GET",status="2xx"}']) > 20
    assert figures["uptown_database_up"] == "1.0"


def test_any_program_of_a_scaled_uptown_may_die_and_ctrl_c_ends_them_all(tmp_path: Path, longer: int):
    with services.private_folder() as folder:
        scaled = Started(folder / "data", tmp_path, "config.scale", "--workers", "2")
        try:
            started = {pid: words_of(pid) for pid in children_of(scaled.running.pid)}
            check_figures(f"http://127.0.0.1:{scaled.port}")
            hall = Hall(scaled.port, scaled.environment)
            at_once = signal.SIGQUIT  # PostgreSQL dies in the middle of a commit.
            troubles = [
                scaled.loses("worker"),
                scaled.loses_a_web_process,
                scaled.loses("PostgreSQL", at_once),
                scaled.loses("Redis"),
                scaled.loses("beat"),
                scaled.loses_a_connection,
                scaled.has_a_slow_disk,
                scaled.loses("web"),
            ]
            few = len(troubles) if longer > 1 else 4
            more = random.choices(troubles, k=LONG - len(troubles)) if longer > 1 else []
            hall.live_through([*troubles[:few], *more])
            hall.check()
            assert sum(person.refused + person.unanswered for person in hall.people) > 0
        finally:
            ended = scaled.end()

    kinds = [re.search(r"postgres|redis|serve|worker|beat", words).group() for words in started.values()]
    assert kinds == ["postgres", "redis", "serve", "worker", "worker", "beat"]
    assert re.search(r"The worker ended \(killed by SIGKILL\)\. It starts again in [12] s\.", scaled.output)
    assert (ended, scaled.output.strip().splitlines()[-1]) == (0, "All has ended, in order.")
    assert not [pid for pid in started if Path(f"/proc/{pid}").exists()]
