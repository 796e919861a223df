"""The embedded Uptown survives everything a laptop can suffer: every acknowledged hand is saved, once."""

import contextlib
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.hall import Hall
from tests.conftest import ROOT, begin_with_empty_tables, environment_of

pytestmark = [pytest.mark.slow, pytest.mark.embedded]

LONG = 100
A_LITTLE = 1.5
"""The seconds that a trouble lasts which ends by itself: shorter than a phone waits, longer than a tick."""


class Laptop:
    def __init__(self, data: Path) -> None:
        self.data, self.clock = data, data / "clock-is-off-by"
        self.clock.write_text("0")
        self.environment = environment_of(data) | {"CHAOS_CLOCK": str(self.clock)}

    @contextlib.contextmanager
    def serving(self) -> Iterator[int]:
        words = [sys.executable, "-m", "tests.chaos.mortal"]
        self.server = subprocess.Popen(
            words, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True
        )
        try:
            port, self.process = int(self._line()), int(self._line())
            yield port
        finally:
            self.server.terminate()
            try:
                self.server.wait(60)
            finally:
                self.server.kill()

    def _line(self) -> str:
        assert self.server.stdout is not None
        return self.server.stdout.readline()

    def is_killed(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        self.process = int(self._line())

    def hangs(self) -> None:
        os.kill(self.process, signal.SIGSTOP)
        time.sleep(A_LITTLE)
        os.kill(self.process, signal.SIGCONT)

    def has_a_slow_disk(self) -> None:
        """Hold the database's write lock for a while, as a slow disk would."""
        with contextlib.closing(sqlite3.connect(self.data / "uptown.sqlite3", timeout=60)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(A_LITTLE)
            other.rollback()

    def has_a_full_disk(self) -> None:
        """Let no file grow, as on a full disk."""
        before = resource.prlimit(self.process, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process, resource.RLIMIT_FSIZE, (0, before[1]))
        time.sleep(A_LITTLE)
        resource.prlimit(self.process, resource.RLIMIT_FSIZE, before)

    def is_set_ahead(self) -> None:
        self.clock.write_text("600")
        time.sleep(A_LITTLE)

    def is_set_back(self) -> None:
        self.clock.write_text("0")
        time.sleep(A_LITTLE)

    def is_started_twice(self) -> None:
        words = [sys.executable, "manage.py", "serve", "--port", "0", "--no-demo"]
        second = subprocess.run(words, cwd=ROOT, env=self.environment, capture_output=True, text=True)
        assert second.returncode == 1
        assert "Uptown is running already" in second.stderr


def test_a_laptop_in_trouble_loses_no_hand_and_forfeits_none_twice(tmp_path: Path, longer: int):
    begin_with_empty_tables(tmp_path)
    laptop = Laptop(tmp_path)
    kinds = [
        laptop.is_killed,
        laptop.has_a_full_disk,
        laptop.is_set_ahead,
        laptop.has_a_slow_disk,
        laptop.is_set_back,
        laptop.is_started_twice,
        laptop.hangs,
        laptop.is_killed,
    ]
    more = random.choices(kinds, k=LONG - len(kinds)) if longer > 1 else []

    with laptop.serving() as port:
        hall = Hall(port, laptop.environment)
        hall.live_through([*kinds, *more])

    hall.check()
    assert sum(person.unanswered for person in hall.people) > 0  # While killed. While the disk was full.
    assert sum(person.refused for person in hall.people) > 0  # When its disk was full.
