"""The event streams: a small ASGI application in front of Django.

A screen opens ``/live/<slug>?show=…&version=…``. It gets its event's version and what its clock shows at
once, again whenever something has happened, and in between a heartbeat; and it gets those fragments of its
page that everybody may see, as soon as they have changed. They are rendered once, and compressed once, for
all screens. What belongs to one person a screen fetches by itself.
"""

import asyncio
import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from django.utils import timezone

from server.http.responses import GZIP, CachedResponse, Receive, Send, best_encoding
from server.limits.limits import Busy, address_of
from server.live.event_versions import EventVersions
from server.live.messages import BEGINNING, compressed, event
from server.live.page_cache import BETWEEN, PageCache
from server.live.public_pages import Page, shown_page
from tournament.queries.live import EventVersion

PREFIX = "/live/"
MOST_SHOWN = 12
"""The fragments that one screen may show; a page has three at most, a browser some tabs."""
MOST_PARAMETERS = 50
MOST_FRAGMENTS = 600
"""The messages that are kept as they were encoded, for all channels that show the same fragment."""
HEARTBEAT = 15.0
AT_ONCE = 200
"""The screens that get a message in one go, before anything else has a turn."""
MOST_WAITING = 100_000
"""The bytes that wait for a slow screen; beyond, it gets all that it shows once it is ready."""
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
# The screen sees it, unlike an SSE comment: a connection that died silently is noticed by its absence.
BEAT = event("beat", "")
RETRY = b"retry: 2000\n"
ENDING = threading.Event()
"""Set when the server ends, so that every stream is closed and it can stop."""

Key = tuple[str, tuple[Page, ...], bool, str]

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Subscriber:
    """An open stream. ``is_behind`` if it was so slow that something had to be left out."""

    send: Send
    waiting: bytes = b""
    sending: "asyncio.Task[None] | None" = None
    is_behind: bool = False
    is_over: bool = False

    def queue(self, message: bytes) -> None:
        """Send to this screen without waiting for it."""
        if len(self.waiting) + len(message) > MOST_WAITING and self.waiting:
            self.is_behind = True
            return
        self.waiting += message
        self._go_on()

    def close(self) -> None:
        self.is_over = True
        self._go_on()

    def _go_on(self) -> None:
        if self.sending is None or self.sending.done():
            self.sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            while self.waiting or self.is_over:
                body, self.waiting, more = self.waiting, b"", not self.is_over
                await self.send({"type": "http.response.body", "body": body, "more_body": more})
                if not more:
                    return
        except OSError:
            log.debug("A screen left while a message was sent to it.")


@dataclass(eq=False, slots=True)
class Channel:
    """The screens that show the same pages, and as what these were sent to them last.

    Where a page is none of the few main ones, the screens have their ``address`` in common, too: in its turn
    the page is rendered. Those that ``missed`` something get everything with the next refresh.
    """

    slug: str
    pages: tuple[Page, ...]
    is_compressed: bool
    address: str
    subscribers: set[Subscriber] = field(default_factory=set)
    missed: set[Subscriber] = field(default_factory=set)
    sent: dict[Page, bytes] = field(default_factory=dict)
    is_stale: bool = False
    refreshing: "asyncio.Task[None] | None" = None

    @property
    def key(self) -> Key:
        return self.slug, self.pages, self.is_compressed, self.address

    def encoded(self, message: bytes) -> bytes:
        return compressed(message) if self.is_compressed else message


