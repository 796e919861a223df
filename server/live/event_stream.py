"""The event streams: a small ASGI application in front of Django.

A screen subscribes with ``/live/<slug>?show=…&version=…``. It gets the event's version and clock at once and
after each action, the public fragments it shows as soon as they have changed, and heartbeats in between.
Fragments are rendered and compressed once for all screens. A screen fetches private fragments by itself.
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

from server.http.responses import GZIP, CachedResponse, Receive, Send, best_encoding, send_response
from server.limits.limits import Busy, address_of
from server.live.by_team import Teams, grouped, lines_of, named_teams, picked
from server.live.event_versions import EventVersions
from server.live.messages import BEGINNING, compressed, event
from server.live.page_cache import BETWEEN, PageCache
from server.live.public_pages import Page, shown_page
from server.watching.metrics import PUSH_DELAY, STREAMS
from tournament.schedule.live import EventVersion

PREFIX = "/live/"
MOST_SHOWN = 12
"""The fragments that one subscriber may show; a page has three at most, and a browser several tabs."""
MOST_PARAMETERS = 50
MOST_FRAGMENTS = 600
"""The encoded messages that are cached for all channels that show the same fragment."""
HEARTBEAT = 15.0
A_PAGE = 0.05
"""After news for everybody, the phones take turns: each has this many seconds.

