"""The phones of teams while a round is called: a process that holds their streams.

``python -m tools.bench._web.called`` reads a ``Job``, writes a line when every stream is open and one when
every phone has its table, and ends with the times at which each had it, of the monotonic clock. A phone does
what the scripts of a team's page do (static/js/stream/call.js, live.js): it reads its line of the call, and
fetches its page in its turn. Without ``has_lines`` it has its table only from its page, as if the server sent
no lines.
"""

import asyncio
import json
import re
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import cast
from urllib.parse import urlencode

from uvicorn.loops.auto import auto_loop_factory

from tools.bench._web.phones import AT_ONCE, JITTER
from tools.bench._web.stream import Stream, StreamMessage
from tools.bench._web.wire import ask, written

PATIENCE = 240.0
AGAIN = 10.0  # Times as long, if the server refuses for the moment.
LINES_FIRST = 1.0  # The same as a page's.
CALLED = re.compile(rb'data-called="\d')
WORDS = '"><b>'  # Of the phone's own line.
SHOWN = ("standings/near/", "clock/", "notice/")


@dataclass(frozen=True, kw_only=True)
class Job:
    port: int
    slug: str
    phones: Sequence[tuple[int, str]]
    """The number of each phone's team, and its cookie."""
    has_lines: bool


class Phone(asyncio.Protocol):
    """A phone with a team's page open."""

    def __init__(self, job: Job, team: int, cookie: str, random: Random) -> None:
        self._job, self._team, self._cookie, self._random = job, team, cookie, random
        self._stream = Stream()
        self._turn: asyncio.Task[None] | None = None
        self._within = 0.0
        self.is_open, self.has_table = asyncio.Event(), asyncio.Event()
        self.has_at = 0.0
        self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        here = f"/{self._job.slug}/"
        shows = [*(here + each for each in SHOWN), f"{here}team/called/?team={self._team}"]
        query = urlencode([("show", each) for each in shows])
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip"}
        cast(asyncio.Transport, transport).write(written(f"/live/{self._job.slug}?{query}", headers))

    def data_received(self, data: bytes) -> None:
        """Read what the stream brings."""
        at = time.monotonic()
        self.bytes += len(data)
        for message in self._stream.feed(data):
            self._take(message, at)

    def _take(self, message: StreamMessage, at: float) -> None:
        if message.kind == "version":
            news = json.loads(message.data)
            if self.is_open.is_set() and self._turn is None:
                self._wait(1.0 if not self._job.has_lines else max(1.0, news.get("spread", 0) / JITTER))
            self.is_open.set()
        elif self._job.has_lines and WORDS in message.data and not self.has_table.is_set():
            self._knows(at)
            if self._turn and self._within > 1:
                self._turn.cancel()
                self._wait(2 * self._within)

    def _wait(self, within: float) -> None:
        self._within = within
        self._turn = asyncio.get_running_loop().create_task(
            self._fetch(self._random.random() * within * JITTER)
        )

    async def _fetch(self, after: float) -> None:
        await asyncio.sleep(after + (LINES_FIRST if self._within > 1 else 0))
        self._turn = None
        page = written(
            f"/{self._job.slug}/team/",
            {"Cookie": self._cookie, "HX-Request": "true", "Accept-Encoding": "gzip"},
        )
        with suppress(TimeoutError, OSError):
            answer = await ask(("127.0.0.1", self._job.port), page, patience=PATIENCE)
            if answer.status >= 500:
                self._wait(AGAIN)
            elif CALLED.search(answer.plain):
                self._knows(time.monotonic())

    def _knows(self, at: float) -> None:
        if not self.has_table.is_set():
            self.has_at = at
            self.has_table.set()


async def hold(job: Job) -> None:
    """Hold the streams until every phone has its table and the input ends."""
    random, gate = Random(1), asyncio.Semaphore(AT_ONCE)
    phones = [Phone(job, team, cookie, random) for team, cookie in job.phones]

    async def open_one(phone: Phone) -> None:
        async with gate, asyncio.timeout(PATIENCE):
            await asyncio.get_running_loop().create_connection(lambda: phone, "127.0.0.1", job.port)
            await phone.is_open.wait()

    await asyncio.gather(*map(open_one, phones))
    await asyncio.sleep(1)
    before = sum(phone.bytes for phone in phones)
    print("open", flush=True)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(phone.has_table.wait() for phone in phones))
    print("known", flush=True)
    received = sum(phone.bytes for phone in phones) - before
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps({"had": [phone.has_at for phone in phones if phone.has_at], "bytes": received}))


def main() -> None:
    """Run the phones of the job in the first line of the input."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(hold(Job(**json.loads(sys.stdin.readline()))))


if __name__ == "__main__":
    main()