class Broadcaster:
    """Every event stream of this process."""

    def __init__(
        self,
        versions: EventVersions,
        cache: PageCache,
        *,
        heartbeat: float = HEARTBEAT,
        ending: threading.Event = ENDING,
    ) -> None:
        self._versions = versions
        self._cache = cache
        self._heartbeat = heartbeat
        self._channels: dict[Key, Channel] = {}
        self._moved: dict[str, frozenset[int] | None] = {}
        self._announcing: dict[str, asyncio.Task[None]] = {}
        self._fragments: OrderedDict[tuple[Page, bool], tuple[bytes, bytes]] = OrderedDict()
        self._beating: asyncio.Task[None] | None = None
        self._ending = ending
        versions.follow(self._move)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        slug = scope["path"].removeprefix(PREFIX)
        version = await self._versions.of(slug)
        # A screen that is refused while the database is away says since when it is offline.
        is_later = self._versions.is_away or self._ending.is_set()
        if version is None or is_later:
            await _refuse(send, status=503 if is_later else 404)
            return
        asked = _parameters(scope)
        channel, screen = self._channel(scope, slug, asked.get("show", [])), Subscriber(send)
        encoding = [(b"content-encoding", b"gzip" if channel.is_compressed else b"identity")]
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS + encoding})
        screen.queue((BEGINNING if channel.is_compressed else b"") + channel.encoded(RETRY))
        try:
            # From here on it misses nothing; what was before, it gets now.
            channel = self._channels.setdefault(channel.key, channel)
            channel.subscribers.add(screen)
            version = await self._versions.of(slug) or version
            screen.queue(channel.encoded(_version_message(version)))
            if self._beating is None or self._beating.done():
                self._beating = asyncio.create_task(self._keep_beating())
            if asked.get("version") != [str(version.version)]:
                channel.missed.add(screen)
                self._refresh(channel)
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            channel.subscribers.discard(screen)
            if not channel.subscribers:
                self._channels.pop(channel.key, None)

    def _channel(self, scope: dict[str, Any], slug: str, shows: list[str]) -> Channel:
        found = (shown_page(scope, address) for address in shows[:MOST_SHOWN])
        pages = tuple(sorted({page for page in found if page and page.slug == slug}))
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"")
        is_compressed = best_encoding(accepted, (GZIP,)) == GZIP
        address = "" if all(page.is_main for page in pages) else address_of(scope)
        channel = Channel(slug, pages, is_compressed, address)
        return self._channels.get(channel.key, channel)

    def _of(self, slug: str) -> list[Channel]:
        return [channel for channel in self._channels.values() if channel.slug == slug]

    # --- what has happened ------------------------------------------------------------------------

    def _move(self, slug: str, version: EventVersion, games: frozenset[int] | None) -> None:
        if not self._of(slug):
            return
        before = self._moved.get(slug, frozenset())
        self._moved[slug] = None if before is None or games is None else before | games
        if slug not in self._announcing:
            self._announcing[slug] = asyncio.create_task(self._announce(slug))

    async def _announce(self, slug: str) -> None:
        """Send the new version to every screen of an event at once; each channel then gets its fragments."""
        try:
            while slug in self._moved:
                began = monotonic()
                games = self._moved.pop(slug)
                if version := await self._versions.of(slug):
                    message = _version_message(version, games)
                    encoded = {True: compressed(message), False: message}
                    for channel in self._of(slug):
                        await _send(channel.subscribers, encoded[channel.is_compressed])
                for channel in self._of(slug):
                    self._refresh(channel)
                # However much happens, the actions must get through.
                await asyncio.sleep(max(0.0, began + BETWEEN - monotonic()))
        except Exception:
            log.exception("The screens of %s could not be told its version.", slug)
        finally:
            del self._announcing[slug]

    def _refresh(self, channel: Channel) -> None:
        channel.is_stale = True
        if channel.refreshing is None or channel.refreshing.done():
            channel.refreshing = asyncio.create_task(self._keep_refreshing(channel))

    async def _keep_refreshing(self, channel: Channel) -> None:
        """Send what has changed of what a channel shows, until nothing more has happened meanwhile.

        No channel waits for another's fragments: somebody may show many that nobody else does.
        """
        while channel.is_stale and channel.subscribers:
            channel.is_stale = False
            try:
                await self._send_to_missed(channel)
                await self._send_changed(channel)
            except Busy:
                channel.is_stale = True
                await asyncio.sleep(BETWEEN)
            except Exception:
                log.exception("The screens of %s could not be brought what they show.", channel.slug)

    async def _send_changed(self, channel: Channel) -> None:
        changed = []
        for page in channel.pages:
            response = await self._cache.newest(page, channel.address)
            if response.is_cacheable and channel.sent.get(page) != response.fingerprint:
                channel.sent[page] = response.fingerprint
                changed.append(self._fragment(channel, page, response))
        if changed:
            await _send(channel.subscribers, b"".join(changed))

    async def _send_to_missed(self, channel: Channel) -> None:
        if not channel.missed:
            return
        found = {page: await self._cache.newest(page, channel.address) for page in channel.pages}
        for page, response in found.items():
            channel.sent.setdefault(page, response.fingerprint)
        fragments = [
            self._fragment(channel, page, response)
            for page, response in found.items()
            if response.is_cacheable
        ]
        screens, channel.missed = channel.missed & channel.subscribers, set()
        if version := await self._versions.of(channel.slug):
            await _send(screens, b"".join([*fragments, channel.encoded(_version_message(version))]))

    def _fragment(self, channel: Channel, page: Page, response: CachedResponse) -> bytes:
        """The message that brings a page, encoded once for all channels that show it."""
        key = (page, channel.is_compressed)
        etag, message = self._fragments.get(key, (b"", b""))
        if etag != response.etag:
            message = channel.encoded(event("part", response.text.decode()))
            self._fragments[key] = response.etag, message
            if len(self._fragments) > MOST_FRAGMENTS:
                self._fragments.popitem(last=False)
        return message

    async def _keep_beating(self) -> None:
        """Look once a second which screens were too slow for a message, and send the others a heartbeat."""
        beat_at = monotonic() + self._heartbeat
        pause = min(1.0, self._heartbeat)
        while self._channels:
            await asyncio.sleep(pause)
            if self._ending.is_set():
                self._close_all()
                return
            is_beat = monotonic() >= beat_at
            if is_beat:
                beat_at = monotonic() + self._heartbeat
            for channel in list(self._channels.values()):
                try:
                    await self._look_after(channel, is_beat=is_beat)
                except Exception:
                    log.exception("The screens of %s could not be looked after.", channel.slug)

    async def _look_after(self, channel: Channel, *, is_beat: bool) -> None:
        await self._versions.of(channel.slug)  # An event that somebody subscribed to is not forgotten.
        if ready := [screen for screen in channel.subscribers if screen.is_behind and not screen.waiting]:
            for screen in ready:
                screen.is_behind = False
            channel.missed.update(ready)
        if channel.missed:
            self._refresh(channel)
        if is_beat and not self._versions.is_away:
            await _send(channel.subscribers, channel.encoded(BEAT))

    def _close_all(self) -> None:
        for channel in self._channels.values():
            for screen in channel.subscribers:
                screen.close()


def face_of(version: EventVersion) -> dict[str, Any]:
    """An event's version, and what its clock shows now, for a screen."""
    now = version.clock.at(timezone.now())
    return {"version": str(version.version), "now": now.isoformat(), "speed": version.clock.speed}


def _version_message(version: EventVersion, games: frozenset[int] | None = None) -> bytes:
    only = {} if games is None else {"games": sorted(games)}
    return event("version", json.dumps({**face_of(version), **only}))


def _parameters(scope: dict[str, Any]) -> dict[str, list[str]]:
    try:
        return parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=MOST_PARAMETERS)
    except ValueError:
        return {}


async def _send(screens: Iterable[Subscriber], message: bytes) -> None:
    for count, screen in enumerate(list(screens), start=1):
        screen.queue(message)
        if count % AT_ONCE == 0:
            await asyncio.sleep(0)


async def _refuse(send: Send, *, status: int) -> None:
    await send(
        {"type": "http.response.start", "status": status, "headers": [(b"cache-control", b"no-store")]}
    )
    await send({"type": "http.response.body", "body": b""})
