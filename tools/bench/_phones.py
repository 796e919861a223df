"""Phones and screens with a page open: a process that holds their streams, and does what the scripts do.

``python -m tools.bench._phones`` reads ``{"port": …, "phones": […]}``, then a command a line, and answers
each with a line of JSON: ``hold`` opens the streams, ``watch`` begins to record which phones have what they
wait for, ``wait`` waits until all have it. Times are of the monotonic clock, which all processes share.

Data is timestamped when it arrives and decompressed later: real phones have their own processors.
"""

import asyncio
import json
import sys
import time
import zlib
from collections import deque
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from random import Random
from typing import Any, cast
from urllib.parse import urlencode

from uvicorn.loops.auto import auto_loop_factory

from tools.bench._stream import Stream, StreamMessage, fetched, written

PATIENCE = 60.0
AT_ONCE = 50  # How many open their stream at the same time.
SLICE = 0.005  # Seconds to decompress before the event loop runs again.
RETRY = 2.0  # As the stream tells browsers.
# As in static/js/stream/live.js, in seconds.
JITTER, APART, LINES_FIRST = 0.3, 1.0, 1.0


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What somebody has open."""

    live: str
    """The stream's address."""
    shows: Sequence[str]
    """The fragments that the stream sends."""
    cookie: str = ""
    fetches: Sequence[str] = ()
    """What it fetches when the event has changed."""
    needle: str = ""
    """What a fragment has that the phone waits for."""
    takes_turns: bool = False
    """Whether it waits as long as the stream says, and longer if it has what it waits for."""


class Phone(asyncio.Protocol):
    """A phone, or a screen of the crew."""

    def __init__(self, crowd: "Crowd", kind: Kind) -> None:
        self.crowd, self.kind = crowd, kind
        self.stream, self.heard = Stream(), asyncio.Event()
        self.shown: dict[str, int] = {}
        self.has_at: float | None = None
        self.is_open = False
        self._turn: asyncio.Task[None] | None = None
        self._within = self._fetched_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        self.is_open, self.transport = True, cast(asyncio.Transport, transport)
        query = urlencode([("show", each) for each in self.kind.shows])
        headers = {"Accept": "text/event-stream", "Cookie": self.kind.cookie}
        self.transport.write(written(f"{self.kind.live}?{query}", headers))

    def connection_lost(self, lost: Exception | None) -> None:
        self.is_open = False
        self.heard.set()

    def data_received(self, data: bytes) -> None:
        """Timestamp the data; it is decompressed later."""
        self.crowd.came(self, data, time.monotonic())

    def take(self, message: StreamMessage, at: float) -> None:
        """Apply a message of the stream."""
        if message.kind == "part":
            name = message.data[:60]  # It has the fragment's id.
            is_new = self.shown.get(name) != hash(message.data)
            self.shown[name] = hash(message.data)
            if is_new and self.kind.needle in message.data and self.has_at is None:
                self.has_at = at
                if self._turn and self._within > JITTER:
                    self._wait(2 * self._within)
        elif message.kind == "version":
            if self.heard.is_set() and self.kind.fetches:
                news = json.loads(message.data)
                within = max(JITTER, news.get("spread") or 0) if self.kind.takes_turns else JITTER
                if self._turn is None or within < self._within:
                    self._wait(within)
            self.heard.set()

    def _wait(self, within: float) -> None:
        if self._turn:
            self._turn.cancel()
        self._within = within
        self._turn = self.crowd.start(self._fetch())

    async def _fetch(self) -> None:
        turn = (LINES_FIRST if self._within > JITTER else 0) + self.crowd.random.random() * self._within
        await asyncio.sleep(max(turn, self._fetched_at + APART - time.monotonic()))
        self._turn, self._fetched_at = None, time.monotonic()
        headers = {"Cookie": self.kind.cookie, "HX-Request": "true"}
        for path in self.kind.fetches:
            with suppress(TimeoutError, OSError):
                answer = await fetched(self.crowd.port, path, headers, patience=PATIENCE)
                self.crowd.fetched += answer[9:12] == b"200"


class Crowd:
    """All the phones of this process."""

    def __init__(self, port: int, kinds: Sequence[Kind]) -> None:
        self.port, self.random = port, Random(1)
        self.phones = [Phone(self, kind) for kind in kinds]
        self.bytes = self.fetched = 0
        self._came: deque[tuple[Phone, bytes, float]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def came(self, phone: Phone, data: bytes, at: float) -> None:
        """Queue data to be decompressed."""
        if not self._came:
            asyncio.get_running_loop().call_soon(self._unpack)
        self._came.append((phone, data, at))
        self.bytes += len(data)

    def _unpack(self) -> None:
        until = time.monotonic() + SLICE
        while self._came and time.monotonic() < until:
            phone, data, at = self._came.popleft()
            try:
                for message in phone.stream.feed(data):
                    phone.take(message, at)
            except (ConnectionRefusedError, UnicodeDecodeError, zlib.error):
                phone.transport.abort()
        if self._came:
            asyncio.get_running_loop().call_soon(self._unpack)

    async def hold(self, *, share: float = 1.0) -> dict[str, Any]:
        """Open this share of the streams, and wait until each has received something."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def open_one(phone: Phone) -> None:
            async with gate, asyncio.timeout(PATIENCE):
                while not phone.is_open:
                    phone.stream, phone.heard = Stream(), asyncio.Event()
                    with suppress(OSError):
                        loop = asyncio.get_running_loop()
                        await loop.create_connection(lambda: phone, "127.0.0.1", self.port)
                        await phone.heard.wait()
                    if not phone.is_open:
                        await asyncio.sleep(RETRY)

        some = [phone for phone in self.phones[: ceil(share * len(self.phones))] if not phone.is_open]
        opened = await asyncio.gather(*map(open_one, some), return_exceptions=True)
        await asyncio.sleep(1)
        while self._came:
            await asyncio.sleep(0.05)
        return {"failed": sum(isinstance(each, BaseException) for each in opened)}

    async def watch(self) -> dict[str, Any]:
        """Begin to record which phones have what they wait for."""
        for phone in self.phones:
            phone.has_at = None
        self.bytes = self.fetched = 0
        return {}

    async def wait(self) -> dict[str, Any]:
        """Wait until every phone has it, or for ``PATIENCE``; what came within it is decompressed first."""
        until = time.monotonic() + PATIENCE
        while (self._came or time.monotonic() < until) and any(
            phone.is_open and phone.has_at is None for phone in self.phones
        ):
            await asyncio.sleep(0.02)
        had = [phone.has_at for phone in self.phones if phone.has_at is not None]
        return {"had": had, "bytes": self.bytes}

    async def count(self) -> dict[str, Any]:
        """What was fetched since ``watch``."""
        return {"fetched": self.fetched}


async def obey() -> None:
    """Run the command in each line of the input, until it ends."""
    job = json.loads(sys.stdin.readline())
    crowd = Crowd(job["port"], [Kind(**each) for each in job["phones"]])
    orders = {name: getattr(crowd, name) for name in ("hold", "watch", "wait", "count")}
    while order := await asyncio.to_thread(sys.stdin.readline):
        name, arguments = json.loads(order)
        print(json.dumps(await orders[name](**arguments)), flush=True)
    for phone in crowd.phones:
        if phone.is_open:
            phone.transport.abort()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(obey())
