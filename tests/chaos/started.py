"""A running ``./uptown scale`` or ``wide`` whose programs can be killed."""

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

from tests.conftest import ROOT, environment_of
from tests.waiting import soon

A_LITTLE = 1.5
BEGINS = {
    "PostgreSQL": "data/postgres",
    "Redis": "redis-server",
    "web": "manage.py serve",
    "worker": "worker --con",
    "beat": "beat",
    "replica": "data/replica",
    "PgBouncer": "pgbouncer --quiet",
    "HAProxy": "haproxy -db",
}


def children_of(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def words_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def one_soon(found: Callable[[], list[int]]) -> int:
    """A random one of the processes, once there are any."""
    children: list[int] = []
    soon(lambda: children.extend(found()) or children)
    return random.choice(children)


class Started:
    """Run a command with these words on an empty folder ``data``."""

    def __init__(self, data: Path, folder: Path, *words: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.log = folder / "output.log"
        environment = environment_of(data) | {
            "UPTOWN_DATA": str(data),
            "UPTOWN_METRICS_NETWORKS": "127.0.0.1",
        }
        command = [sys.executable, "-m", *words, "--no-demo", "--port", str(self.port)]
        with self.log.open("w") as out:
            self.running = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out)
        soon(lambda: "Everything runs." in self.output or self.running.poll() is not None, 400)
        database, redis = re.search(r"DATABASE_URL=(\S+) REDIS_URL=(\S+)", self.output).groups()
        self.environment = environment | {"DATABASE_URL": database, "REDIS_URL": redis}

    @property
    def output(self) -> str:
        return self.log.read_text()

    def program(self, name: str) -> int:
        """The process id of a program, once it runs."""
        return one_soon(
            lambda: [pid for pid in children_of(self.running.pid) if BEGINS[name] in words_of(pid)]
        )

    def loses(self, name: str, by: signal.Signals = signal.SIGKILL) -> Callable[[], None]:
        return lambda: os.kill(self.program(name), by)

    def loses_a_web_process(self) -> None:
        self._kill_child("web", "spawn_main")

    def loses_a_connection(self) -> None:
        """Kill a working PostgreSQL backend; PostgreSQL restarts all of them."""
        self._kill_child("PostgreSQL", "uptown uptown")

    def _kill_child(self, name: str, words: str) -> None:
        program = self.program(name)
        child = one_soon(lambda: [pid for pid in children_of(program) if words in words_of(pid)])
        os.kill(child, signal.SIGKILL)

    def has_a_slow_disk(self) -> None:
        """Stop all of PostgreSQL's writes for a while."""
        at_work = children_of(self.program("PostgreSQL"))
        for stop in (signal.SIGSTOP, signal.SIGCONT):
            for pid in at_work:
                if Path(f"/proc/{pid}").exists():
                    os.kill(pid, stop)
            time.sleep(A_LITTLE if stop == signal.SIGSTOP else 0)

    def end(self) -> int:
        self.running.send_signal(signal.SIGINT)
        return self.running.wait(120)
