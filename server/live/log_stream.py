"""The stream of an event's log for API clients: Django's response for the log, repeated after each action.

Each part of a stream is a normal request to the application behind it. So a revoked token ends the stream,
and parts wait for a slot like other requests.
"""

import asyncio
import re
import threading
from collections import Counter
from dataclasses import dataclass
from typing import Any

from server.http.refusals import refuse
from server.http.responses import Application, Message, Receive, Send
from server.limits.badge_holders import token_of
from server.live.event_stream import ENDING, HEADERS, HEARTBEAT
from server.live.event_versions import EventVersions
from tournament.schedule.live import EventVersion

ADDRESS = re.compile(r"/api/v1/events/([-a-zA-Z0-9_]+)/log/stream")
NEXT = b"uptown-next"
"""The response header with the number of a part's last entry."""
MOST_STREAMS, MOST_OF_TOKEN = 100, 10
AGAIN = 2.0
"""The seconds until a part is requested again if the application was busy."""
FULL = b"Too many streams are open. Try again later."
FULL_OF_TOKEN = b"This token has 10 streams open. Close one, or ask an organizer for another token."


@dataclass(frozen=True, slots=True)
class LogResponse:
    status: int
    headers: dict[bytes, bytes]
    body: bytes


class LogStream:
    def __init__(
        self,
        application: Application,
        versions: EventVersions,
        *,
        heartbeat: float = HEARTBEAT,
        ending: threading.Event = ENDING,
    ) -> None:
        self._application = application
        self._versions = versions
        self._heartbeat = heartbeat
        self._ending = ending
        self._open: dict[str, dict[asyncio.Event, str]] = {}
        """By slug, what wakes each stream, and the stream's token."""
        versions.follow(self._wake)

    async def __call__(self, slug: str, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Stream to who has a token. Nothing is kept or counted for anybody else."""
        first = await self._part(scope, scope["headers"], scope["query_string"])
        if first.status != 200:
            headers = [each for each in first.headers.items() if each[0] != b"content-length"]
            await send({"type": "http.response.start", "status": first.status, "headers": headers})
            await send({"type": "http.response.body", "body": first.body})
            return
        token = token_of(scope)
        tokens = Counter(each for streams in self._open.values() for each in streams.values())
        if tokens[token] >= MOST_OF_TOKEN:
            await refuse(scope, send, 429, FULL_OF_TOKEN, (b"retry-after", b"30"), code="call.busy")
            return
        if tokens.total() >= MOST_STREAMS:
            await refuse(scope, send, 503, FULL, (b"retry-after", b"30"), code="call.busy")
            return
        news, gone = asyncio.Event(), asyncio.create_task(_disconnected(receive))
        news.set()  # Something may have happened since the first part was read.
        self._open.setdefault(slug, {})[news] = token
        try:
            await self._versions.of(slug)  # From now on, this process follows the event's version.
            await self._stream(slug, scope, send, first, news, gone)
        finally:
            gone.cancel()
            del self._open[slug][news]
            if not self._open[slug]:
                del self._open[slug]

    async def _stream(
        self,
        slug: str,
        scope: dict[str, Any],
        send: Send,
        part: LogResponse,
        news: asyncio.Event,
        gone: "asyncio.Task[None]",
    ) -> None:
        later = [each for each in scope["headers"] if each[0] != b"last-event-id"]
        kind = part.headers.get(b"content-type", b"")
        headers = [(b"content-type", kind), *HEADERS[1:]]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        beat, after = b": beat\n\n" if b"event-stream" in kind else b"\n", b"0"
        while part.status in (200, 503) and not (gone.done() or self._ending.is_set()):
            after = part.headers.get(NEXT, after)
            await send({"type": "http.response.body", "body": part.body or beat, "more_body": True})
            if not part.body:
                await self._wait(slug, news, gone, AGAIN if part.status == 503 else self._heartbeat)
            news.clear()  # Before the next part is read, so that nothing that happens meanwhile is missed.
            part = await self._part(scope, later, b"after=" + after)
            if part.status == 503:
                part = LogResponse(503, {}, b"")
        await send({"type": "http.response.body", "body": b""})

    async def _wait(self, slug: str, news: asyncio.Event, gone: "asyncio.Task[None]", seconds: float) -> None:
        """Wait for the next action or a disconnect, at most ``seconds``."""
        await self._versions.of(slug)
        waiting = asyncio.create_task(news.wait())
        await asyncio.wait({waiting, gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()

    async def _part(
        self, scope: dict[str, Any], headers: list[tuple[bytes, bytes]], query: bytes
    ) -> LogResponse:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        plain = [each for each in headers if each[0] not in (b"accept-encoding", b"if-none-match")]
        await self._application({**scope, "headers": plain, "query_string": query}, receive, send)
        start, *bodies = sent
        named = {name.lower(): value for name, value in start["headers"]}
        return LogResponse(start["status"], named, b"".join(message.get("body", b"") for message in bodies))

    def _wake(self, slug: str, version: EventVersion, games: frozenset[int] | None) -> None:
        for news in self._open.get(slug, ()):
            news.set()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
