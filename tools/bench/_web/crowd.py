"""Many phones at once: processes that hold their streams, and how soon they have what a hand changed."""

import asyncio
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import cycle
from typing import Any

from tools.bench._server import Served
from tools.bench._table import Row, ms
from tools.bench._together import after
from tools.bench._web.phones import PATIENCE, Hall
from tools.bench._web.referees import Games
from tools.bench._web.referees import Hall as Made
from tools.bench._web.wire import ask

HANDS = 5
A_PROCESS = 2_500
SOME = 0.2  # Not measured: the first phones use memory that the server already has.
CONNECTIONS_A_PHONE = 1.2  # Its stream, and for some a fetch at the same time.
OTHER_FILES = 300
AIM, KILOBYTES = 1.0, 15


def room_for(phones: int) -> tuple[int, str]:
    """How many phones the limit of open files allows, raised if possible; a sentence if these are too few."""
    need = int(phones * CONNECTIONS_A_PHONE) + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if need > hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (need, need))
        except (OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            fits = max(0, int((hard - OTHER_FILES) / CONNECTIONS_A_PHONE))
            warning = (
                f"A process here may open {hard:,} files; {phones:,} phones may need {need:,} (ulimit -n). "
            )
            return min(phones, fits), f"{warning}Measured with {fits:,}."
    elif need > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return phones, ""


class Crowd:
    """All phones, in as many processes as it takes, each with its streams at the next of these ports."""

    def __init__(self, server: Served, hall: Made, phones: int, streams_at: Sequence[int]) -> None:
        slug = hall["slug"]
        self.phones = phones
        ports = cycle(streams_at or [server.port])
        self._processes = [
            self._start(
                Hall(
                    host="127.0.0.1",
                    port=server.port,
                    phones=min(A_PROCESS, phones - first),
                    first=first,
                    live=f"/live/{slug}",
                    part=f"/{slug}/standings/table/",
                    page=f"/{slug}/standings/",
                    streams_at=next(ports),
                )
            )
            for first in range(0, phones, A_PROCESS)
        ]

    @staticmethod
    def _start(hall: Hall) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "tools.bench._web.phones"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin is not None
        process.stdin.write(json.dumps(asdict(hall)) + "\n")
        return process

    def tell(self, order: str, **arguments: Any) -> list[dict[str, Any]]:
        """Send a command to every process, and return all responses."""
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.write(json.dumps([order, arguments]) + "\n")
            process.stdin.flush()
        answers = []
        for process in self._processes:
            assert process.stdout is not None
            answers.append(json.loads(process.stdout.readline()))
        return answers

    def sum(self, order: str, *names: str, **arguments: Any) -> list[int]:
        """Send a command, and add up these counts of all responses."""
        answers = self.tell(order, **arguments)
        return [sum(answer[name] for answer in answers) for name in names]

    def processor(self) -> float:
        """The processor seconds that the phones themselves have used."""
        return sum(Served(pid=process.pid, port=0).processor() for process in self._processes)

    def end(self) -> None:
        """Close the input of every process, and wait for its end."""
        for process in self._processes:
            process.communicate()


@contextmanager
def crowd_of(server: Served, hall: Made, phones: int, streams_at: Sequence[int] = ()) -> Iterator[Crowd]:
    """Run ``phones`` phones until the block ends. Their streams may be at other ports."""
    crowd = Crowd(server, hall, phones, streams_at)
    try:
        yield crowd
    finally:
        crowd.end()


@dataclass(kw_only=True)
class Seen:
    """What the phones received of the saved hands."""

    phones: int
    hands: int = 0
    times: list[float] = field(default_factory=list)
    compared: int = 0
    wrong: int = 0
    bytes: int = 0

    def save(self, server: Served, crowd: Crowd, hand: str) -> float:
        """Save a hand, and wait until every phone has its change. Returns how long the last one took."""
        crowd.tell("watch")
        began = time.monotonic()
        saved = asyncio.run(ask(("127.0.0.1", server.port), hand.encode(), patience=PATIENCE))
        assert saved.status == 200, f"The hand is answered with {saved.status}."
        self.hands += 1
        had: list[float] = []
        for answer in crowd.tell("wait"):
            had += [at - began for at in answer["had"]]
            self.compared += answer["compared"]
            self.wrong += answer["wrong"]
            self.bytes += answer["bytes"]
        self.times += had
        return max(had, default=0.0) if len(had) == self.phones else PATIENCE

    @property
    def never(self) -> float:
        """The share of phones that didn't have a hand in time."""
        return 1 - len(self.times) / (self.phones * self.hands)

    def after(self, share: float) -> float:
        """The seconds within which this share of all had it; a phone that never did counts ``PATIENCE``."""
        missing = self.phones * self.hands - len(self.times)
        return after([*self.times, *[PATIENCE] * missing], share)


def measure_phones(server: Served, hall: Made, games: Games, phones: int) -> Iterator[Row]:
    """Save several hands, and measure how soon each phone has them."""
    first, *hands = games.hands(1 + HANDS)
    with crowd_of(server, hall, 1) as one:
        one.tell("hold")
        Seen(phones=1).save(server, one, first)  # Fills the caches, whose memory isn't a phone's.
    seen = Seen(phones=phones)
    with crowd_of(server, hall, phones) as crowd:
        (failed,) = crowd.sum("hold", "failed", share=SOME)
        before = server.memory()
        more_failed, brought = crowd.sum("hold", "failed", "brought")
        memory = server.memory() - before
        for hand in hands:
            seen.save(server, crowd, hand)
    yield from _rows(seen, brought=brought, failed=failed + more_failed)
    yield _checked(seen)
    if before:
        yield _memory(memory / (1 - SOME) / phones / 1024)


def _rows(seen: Seen, *, brought: int, failed: int) -> Iterator[Row]:
    late, last = seen.after(0.99), seen.after(1)
    yield Row(
        what=f"hand to {seen.phones:,} phones, p99",
        figure=_seconds(late),
        beside=f"p50 {_seconds(seen.after(0.5))}, last {_seconds(last)}",
        aim=f"under {AIM:.0f} s",
        is_met=late < AIM,
    )
    yield Row(
        what=f"never, {'brought by the stream' if brought else 'fetched by the phone'}",
        figure=f"{seen.never:.1%}",
        beside=f"{failed} without a stream",
        aim="none",
        is_met=seen.never <= 0,
    )


def _seconds(late: float) -> str:
    return ms(late) if late < PATIENCE else "never"


def _checked(seen: Seen) -> Row:
    what = "brought, and not what would be fetched"
    if not seen.compared:
        return Row(what=what, figure="nothing")
    return Row(what=what, figure=f"{seen.wrong} of {seen.compared}", aim="none", is_met=seen.wrong == 0)


def _memory(kilobytes: float) -> Row:
    return Row(
        what="memory of the server for a phone",
        figure=f"{kilobytes:.1f} kB",
        aim=f"at most {KILOBYTES} kB",
        is_met=kilobytes <= KILOBYTES,
    )
