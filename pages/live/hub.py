"""The hub of the live streams: a small ASGI application in front of Django.

A screen opens ``/live/<slug>?show=…&version=…``. It is told at once where its event stands and what its
clock shows, again whenever something has happened, and in between a heartbeat; and it is brought those parts
of its page that everybody may see, as soon as they have changed. They are made once, and compressed once, for
all who show the same. What belongs to one person a screen fetches by itself.
"""

import asyncio
import json
import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from django.utils import timezone

from pages.live.copies import BETWEEN, Copies, Page, page_at
from pages.live.editions import Editions
from pages.live.given import GZIP, Receive, Send, best_encoding
from pages.live.pieces import BEGINNING, compressed, event
from tournament.queries.live import Edition

PREFIX = "/live/"
MOST_SHOWN = 12
"""The parts that one screen may show; a page has three at most, a browser some tabs."""
HEARTBEAT = 15.0
AT_ONCE = 200
"""The screens that are told in one go, before anybody else has a turn."""
MOST_WAITING = 100_000
"""The bytes that wait for a slow screen; beyond, it is brought all that it shows once it is ready."""
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
# Heard by the screen, unlike an SSE comment: a line that died silently is noticed by its absence.
BEAT = event("beat", "")
RETRY = b"retry: 2000\n"
ENDING = threading.Event()
"""Set when the server ends, so that it lets every stream go and can stop."""

Key = tuple[str, tuple[Page, ...], bool]

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Listener:
    """An open stream. ``is_behind`` if it was so slow that something had to be left out."""

    send: Send
    waiting: bytes = b""
    sending: "asyncio.Task[None] | None" = None
    is_behind: bool = False
    is_over: bool = False

    def tell(self, piece: bytes) -> None:
        """Send to this screen without waiting for it."""
        if len(self.waiting) + len(piece) > MOST_WAITING and self.waiting:
            self.is_behind = True
            return
        self.waiting += piece
        self._go_on()

    def let_go(self) -> None:
        """End the stream."""
        self.is_over = True
        self._go_on()

    def _go_on(self) -> None:
        if self.sending is None or self.sending.done():
            self.sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            while self.waiting or self.is_over:
                piece, self.waiting, more = self.waiting, b"", not self.is_over
                await self.send({"type": "http.response.body", "body": piece, "more_body": more})
                if not more:
                    return
        except OSError:
            log.debug("A screen left while it was told something.")


@dataclass(eq=False, slots=True)
class Channel:
    """The screens that show the same parts, and as what these were told last."""

    slug: str
    shows: tuple[Page, ...]
    is_compressed: bool
    screens: set[Listener] = field(default_factory=set)
    told: dict[Page, bytes] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        """What its screens have in common."""
        return self.slug, self.shows, self.is_compressed

    def piece(self, text: bytes) -> bytes:
        """The text as it goes over these streams."""
        return compressed(text) if self.is_compressed else text


