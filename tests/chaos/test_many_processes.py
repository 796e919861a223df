"""``./uptown scale`` loses its programs, one after the other, and starts them again: nobody loses a hand."""

import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests import services
from tests.attacks.test_processes import soon
from tests.chaos.hall import Hall
from tests.conftest import HOUSE, environment_of

pytestmark = [pytest.mark.slow, pytest.mark.scaled]

LONG = 100
A_LITTLE = 1.5
BEGINS = {
    "PostgreSQL": "postgres -D",
    "Redis": "redis-server",
    "web": "manage.py serve",
    "worker": "worker --con",
    "beat": "beat",
}


def children_of(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def words_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def one_soon(found: Callable[[], list[int]]) -> int:
    """One of the processes, by chance, once there are any."""
    there: list[int] = []
    soon(lambda: there.extend(found()) or there)
    return random.choice(there)


class Scaled:
    """A running ``./uptown scale``, whose programs can be taken away."""

    def __init__(self, data: Path, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.log = folder / "scale.log"
        environment = environment_of(data) | {
            "UPTOWN_DATA": str(data),
            "UPTOWN_METRICS_NETWORKS": "127.0.0.1",
        }
        words = [sys.executable, "-m", "config.scale", "--no-demo", "--workers", "2"]
        words += ["--port", str(self.port)]
        with self.log.open("w") as out:
            self.running = subprocess.Popen(words, cwd=HOUSE, env=environment, stdout=out, stderr=out)
        soon(lambda: "Everything runs." in self.said or self.running.poll() is not None)
        database, redis = re.search(r"DATABASE_URL=(\S+) REDIS_URL=(\S+)", self.said).groups()
        self.environment = environment | {"DATABASE_URL": database, "REDIS_URL": redis}

    @property
    def said(self) -> str:
        return self.log.read_text()

    def program(self, name: str) -> int:
        """The process of a program, as soon as it runs."""
        return one_soon(
            lambda: [pid for pid in children_of(self.running.pid) if BEGINS[name] in words_of(pid)]
        )

    def loses(self, name: str, by: signal.Signals = signal.SIGKILL) -> Callable[[], None]:
        return lambda: os.kill(self.program(name), by)

    def loses_a_web_process(self) -> None:
        web = self.program("web")
        os.kill(
            one_soon(lambda: [pid for pid in children_of(web) if "spawn_main" in words_of(pid)]),
            signal.SIGKILL,
        )

    def loses_a_connection(self) -> None:
        """One process of PostgreSQL is killed in the middle of its work: all of them begin again."""
        server = self.program("PostgreSQL")
        os.kill(
            one_soon(lambda: [pid for pid in children_of(server) if "uptown uptown" in words_of(pid)]),
            signal.SIGKILL,
        )

    def has_a_slow_disk(self) -> None:
        """Nothing that PostgreSQL writes arrives for a while."""
        at_work = children_of(self.program("PostgreSQL"))
        for stop in (signal.SIGSTOP, signal.SIGCONT):
            for pid in at_work:
                if Path(f"/proc/{pid}").exists():
                    os.kill(pid, stop)
            time.sleep(A_LITTLE if stop == signal.SIGSTOP else 0)

    def end(self) -> int:
        self.running.send_signal(signal.SIGINT)
        return self.running.wait(120)


def check_figures(site: str) -> None:
    assert httpx.get(f"{site}/readyz").json() == {"database": True, "tick": True, "redis": True}
    for _ in range(20):
        httpx.get(f"{site}/healthz")
    lines = httpx.get(f"{site}/metrics").text.splitlines()
    figures = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    # Of both web processes together: one of them was asked.
    assert float(figures['uptown_responses_total{method="GET",status="2xx"}']) > 20
    assert figures["uptown_database_up"] == "1.0"


def test_every_program_of_a_scaled_uptown_may_die_and_ctrl_c_ends_all_in_order(tmp_path: Path, longer: int):
    with services.private_folder() as folder:
        scaled = Scaled(folder / "data", tmp_path)
        try:
            started = {pid: words_of(pid) for pid in children_of(scaled.running.pid)}
            check_figures(f"http://127.0.0.1:{scaled.port}")
            hall = Hall(scaled.port, scaled.environment)
            at_once = signal.SIGQUIT  # PostgreSQL ends in the middle of a commit.
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
            assert sum(person.told + person.unanswered for person in hall.people) > 0
        finally:
            ended = scaled.end()

    kinds = [re.search(r"postgres|redis|serve|worker|beat", words).group() for words in started.values()]
    assert kinds == ["postgres", "redis", "serve", "worker", "beat"]
    assert "The worker ended (killed by SIGKILL). It starts again in 2 s." in scaled.said
    assert (ended, scaled.said.strip().splitlines()[-1]) == (0, "All has ended, in order.")
    assert not [pid for pid in started if Path(f"/proc/{pid}").exists()]
