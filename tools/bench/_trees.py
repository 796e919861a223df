"""Trees of code that measure themselves in turns, each in a process with its own data folder."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

CHILD = Path(__file__).with_name("_child.py")


class Tree:
    """A process that measures the code in ``folder``, on an event of this size."""

    def __init__(self, folder: Path, teams: int, stack: ExitStack) -> None:
        data = stack.enter_context(tempfile.TemporaryDirectory())
        mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
        mine |= {"DJANGO_SETTINGS_MODULE": "config.settings", "UPTOWN_DATA": data, "UPTOWN_LINK_DAYS": "0"}
        self._folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-c", CHILD.read_text(), str(teams)],
            cwd=folder,
            env=mine,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        stack.callback(self._process.communicate)
        self.took: dict[str, list[float]] = {}

    def begin(self) -> None:
        """Wait until it is ready."""
        self.took = {name: [] for name in self._hear()}

    def measure(self, name: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{name}\n")
        self._process.stdin.flush()
        self.took[name].append(self._hear())

    def middle(self, name: str) -> float:
        return median(self.took[name])

    def _hear(self) -> Any:
        """What it says next.

        :raises RuntimeError: if it fails.
        """
        assert self._process.stdout is not None
        if line := self._process.stdout.readline():
            return json.loads(line)
        raise RuntimeError(f"{self._folder} can’t be measured: its error is above.")


def in_turns(trees: Sequence[Tree], times: int) -> None:
    """Measure everything so often, each figure in one tree after the other; who begins changes."""
    for tree in trees:
        tree.begin()
    for number in range(times):
        for name in trees[0].took:
            for tree in trees if number % 2 else reversed(trees):
                tree.measure(name)
