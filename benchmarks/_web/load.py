"""The client: a separate process, so that its work is not taken for the server's.

``python -m benchmarks._web.load`` reads a job from its input and prints what came of it. Each connection
sends its next request in the very call in which the last answer came, never before.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import cycle
from typing import cast

from uvicorn.loops.auto import auto_loop_factory

from benchmarks._together import after
from benchmarks._web.wire import Answer

PATIENCE = 30.0


@dataclass(frozen=True, kw_only=True)
class Job:
    """What is to be asked: for each connection its requests, in turn."""

    host: str
    port: int
    lines: list[list[str]]
    seconds: float
    """After so long nothing more is asked; each connection asks once at least."""
    again: bool = True
    """Begin again when everything was requested."""
    pause: float = 0.0
    """So long from one request to the next."""
    addresses: int = 1
    """The number of loopback addresses that the connections come from, in turn."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What came of it. ``worked`` is the asker's own processor time."""

    seconds: float
    times: list[float]
    statuses: dict[str, int]
    unanswered: int
    worked: float

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.times) / self.seconds if self.seconds else 0.0

    @property
    def ceiling(self) -> float:
        """How many requests the client could send with a processor to itself."""
        return len(self.times) / self.worked if self.worked else 0.0

    def after(self, share: float) -> float:
        """The seconds in which this share of them was answered."""
        return after(self.times, share)

    @property
    def is_right(self) -> bool:
        """Everything was answered, and nothing refused."""
        return not self.unanswered and all(int(status) < 400 for status in self.statuses)


class Line(asyncio.Protocol):
    """A connection that asks one thing after the other."""

    def __init__(self, requests: Iterator[bytes], *, until: float, pause: float) -> None:
        self.times: list[float] = []
        self.statuses: Counter[str] = Counter()
        self.last = 0.0
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._requests, self._until, self._pause = requests, until, pause
        self._answer = Answer()
        self._asked_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast(asyncio.Transport, transport)
        self._ask()

    def data_received(self, data: bytes) -> None:
        """Go on to the next when the answer is whole."""
        if not self._answer.feed(data):
            return
        self.last = time.perf_counter()
        self.times.append(self.last - self._asked_at)
        self.statuses[self._answer.raw[9:12].decode()] += 1
        left = self._pause - self.times[-1]
        if left > 0:
            asyncio.get_running_loop().call_later(left, self._ask)
        else:
            self._ask()

    def connection_lost(self, lost: Exception | None) -> None:
        """Over: as it should be, or before its time."""
        if not self.done.done():
            self.done.set_result(False)

    def _ask(self) -> None:
        request = next(self._requests, None)
        self._asked_at = time.perf_counter()
        if request is None or (self.times and self._asked_at >= self._until):
            if not self.done.done():
                self.done.set_result(True)
            self._transport.close()
            return
        self._answer = Answer()
        self._transport.write(request)


async def ask_all(job: Job) -> Asked:
    """Do the job; who is never answered is counted after a while."""
    loop = asyncio.get_running_loop()
    worked, began = time.process_time(), time.perf_counter()
    lines = []
    for place, texts in enumerate(job.lines):
        requests = [text.encode("latin-1") for text in texts]
        each = cycle(requests) if job.again else iter(requests)
        make = partial(Line, each, until=began + job.seconds, pause=job.pause)
        own = (f"127.0.1.{1 + place % job.addresses}", 0) if job.addresses > 1 else None
        _, line = await loop.create_connection(make, job.host, job.port, local_addr=own)
        lines.append(line)
    await asyncio.wait([line.done for line in lines], timeout=job.seconds + PATIENCE)
    answered = [line.done.done() and line.done.result() for line in lines]
    ended = max((line.last for line in lines if line.last), default=began) if all(answered) else None
    return Asked(
        seconds=(ended or time.perf_counter()) - began,
        times=[each for line in lines for each in line.times],
        statuses=dict(sum((line.statuses for line in lines), Counter())),
        unanswered=answered.count(False),
        worked=time.process_time() - worked,
    )


class Loading:
    """A job that runs in a separate process."""

    def __init__(self, job: Job) -> None:
        words = [sys.executable, "-m", "benchmarks._web.load"]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(job)))
        self._process.stdin.close()
        self._process.stdin = None

    def stop(self) -> None:
        """Break it off."""
        self._process.kill()
        self._process.communicate()

    def result(self) -> Asked:
        """Wait until it is done."""
        said, _ = self._process.communicate()
        if self._process.returncode:
            raise RuntimeError("The askers gave up.")
        return Asked(**json.loads(said))


def load(job: Job) -> Asked:
    """Run a job in a separate process."""
    return Loading(job).result()


def main() -> None:
    """Do the job that is read from the input, in the event loop that the server would take."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        print(json.dumps(asdict(runner.run(ask_all(Job(**json.load(sys.stdin)))))))


if __name__ == "__main__":
    main()
