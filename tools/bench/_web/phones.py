"""The phones of an event: a process that holds many streams and applies what they bring.

``python -m tools.bench._web.phones`` takes commands as lines of JSON and answers each with a line: ``hold``
opens the streams, ``watch`` begins to record which phones have the next table, ``wait`` waits until all have
it, ``reload`` makes all phones reload the page now and then until ``rest``. Times are of the monotonic clock,
which all processes of a machine share.

Data is timestamped when it arrives and decompressed later: real phones have their own processors. If the
stream sends only versions, a phone fetches what it shows, as a page does.
"""

import asyncio
import json
import sys
import time
import zlib
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from math import ceil
from random import Random
from typing import Any, cast

from uvicorn.loops.auto import auto_loop_factory

from tools.bench._web.stream import Stream, StreamMessage
from tools.bench._web.wire import ask, written

PATIENCE = 30.0
JITTER = 0.3  # The same as a page's before it fetches what it shows.
AT_ONCE = 50  # How many open their stream at the same time.
SLICE = 0.005  # Seconds to decompress before the event loop runs again.
EVERY = 50  # Every 50th compares what it received with what it would have fetched.
RETRY = 2.0  # As the stream tells browsers.
BEHIND = 1.0  # How many seconds another process's cache may be behind.


@dataclass(frozen=True, kw_only=True)
class Hall:
    """The event that the phones look at, and where."""

    host: str
    port: int
    phones: int
    live: str
    part: str
    page: str
    first: int = 0
    streams_at: int = 0

    @property
    def address(self) -> tuple[str, int]:
        return self.host, self.port

    @property
    def stream_address(self) -> tuple[str, int]:
        """The address of its streams, if it is a different one."""
        return self.host, self.streams_at or self.port


class Phone(asyncio.Protocol):
    """One phone: its stream, and when it had what it waited for."""

    def __init__(self, crowd: "Crowd", number: int) -> None:
        self.crowd, self.number = crowd, number
        self.stream = Stream()
        self.heard = asyncio.Event()
        self.has_at: float | None = None
        self.shows = 0
        self.is_brought = self.is_open = self.is_fetching = self.is_late = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        hall = self.crowd.hall
        self.is_open, self.transport = True, cast(asyncio.Transport, transport)
        headers = {"Accept": "text/event-stream"}
        self.transport.write(written(f"{hall.live}?show={hall.part}", headers))

    def connection_lost(self, lost: Exception | None) -> None:
        self.is_open = False
        self.heard.set()

    def data_received(self, data: bytes) -> None:
        """Timestamp the data; it is decompressed later."""
        self.crowd.came(self, data, time.monotonic())

    def take(self, message: StreamMessage, at: float) -> None:
        """Apply a message of the stream."""
        if message.kind == "part":
            self.is_brought = True
            if self.shows == hash(message.data):
                return
            self.shows, self.has_at = hash(message.data), self.has_at or at
            if self.number % EVERY == 0 and self.crowd.is_watching:
                self.crowd.start(self.compare(message.data))
        elif message.kind == "version":
            is_first = not self.heard.is_set()
            assert message.version
            self.heard.set()
            if not is_first and not self.is_brought:
                self.fetch()

    def fetch(self) -> None:
        """Fetch what is shown, and once more if a newer version came meanwhile."""
        if self.is_fetching:
            self.is_late = True
            return
        self.is_fetching = True
        self.crowd.start(self._fetch())

    async def _fetch(self) -> None:
        await asyncio.sleep(self.crowd.random.random() * JITTER)
        self.is_late = False
        if await self.crowd.get(self.crowd.hall.part):
            self.has_at = self.has_at or time.monotonic()
        self.is_fetching = False
        if self.is_late:
            self.fetch()

    async def compare(self, brought: str) -> None:
        """Compare what the stream brought with a fetch; if they differ, once more after ``BEHIND``."""
        shown = brought.encode().split()
        is_same = (await self.crowd.get(self.crowd.hall.part)).split() == shown
        if not is_same:
            await asyncio.sleep(BEHIND)
            is_same = (await self.crowd.get(self.crowd.hall.part)).split() == shown
        self.crowd.compared += 1
        self.crowd.wrong += not is_same


