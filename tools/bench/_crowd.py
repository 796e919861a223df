"""Many phones at once: processes that hold their streams, and how soon they have what a press changed."""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from tools.bench._asker import after
from tools.bench._phones import PATIENCE, Kind

A_PROCESS = 2_500
CONNECTIONS_A_PHONE = 1.2  # Its stream, and for some a fetch at the same time.
OTHER_FILES = 300


def room_for(phones: int) -> int:
    """How many phones the limit of open files allows, raised if possible. Says if these are too few."""
    need = int(phones * CONNECTIONS_A_PHONE) + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if need <= soft:
        return phones
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(need, hard), max(need, hard)))
    except (OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        fits = max(0, int((hard - OTHER_FILES) / CONNECTIONS_A_PHONE))
        print(f"A process here may open {hard:,} files; {phones:,} phones may need {need:,} (ulimit -n).")
        return min(phones, fits)
    return phones


@dataclass(frozen=True, kw_only=True)
class Arrived:
    """When each phone had what a press changed, in seconds from the press."""

    had: list[float]
    """Sorted. A phone that never had it counts ``PATIENCE``."""
    bytes: int

    @property
    def never(self) -> int:
        return self.had.count(PATIENCE)

    def after(self, share: float) -> float:
        return after(self.had, share)


class Crowd:
    """All phones, in as many processes as it takes."""

    def __init__(self, port: int, phones: Sequence[Kind]) -> None:
        self.phones = len(phones)
        self._processes = []
        for first in range(0, self.phones, A_PROCESS):
            command = [sys.executable, "-m", "tools.bench._phones"]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self._processes.append(process)
            mine = [asdict(each) for each in phones[first : first + A_PROCESS]]
            _say(process, {"port": port, "phones": mine})

    def tell(self, order: str, **arguments: Any) -> list[dict[str, Any]]:
        """Send a command to every process, and return all responses."""
        for process in self._processes:
            _say(process, [order, arguments])
        answers = []
        for process in self._processes:
            assert process.stdout is not None
            answers.append(json.loads(process.stdout.readline()))
        return answers

    def sum(self, order: str, name: str, **arguments: Any) -> int:
        """Send a command, and add up this count of all responses."""
        return sum(answer[name] for answer in self.tell(order, **arguments))

    def see(self, press: Callable[[], object]) -> Arrived:
        """Press something, and wait until every phone has what it changed."""
        self.tell("watch")
        began = time.monotonic()
        press()
        answers = self.tell("wait")
        had = sorted(at - began for answer in answers for at in answer["had"])
        had += [PATIENCE] * (self.phones - len(had))
        return Arrived(had=had, bytes=sum(answer["bytes"] for answer in answers))

    def end(self) -> None:
        """Close the input of every process, and wait for its end."""
        for process in self._processes:
            process.communicate()


def _say(process: "subprocess.Popen[str]", what: object) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(what) + "\n")
    process.stdin.flush()


@contextmanager
def crowd_of(port: int, phones: Sequence[Kind]) -> Iterator[Crowd]:
    """Run these phones until the block ends."""
    crowd = Crowd(port, phones)
    try:
        yield crowd
    finally:
        crowd.end()