class Hub:
    """Every stream of this process."""

    def __init__(
        self,
        editions: Editions,
        copies: Copies,
        *,
        heartbeat: float = HEARTBEAT,
        ending: threading.Event = ENDING,
    ) -> None:
        self._editions = editions
        self._copies = copies
        self._heartbeat = heartbeat
        self._channels: dict[Key, Channel] = {}
        self._moved: dict[str, frozenset[int] | None] = {}
        self._bringing: dict[str, asyncio.Task[None]] = {}
        self._beating: asyncio.Task[None] | None = None
        self._ending = ending
        editions.follow(self._move)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Keep a screen's stream open until it leaves or the server ends."""
        slug = scope["path"].removeprefix(PREFIX)
        edition = await self._editions.of(slug)
        if edition is None or self._ending.is_set():
            await _refuse(send, status=503 if self._ending.is_set() else 404)
            return
        channel, screen = self._channel(scope, slug), Listener(send)
        encoding = [(b"content-encoding", b"gzip" if channel.is_compressed else b"identity")]
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS + encoding})
        screen.tell((BEGINNING if channel.is_compressed else b"") + channel.piece(RETRY))
        try:
            # From here on it misses nothing; what was before, it is told now.
            channel = self._channels.setdefault(channel.key, channel)
            channel.screens.add(screen)
            edition = await self._editions.of(slug) or edition
            screen.tell(channel.piece(_version(edition)))
            if self._beating is None or self._beating.done():
                self._beating = asyncio.create_task(self._keep_beating())
            if _asked(scope, "version") != [str(edition.version)]:
                await self._bring_all(channel, [screen])
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            channel.screens.discard(screen)
            if not channel.screens:
                self._channels.pop(channel.key, None)

    def _channel(self, scope: dict[str, Any], slug: str) -> Channel:
        found = (page_at(scope, address) for address in _asked(scope, "show")[:MOST_SHOWN])
        shows = tuple(sorted({page for page in found if page and page.slug == slug}))
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"")
        is_compressed = best_encoding(accepted, (GZIP,)) == GZIP
        channel = Channel(slug, shows, is_compressed)
        return self._channels.get(channel.key, channel)

    def _of(self, slug: str) -> list[Channel]:
        return [channel for channel in self._channels.values() if channel.slug == slug]

    # --- what has happened ------------------------------------------------------------------------

    def _move(self, slug: str, edition: Edition, games: frozenset[int] | None) -> None:
        if not self._of(slug):
            return
        before = self._moved.get(slug, frozenset())
        self._moved[slug] = None if before is None or games is None else before | games
        if slug not in self._bringing:
            self._bringing[slug] = asyncio.create_task(self._bring(slug))

    async def _bring(self, slug: str) -> None:
        """Tell every screen of an event that it has moved, and bring the parts that have changed."""
        try:
            while slug in self._moved:
                began = monotonic()
                games = self._moved.pop(slug)
                edition = await self._editions.of(slug)
                if edition:
                    for channel in self._of(slug):
                        await _tell(channel.screens, channel.piece(_version(edition, games)))
                for channel in self._of(slug):
                    await self._bring_changed(channel)
                # However much happens, the hands must have their turn.
                await asyncio.sleep(max(0.0, began + BETWEEN - monotonic()))
        except Exception:
            log.exception("The screens of %s could not be told.", slug)
        finally:
            del self._bringing[slug]

    async def _bring_changed(self, channel: Channel) -> None:
        changed = []
        for page in channel.shows:
            copy = await self._copies.newest(page)
            if copy.may_be_kept and channel.told.get(page) != copy.news:
                channel.told[page] = copy.news
                changed.append(event("part", copy.text.decode()))
        if changed:
            await _tell(channel.screens, channel.piece(b"".join(changed)))

    async def _bring_all(self, channel: Channel, screens: Iterable[Listener]) -> None:
        """Bring every part to screens that missed something."""
        copies = {page: await self._copies.newest(page) for page in channel.shows}
        for page, copy in copies.items():
            channel.told.setdefault(page, copy.news)
        parts = [event("part", copy.text.decode()) for copy in copies.values() if copy.may_be_kept]
        edition = await self._editions.of(channel.slug)
        if edition:
            await _tell(screens, channel.piece(b"".join([*parts, _version(edition)])))

    async def _keep_beating(self) -> None:
        """Look once a second who was busy when something was told, and let the others hear the heart."""
        beat_at = monotonic() + self._heartbeat
        pause = min(1.0, self._heartbeat)
        while self._channels:
            await asyncio.sleep(pause)
            if self._ending.is_set():
                self._say_goodbye()
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
        await self._editions.of(channel.slug)  # An event that is listened to is not forgotten.
        if behind := [each for each in channel.screens if each.is_behind and not each.waiting]:
            for screen in behind:
                screen.is_behind = False
            await self._bring_all(channel, behind)
        if is_beat:
            await _tell(channel.screens, channel.piece(BEAT))

    def _say_goodbye(self) -> None:
        for channel in self._channels.values():
            for screen in channel.screens:
                screen.let_go()


def face_of(edition: Edition) -> dict[str, Any]:
    """Where an event stands, and what its clock shows now, for a screen."""
    now = edition.clock.at(timezone.now())
    return {"version": str(edition.version), "now": now.isoformat(), "speed": edition.clock.speed}


def _version(edition: Edition, games: frozenset[int] | None = None) -> bytes:
    only = {} if games is None else {"games": sorted(games)}
    return event("version", json.dumps({**face_of(edition), **only}))


def _asked(scope: dict[str, Any], word: str) -> list[str]:
    return parse_qs(scope["query_string"].decode("latin-1")).get(word, [])


async def _tell(screens: Iterable[Listener], piece: bytes) -> None:
    for count, screen in enumerate(list(screens), start=1):
        screen.tell(piece)
        if count % AT_ONCE == 0:
            await asyncio.sleep(0)


async def _refuse(send: Send, *, status: int) -> None:
    await send(
        {"type": "http.response.start", "status": status, "headers": [(b"cache-control", b"no-store")]}
    )
    await send({"type": "http.response.body", "body": b""})
