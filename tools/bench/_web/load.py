"""The load generator: a separate process, so that its work isn't measured as the server's.

``python -m tools.bench._web.load`` reads a job from its input and prints the result. Each connection sends
its next request in the same callback in which the last response arrived, never before.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from itertools import cycle
from typing import cast

from uvicorn.loops.auto import auto_loop_factory

from tools.bench._together import after
from tools.bench._web.wire import Answer, ask

PATIENCE = 30.0


@dataclass(frozen=True, kw_only=True)
class Job:
    """The requests to send: a list for each connection."""

    host: str
    port: int
    requests: list[list[str]]
    seconds: float
    """No request is sent after this time, but each connection sends at least one."""
    again: bool = True
    """Whether to begin again after the last request."""
    pause: float = 0.0
    """The seconds from one request to the next."""
    addresses: int = 1
    """The number of loopback addresses that the connections come from, in turn."""

    def comes_from(self, index: int) -> tuple[str, int] | None:
        return (f"127.0.1.{1 + index % self.addresses}", 0) if self.addresses > 1 else None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The result of a job."""

    seconds: float
    times: list[float]
    statuses: dict[str, int]
    unanswered: int
    worked: float
    """The client's own processor time."""

    @property
    def rate(self) -> float:
        """Responses a second."""
        return len(self.times) / self.seconds if self.seconds else 0.0

    @property
    def ceiling(self) -> float:
        """How many requests the client could send with a processor to itself."""
        return len(self.times) / self.worked if self.worked else 0.0

    def after(self, share: float) -> float:
        """The seconds within which this share of the requests was answered."""
        return after(self.times, share)

    @property
    def is_right(self) -> bool:
        """Whether every request was answered, and none with an error."""
        return not self.unanswered and all(int(status) < 400 for status in self.statuses)


class Connection(asyncio.Protocol):
    """A connection that sends one request after the other."""

    def __init__(self, requests: Iterator[bytes], *, until: float, pause: float) -> None:
        self.times: list[float] = []
        self.statuses: Counter[str] = Counter()
        self.last = 0.0
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._requests, self._until, self._pause = requests, until, pause
        self._answer = Answer()
        self._asked_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._ask()

    def data_received(self, data: bytes) -> None:
        """Send the next request once the response is complete."""
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
        """Mark the connection as failed, unless it is done."""
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
    """Run the job. Connections that have no response after ``PATIENCE`` are counted as unanswered."""
    loop = asyncio.get_running_loop()
    worked, began = time.process_time(), time.perf_counter()
    connections = []
    for index, texts in enumerate(job.requests):
        requests = [text.encode("latin-1") for text in texts]
        sent = cycle(requests) if job.again else iter(requests)
        make = partial(Connection, sent, until=began + job.seconds, pause=job.pause)
        comes_from = job.comes_from(index)
        _, connection = await loop.create_connection(make, job.host, job.port, local_addr=comes_from)
        connections.append(connection)
    await asyncio.wait([each.done for each in connections], timeout=job.seconds + PATIENCE)
    answered = [each.done.done() and each.done.result() for each in connections]
    ended = max((each.last for each in connections if each.last), default=began) if all(answered) else None
    return Asked(
        seconds=(ended or time.perf_counter()) - began,
        times=[took for each in connections for took in each.times],
        statuses=dict(sum((each.statuses for each in connections), Counter())),
        unanswered=answered.count(False),
        worked=time.process_time() - worked,
    )


async def flood(job: Job) -> None:
    """Send the requests without end, each on a separate connection, also where the server closes it."""

    async def send(index: int, requests: Iterator[bytes]) -> None:
        for each in requests:
            with suppress(OSError, TimeoutError):
                where = (job.host, job.port)
                await ask(where, each, patience=PATIENCE, comes_from=job.comes_from(index))

    per_connection = ([text.encode("latin-1") for text in texts] for texts in job.requests)
    await asyncio.gather(*(send(index, cycle(requests)) for index, requests in enumerate(per_connection)))


class Loading:
    """A job that runs in a separate process; ``is_flood``: until it is stopped."""

    def __init__(self, job: Job, *, is_flood: bool = False) -> None:
        command = [sys.executable, "-m", "tools.bench._web.load", *(["flood"] if is_flood else [])]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(job)))
        self._process.stdin.close()
        self._process.stdin = None

    def stop(self) -> None:
        self._process.kill()
        self._process.communicate()

    def result(self) -> Asked:
        """Wait for the result.

        :raises RuntimeError: if the process fails.
        """
        output, _ = self._process.communicate()
        if self._process.returncode:
            raise RuntimeError("The askers gave up.")
        return Asked(**json.loads(output))


def load(job: Job) -> Asked:
    """Run a job in a separate process."""
    return Loading(job).result()


def main() -> None:
    """Run the job on the input, in the kind of event loop that the server uses."""
    job = Job(**json.load(sys.stdin))
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        if sys.argv[1:] == ["flood"]:
            runner.run(flood(job))
        else:
            print(json.dumps(asdict(runner.run(ask_all(job)))))


if __name__ == "__main__":
    main()
