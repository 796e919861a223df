"""A Pushpin and a publisher that run next to a measured server."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from redis import Redis

from config import services
from config.wide.pushpin import programs
from tests.services import private_folder
from tools.bench._server import BASE_DIR, Served

PATIENCE = 60.0
KEY = "a key that only the programs of this benchmark know"
PUBLISHER = "publisher"


@dataclass(frozen=True, kw_only=True)
class Pushpin:
    """A running Pushpin: its port, and its processes by name, with the publisher."""

    port: int
    programs: dict[str, Served]


@contextlib.contextmanager
def pushpin(server: Served, environment: Mapping[str, str]) -> Iterator[Pushpin]:
    """Run a Pushpin and a publisher in front of a server that has the same ``KEY``, until the block ends."""
    port, control = _free(), _free()
    started: dict[str, subprocess.Popen[bytes]] = {}
    with private_folder() as folder:
        made = programs(
            folder / "p", port=port, control_port=control, origins=[f"127.0.0.1:{server.port}"], key=KEY
        )
        quiet = {**services.unprivileged(), "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        try:
            for name, words in made:
                started[name.rpartition(" ")[2]] = subprocess.Popen(words, **quiet)
            for each in (port, control):
                _wait_for(each)
            started[PUBLISHER] = publishing = subprocess.Popen(
                [sys.executable, "manage.py", "publish"],
                cwd=BASE_DIR,
                env={**environment, "UPTOWN_PUSHPIN": f"http://127.0.0.1:{control}"},
                stdout=subprocess.PIPE,
            )
            assert publishing.stdout is not None
            publishing.stdout.readline()
            _wait_for_leader(environment["REDIS_URL"])
            yield Pushpin(
                port=port,
                programs={name: Served(pid=each.pid, port=port) for name, each in started.items()},
            )
        finally:
            for process in reversed(started.values()):
                process.terminate()
            for process in started.values():
                process.wait(20)


def _wait_for_leader(redis_url: str) -> None:
    """Wait until a publisher leads. Before that, web processes hold the streams themselves."""
    with Redis.from_url(redis_url) as redis:
        until = time.monotonic() + PATIENCE
        while not redis.exists("uptown-streams-publisher"):
            if time.monotonic() > until:
                raise RuntimeError("No publisher leads.")
            time.sleep(0.1)


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"Nothing answers at port {port}.")