A team's private page takes half of it, so half of the processor stays free for what referees save.
"""
AT_ONCE = 200
"""The subscribers that get a message before the event loop does anything else."""
MOST_WAITING = 100_000
"""The bytes buffered for a slow subscriber; beyond, it gets all its fragments again once it has caught up."""
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
# An event, because scripts don't see SSE comments: a screen whose heartbeat stops knows that it is offline.
BEAT = event("beat", "")
RETRY = b"retry: 2000\n"
ENDING = threading.Event()
"""Set on shutdown. Every stream is then closed, or the server would wait for it."""

Key = tuple[str, tuple[Page, ...], bool, str]

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Subscriber:
    """An open stream of this process. It ``is_behind`` if a message was dropped for a slow client."""

    send: Send
    teams: Teams = frozenset()
    lines: bytes | None = None
    waiting: bytes = b""
    sending: "asyncio.Task[None] | None" = None
    is_behind: bool = False
    is_over: bool = False

    def queue(self, message: bytes) -> None:
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
    """The subscribers that show the same pages, and the fingerprints of what was sent to them last.

    Main pages are shared by everybody (``address`` is empty). Other pages are rendered in the address's turn.
    Subscribers that ``missed`` a message get all fragments with the next refresh.
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
        # A refused screen shows since when it is offline, as it must while the database is away.
        is_later = self._versions.is_away or self._ending.is_set()
        if version is None or is_later:
            await send_response(send, 503 if is_later else 404, b"", (b"cache-control", b"no-store"))
            return
        query = _parameters(scope)
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"")
        shows = query.get("show", [])
        is_compressed = best_encoding(accepted, (GZIP,)) == GZIP
        channel = self._channel(scope, slug, shows, is_compressed=is_compressed)
        screen = Subscriber(send, named_teams(shows[:MOST_SHOWN]))
        encoding = [(b"content-encoding", b"gzip" if channel.is_compressed else b"identity")]
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS + encoding})
        screen.queue((BEGINNING if channel.is_compressed else b"") + channel.encoded(RETRY))
        try:
            # Subscribed first, so that no action falls between this and the version that is read here.
            channel = self._subscribe(channel, screen)
            STREAMS.inc()
            version = await self._versions.of(slug) or version
            screen.queue(channel.encoded(version_message(version)))
            if query.get("version") != [str(version.version)]:
                # It may have missed some fragments.
                channel.missed.add(screen)
                self._refresh(channel)
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            if screen in channel.subscribers:
                self._unsubscribe(channel, screen)
                STREAMS.dec()

    def _channel(self, scope: dict[str, Any], slug: str, shows: list[str], *, is_compressed: bool) -> Channel:
        """The channel of a request's pages; nobody may have subscribed to it yet."""
        found = (shown_page(scope, address) for address in shows[:MOST_SHOWN])
        mine = {page for page in found if page and page.slug == slug}
        # The call first: people wait for it.
        pages = tuple(sorted(mine, key=lambda page: (not page.address.by_team, page)))
        address = "" if all(page.is_main for page in pages) else address_of(scope)
        channel = Channel(slug, pages, is_compressed, address)
        return self._channels.get(channel.key, channel)

    def _subscribe(self, channel: Channel, screen: Subscriber) -> Channel:
        channel = self._channels.setdefault(channel.key, channel)
        channel.subscribers.add(screen)
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._keep_beating())
        return channel

    def _unsubscribe(self, channel: Channel, screen: Subscriber) -> None:
        channel.subscribers.discard(screen)
        if not channel.subscribers:
            self._channels.pop(channel.key, None)

    async def _everything(self, channel: Channel, teams: Teams) -> bytes:
        """All fragments of a channel, with the lines of these teams, and the version after them.

        :raises Busy: if too many pages wait to be rendered.
        """
        found = {page: await self._cache.newest(page, channel.address) for page in channel.pages}
        for page, response in found.items():
            channel.sent.setdefault(page, response.fingerprint)
        messages = [
            self._fragment(channel, page, response, teams)
            for page, response in found.items()
            if response.is_cacheable
        ]
        if version := await self._versions.of(channel.slug):
            messages.append(channel.encoded(version_message(version)))
        return b"".join(messages)

    def _of(self, slug: str) -> list[Channel]:
        return [channel for channel in self._channels.values() if channel.slug == slug]

    def _move(self, slug: str, version: EventVersion, games: frozenset[int] | None) -> None:
        if not self._of(slug):
            return
        before = self._moved.get(slug, frozenset())
        self._moved[slug] = None if before is None or games is None else before | games
        if slug not in self._announcing:
            self._announcing[slug] = asyncio.create_task(self._announce(slug))

    async def _announce(self, slug: str) -> None:
        try:
            while slug in self._moved:
                began = monotonic()
                games = self._moved.pop(slug)
                if version := await self._versions.of(slug):
                    channels = self._of(slug)
                    phones = sum(len(channel.subscribers) for channel in channels)
                    message = version_message(version, games, spread=phones * A_PAGE)
                    encoded = {True: compressed(message), False: message}
                    for channel in channels:
                        await _send(channel.subscribers, encoded[channel.is_compressed])
                    await asyncio.sleep(0)  # Each stream has written its message now.
                    if since := self._versions.heard_at.pop(slug, None):
                        PUSH_DELAY.observe(monotonic() - since)
                for channel in self._of(slug):
                    self._refresh(channel)
                # A pause, so that broadcasts never take all the time from actions.
                await asyncio.sleep(max(0.0, began + BETWEEN - monotonic()))
        except Exception:
            log.exception("The version of %s could not be sent to its screens.", slug)
        finally:
            del self._announcing[slug]

    def _refresh(self, channel: Channel) -> None:
        channel.is_stale = True
        if channel.refreshing is None or channel.refreshing.done():
            channel.refreshing = asyncio.create_task(self._keep_refreshing(channel))

    async def _keep_refreshing(self, channel: Channel) -> None:
        """Send a channel's changed fragments, until it is no longer stale.

        Each channel has its own task: one with many fragments that nobody else shows delays no other.
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
                log.exception("Fragments of %s could not be sent to its screens.", channel.slug)

    async def _send_changed(self, channel: Channel) -> None:
        changed = []
        for page in channel.pages:
            response = await self._cache.newest(page, channel.address)
            if page.address.by_team and response.is_cacheable:
                await self._send_lines(channel, page, response)
            elif response.is_cacheable and channel.sent.get(page) != response.fingerprint:
                channel.sent[page] = response.fingerprint
                changed.append(self._fragment(channel, page, response))
        if changed:
            await _send(channel.subscribers, b"".join(changed))

    async def _send_lines(self, channel: Channel, page: Page, response: CachedResponse) -> None:
        """Send each subscriber the lines of the teams it names, if these have changed."""
        for count, (teams, screens) in enumerate(grouped(channel.subscribers).items(), start=1):
            lines = lines_of(response.text, teams)
            if changed := [screen for screen in screens if screen.lines != lines]:
                message = self._fragment(channel, page, response, teams)
                for screen in changed:
                    screen.lines = lines
                    screen.queue(message)
            if count % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _send_to_missed(self, channel: Channel) -> None:
        for teams, screens in grouped(channel.missed).items():
            message = await self._everything(channel, teams)
            channel.missed.difference_update(screens)
            await _send(channel.subscribers.intersection(screens), message)

    def _fragment(
        self, channel: Channel, page: Page, response: CachedResponse, teams: Teams = frozenset()
    ) -> bytes:
        """The message with a page's fragment, encoded once for all channels that show it."""
        if teams and page.address.by_team:
            return channel.encoded(event("part", picked(response.text, teams).decode()))
        key = (page, channel.is_compressed)
        etag, message = self._fragments.get(key, (b"", b""))
        if etag != response.etag:
            message = channel.encoded(event("part", response.text.decode()))
            self._fragments[key] = response.etag, message
            if len(self._fragments) > MOST_FRAGMENTS:
                self._fragments.popitem(last=False)
        return message

    async def _keep_beating(self) -> None:
        """Once a second, look for subscribers that missed something; send the heartbeat when it is due."""
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
                    log.exception("The heartbeat of %s failed.", channel.slug)

    async def _look_after(self, channel: Channel, *, is_beat: bool) -> None:
        await self._versions.of(channel.slug)  # Counts as a use: the event is not forgotten.
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
    """The data that every screen gets: the event's version, and the time and speed of its clock."""
    now = version.clock.at(timezone.now())
    return {"version": str(version.version), "now": now.isoformat(), "speed": version.clock.speed}


def version_message(
    version: EventVersion, games: frozenset[int] | None = None, *, spread: float = 0.0
) -> bytes:
    """``spread``: the seconds in which the phones of all teams should fetch their page, if it is for all."""
    only: dict[str, Any] = {"games": sorted(games)} if games is not None else {}
    if games is None and spread >= 1:
        only["spread"] = round(spread, 1)
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
