"""Events without a database, pages without Django, and the phones that show them."""

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from rules.time.practice_clock import REAL_CLOCK, EventClock
from server.live.event_stream import Broadcaster
from server.live.event_versions import EventVersions
from server.live.page_cache import PageCache
from server.live.public_pages import page_of
from tournament.schedule.live import EventVersion

PATIENCE = 30
TABLE = "/summer/standings/table/"


def in_event_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run an async test. The end of the loop cancels what still runs, such as open streams."""

    @wraps(test)
    def run(**fixtures: Any) -> None:
        asyncio.run(test(**fixtures))

    return run


async def a_while() -> None:
    """Let every task run until it waits."""
    for _ in range(50):
        await asyncio.sleep(0)


@dataclass(frozen=True)
class Answer:
    """The response that a browser gets."""

    status: int
    headers: dict[bytes, bytes]
    body: bytes


async def answer_of(application: Callable[..., Awaitable[None]], scope: dict[str, Any]) -> Answer:
    """The response to a client that disconnects after its request."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await application(scope, receive, send)
    start, *bodies = sent
    return Answer(start["status"], dict(start["headers"]), b"".join(each["body"] for each in bodies))


class World:
    """The versions of all events, what pages say, and one process's cache and streams."""

    def __init__(
        self,
        versions: dict[str, int],
        *,
        look_every: float = 60.0,
        forget_after: float = 300.0,
        redis_url: str = "",
        cache: Mapping[str, Any] = {},
        **stream: Any,
    ) -> None:
        self.versions = versions
        self.clock: EventClock = REAL_CLOCK
        self.is_away = False
        self.looks = 0
        self.says: Callable[[str], str] = lambda path: f'<div id="table">{self.versions["summer"]}</div>'
        self.made: list[str] = []
        self.asked: list[dict[bytes, bytes]] = []
        self.status, self.more_headers = 200, []
        self.waits: asyncio.Event | None = None
        self.events = EventVersions(
            self._read, look_every=look_every, forget_after=forget_after, redis_url=redis_url
        )
        self.page_cache = PageCache(self._django, self.events, **cache)
        self.broadcaster = Broadcaster(self.events, self.page_cache, **stream)

    def happens(self, slug: str = "summer", game: int | None = None, *, is_heard: bool = True) -> None:
        """Commit an action; with ``is_heard`` False, its announcement is lost."""
        self.versions[slug] += 1
        if is_heard:
            self.events.hear(slug, game)

    async def get(self, url: str = TABLE, method: str = "GET", **more: str) -> Answer:
        """The response of the page cache."""
        await asyncio.sleep(0)  # Announcements so far are delivered.
        scope = request_for(url, method, **more)
        return await answer_of(lambda scope, _, send: self.page_cache(page_of(scope), scope, send), scope)

    async def newest(self, **headers: str) -> Answer:
        return await self.get(cache_control="no-cache", **headers)

    def _read(self, slugs: Iterable[str]) -> dict[str, EventVersion]:
        self.looks += 1
        if self.is_away:
            raise OSError("away")
        return {
            slug: EventVersion(version=self.versions[slug], clock=self.clock)
            for slug in slugs
            if slug in self.versions
        }

    async def _django(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        query = scope["query_string"].decode()
        self.made.append(f"{scope['path']}?{query}" if query else scope["path"])
        self.asked.append(dict(scope["headers"]))
        body = self.says(scope["path"])
        if self.waits:
            await self.waits.wait()
        headers = [(b"Content-Type", b"text/html"), (b"Content-Length", b"0"), *self.more_headers]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body.encode()})


def request_for(
    url: str = TABLE, method: str = "GET", *, address: str = "192.0.2.1", **headers: str
) -> dict[str, Any]:
    path, _, query = url.partition("?")
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": path,
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), *named],
        "client": (address, 50_000),
    }


class Working:
    """An application that records whose requests it works on and serves. Each request waits for ``go_on``."""

    def __init__(self) -> None:
        self.working, self.served, self.bodies = [], [], []
        self.go_on = asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.working.append(scope["who"])
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message.get("more_body", False)
        self.bodies.append(body)
        if scope.get("fails"):
            raise RuntimeError
        await self.go_on.wait()
        self.served.append(scope["who"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


class Request:
    """A request that arrives in ``pieces``; its response is read once ``taken`` is set.

    An event among the pieces holds up the next one. After an event at the end, the client hangs up.
    """

    def __init__(
        self,
        application: Callable[..., Awaitable[None]],
        who: object,
        *pieces: bytes | asyncio.Event,
        taken: asyncio.Event | None = None,
        **scope: Any,
    ) -> None:
        self.who, self.status, self.headers, self.body = who, 0, {}, b""
        self._pieces, self._taken = list(pieces or [b""]), taken
        whole = {**request_for(), "who": who, **scope}
        self._task = asyncio.create_task(application(whole, self._receive, self._send))

    def __await__(self) -> Any:
        return self._task.__await__()

    async def _receive(self) -> dict[str, object]:
        while self._pieces:
            piece = self._pieces.pop(0)
            if isinstance(piece, bytes):
                more = any(isinstance(each, bytes) for each in self._pieces)
                return {"type": "http.request", "body": piece, "more_body": more}
            await piece.wait()
            if not self._pieces:
                return {"type": "http.disconnect"}
        return await asyncio.Event().wait()  # It waits for the response.

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
            return
        if self._taken:
            await self._taken.wait()
        self.body += message["body"]


class Phone:
    """The client of one stream. It decompresses data as it arrives, like a browser."""

    def __init__(
        self,
        broadcaster: Broadcaster,
        slug: str = "summer",
        query: str = "",
        *,
        address: str = "192.0.2.1",
        **headers: str,
    ) -> None:
        self.status = 0
        self.heard = ""
        self.is_closed = False
        self.is_slow = asyncio.Event()
        self.is_slow.set()
        self._left = asyncio.Event()
        self._inflate = zlib.decompressobj(31) if headers else None
        scope = request_for(f"/live/{slug}?{query}", address=address, **headers)
        self._stream = asyncio.create_task(broadcaster(scope, self._receive, self._send))

    async def leave(self) -> None:
        self._left.set()
        await self._stream

    async def hears(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in self.heard:
                await asyncio.sleep(0.005)

    async def is_let_go(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._stream
        assert self.is_closed

    async def _receive(self) -> dict[str, object]:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        await self.is_slow.wait()
        self.status = message.get("status", self.status)
        body = message.get("body", b"")
        self.heard += (self._inflate.decompress(body) if self._inflate else body).decode()
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            self.is_closed = True
            self._left.set()
