"""The hub of the live streams: a small ASGI application in front of Django.

A screen opens ``/live/<slug>`` and is told the event's version at once, again whenever it moves,
and in between a heartbeat. It fetches its own fragments; the hub only says that there is something
to fetch. One look at the database every half second serves every screen of the process.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from django.db import connections

from tournament.queries.live import versions

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PREFIX = "/live/"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"content-encoding", b"identity"),  # A proxy that compresses would hold the signal back.
    (b"x-accel-buffering", b"no"),
]
# Heard by the screen, unlike an SSE comment: a line that died silently is noticed by its absence.
HEARTBEAT = b"event: beat\ndata:\n\n"

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Listener:
    """An open stream, and what it was last told."""

    send: Send
    told: str = ""
    sending: "asyncio.Task[None] | None" = None

    def tell(self, text: bytes, *, more: bool = True) -> bool:
        """Send to this screen without waiting for it. A screen that is still busy is left out.

        Says whether it was sent.
        """
        if self.sending is not None and not self.sending.done():
            return False
        self.sending = asyncio.create_task(self._send(text, more))
        return True

    async def _send(self, text: bytes, more: bool) -> None:
        try:
            await self.send({"type": "http.response.body", "body": text, "more_body": more})
        except OSError:
            log.debug("A screen left while it was told something.")


class Hub:
    """Every stream of this process, by event."""

    def __init__(
        self,
        read: Callable[[Iterable[str]], Mapping[str, str]],
        *,
        pause: float = 0.5,
        heartbeat: float = 15.0,
    ) -> None:
        self._read = read
        self._pause = pause
        self._heartbeat = heartbeat
        self._screens: dict[str, set[Listener]] = {}
        self._versions: Mapping[str, str] = {}
        self._watch: asyncio.Task[None] | None = None
        self._is_ending = False

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Keep a screen's stream open until it leaves or the server ends."""
        slug = scope["path"].removeprefix(PREFIX)
        version = await self._version(slug)
        if version is None or self._is_ending:
            await _refuse(send, status=503 if self._is_ending else 404)
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        screen = Listener(send, told=version)
        screen.tell(b"retry: 2000\n" + _event(version))
        self._screens.setdefault(slug, set()).add(screen)
        self._start_watching()
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._forget(slug, screen)

    def end(self) -> None:
        """Let every stream go, so that the server can stop. May be called from a signal handler."""
        self._is_ending = True

    async def _version(self, slug: str) -> str | None:
        if slug in self._screens and slug in self._versions:
            return self._versions[slug]
        return (await asyncio.to_thread(self._read_and_close, [slug])).get(slug)

    def _read_and_close(self, slugs: Iterable[str]) -> Mapping[str, str]:
        try:
            return self._read(slugs)
        finally:
            connections.close_all()

    def _forget(self, slug: str, screen: Listener) -> None:
        self._screens[slug].discard(screen)
        if not self._screens[slug]:
            del self._screens[slug]

    def _start_watching(self) -> None:
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._keep_watching())

    async def _keep_watching(self) -> None:
        """Look for new versions until nobody listens any more."""
        clock = asyncio.get_running_loop().time
        next_heartbeat = clock() + self._heartbeat
        while self._screens:
            await asyncio.sleep(self._pause)
            if self._is_ending:
                self._say_goodbye()
                return
            try:
                self._versions = await asyncio.to_thread(self._read_and_close, list(self._screens))
            except Exception:  # The database may be away for a moment; the screens stay.
                log.exception("The live hub could not read the events' versions.")
            is_beat = clock() >= next_heartbeat
            if is_beat:
                next_heartbeat = clock() + self._heartbeat
            self._tell_everyone(is_beat)

    def _tell_everyone(self, is_beat: bool) -> None:
        for slug, screens in self._screens.items():
            version = self._versions.get(slug)
            for screen in screens:
                if version is not None and screen.told != version:
                    if screen.tell(_event(version)):
                        screen.told = version
                elif is_beat:
                    screen.tell(HEARTBEAT)

    def _say_goodbye(self) -> None:
        for screens in self._screens.values():
            for screen in screens:
                screen.tell(b"", more=False)


def _event(version: str) -> bytes:
    return f"event: version\ndata: {version}\n\n".encode()


async def _refuse(send: Send, *, status: int) -> None:
    await send(
        {"type": "http.response.start", "status": status, "headers": [(b"cache-control", b"no-store")]}
    )
    await send({"type": "http.response.body", "body": b""})


hub = Hub(versions)