class Crowd:
    """All the phones of this process."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.phones = [Phone(self, number) for number in range(hall.first, hall.first + hall.phones)]
        self.random = Random(hall.first)
        self.is_watching = False
        self.compared = self.wrong = self.reloads = self.failed = self.refused = self.bytes = 0
        self._came: deque[tuple[Phone, bytes, float]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._reloading: asyncio.Task[None] | None = None

    def start(self, work: Any) -> None:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

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

    async def get(self, path: str) -> bytes:
        """Fetch a path and decompress it; empty if no response comes in time."""
        try:
            return (await ask(self.hall.address, written(path, {"Accept-Encoding": "gzip"}))).plain
        except (TimeoutError, OSError):
            self.failed += 1
            return b""

    async def hold(self, *, share: float = 1.0, after: float = 0.0) -> dict[str, Any]:
        """Open this share of the streams, and wait until each has received something.

        Those that were lost open again ``after`` these seconds.
        """
        gate = asyncio.Semaphore(AT_ONCE)

        async def open_one(phone: Phone) -> None:
            async with gate, asyncio.timeout(PATIENCE):
                while not phone.is_open:
                    phone.stream, phone.heard = Stream(), asyncio.Event()
                    with suppress(OSError):
                        loop = asyncio.get_running_loop()
                        await loop.create_connection(lambda: phone, *self.hall.stream_address)
                        await phone.heard.wait()
                    if not phone.is_open:
                        self.refused += 1
                        await asyncio.sleep(RETRY)

        some = [phone for phone in self.phones[: ceil(share * len(self.phones))] if not phone.is_open]
        await asyncio.sleep(after)
        opened = await asyncio.gather(*map(open_one, some), return_exceptions=True)
        await self._settled()
        return {
            "failed": sum(isinstance(each, BaseException) for each in opened),
            "opened": len(some),
            "refused": self.refused,
            "brought": sum(phone.is_brought for phone in self.phones),
        }

    async def _settled(self) -> None:
        await asyncio.sleep(0.5)
        while self._came:
            await asyncio.sleep(0.05)

    async def watch(self) -> dict[str, Any]:
        """Begin to record which phones have the next table."""
        for phone in self.phones:
            phone.has_at = None
        self.compared = self.wrong = self.bytes = 0
        self.is_watching = True
        return {}

    async def wait(self) -> dict[str, Any]:
        """Wait until every phone has it, or for ``PATIENCE``; what came within it is decompressed first."""
        until = time.monotonic() + PATIENCE
        while (self._came or time.monotonic() < until) and any(
            phone.is_open and phone.has_at is None for phone in self.phones
        ):
            await asyncio.sleep(0.02)
        while self._tasks and time.monotonic() < until:
            await asyncio.sleep(0.02)
        self.is_watching = False
        had = [phone.has_at for phone in self.phones if phone.has_at is not None]
        return {"had": had, "compared": self.compared, "wrong": self.wrong, "bytes": self.bytes}

    async def reload(self, *, every: float) -> dict[str, Any]:
        """Make every phone reload the page once in ``every`` seconds, one after the other."""
        self._reloading = asyncio.get_running_loop().create_task(self._reload(every))
        return {}

    async def _reload(self, every: float) -> None:
        began = time.monotonic()
        for number in count(1):
            await asyncio.sleep(max(0, began + number * every / len(self.phones) - time.monotonic()))
            self.reloads += 1
            self.start(self._reload_once())

    async def _reload_once(self) -> None:
        await self.get(self.hall.page)

    async def rest(self) -> dict[str, Any]:
        """Stop reloading."""
        if self._reloading is not None:
            self._reloading.cancel()
        return {"reloads": self.reloads, "failed": self.failed}


async def obey(hall: Hall) -> None:
    """Run the command in each line of the input, until it ends."""
    crowd = Crowd(hall)
    orders = {name: getattr(crowd, name) for name in ("hold", "watch", "wait", "reload", "rest")}
    while order := await asyncio.to_thread(sys.stdin.readline):
        name, arguments = json.loads(order)
        print(json.dumps(await orders[name](**arguments)), flush=True)
    for phone in crowd.phones:
        if phone.is_open:
            phone.transport.abort()


def main() -> None:
    """Run the phones that the first line of the input describes."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(obey(Hall(**json.loads(sys.stdin.readline()))))


if __name__ == "__main__":
    main()
