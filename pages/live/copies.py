"""Copies of the pages that everybody may see: each is made once, and given to whoever asks.

They stand in front of Django. A copy is what Django answers a stranger, with its compressed forms; it is good
until something happens at its event, one of its clocks has run out, or its minute is over, for waits are told
in minutes. Who asks while the next one is made waits for it, or gets the one before, as long as that is less
than a second behind: a hall that reloads costs no more than one phone.
"""

import asyncio
import re
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from time import monotonic
from typing import Any, NamedTuple

from django.http import Http404
from django.urls import resolve
from django.utils import timezone

from pages.live.editions import Editions
from pages.live.given import Application, Copy, Headers, Message, Send, copy_of, give
from tournament.queries.live import Edition

MOST = 600
"""The copies that are kept: in a large field there is a page for each team and each game."""
BEHIND = 0.8
"""The seconds that a copy may be behind its event, while the next one is made."""
BETWEEN = 0.5
"""The seconds from one making of a page to the next, however much happens: the hands must have their turn."""
SHORTEST = 1.0
"""The seconds that every copy is good for, however fast a practice clock runs."""
UNTIL = re.compile(rb'data-until="([^"]+)"')
# What a page may say of who asked: the address they came by stands in QR codes.
ASKED_BY = (b"host", b"x-forwarded-proto")


class Page(NamedTuple):
    """A page as it is asked for: of which event, at which address, under which name of the server.

    ``turns_every`` so many seconds of the wall it leafs; 0 if it doesn't.
    """

    slug: str
    address: str
    turns_every: int
    scheme: str
    names: tuple[tuple[bytes, bytes], ...]
    reached_at: tuple[str, int] | None = None


@dataclass(slots=True)
class _Kept:
    copy: Copy
    edition: Edition | None
    began_at: float
    good_until: float
    behind_since: float | None = None


def page_of(scope: dict[str, Any]) -> Page | None:
    """The page that a request asks for, if copies of it are kept."""
    query = scope["query_string"].decode("latin-1")
    return page_at(scope, f"{scope['path']}?{query}" if query else scope["path"])


def page_at(scope: dict[str, Any], address: str) -> Page | None:
    """The page at ``address`` for whoever sent this request, if copies of it are kept."""
    view = _view_of(address.partition("?")[0])
    if view is None:
        return None
    names = tuple(pair for pair in scope["headers"] if pair[0] in ASKED_BY)
    return Page(view[0], address, view[1], scope["scheme"], names, scope.get("server"))


@lru_cache(maxsize=2000)
def _view_of(path: str) -> tuple[str, int] | None:
    """The event whose page this is, and how often it turns, if copies of it may be kept (``access.kept``)."""
    try:
        found = resolve(path)
    except Http404:
        return None
    turns = getattr(found.func, "turns_every", None)
    return None if turns is None else (found.kwargs["slug"], turns)


class Copies:
    """The copies of one process; ``application`` makes them."""

    def __init__(self, application: Application, editions: Editions) -> None:
        self._application = application
        self._editions = editions
        self._kept: OrderedDict[Page, _Kept] = OrderedDict()
        self._making: dict[Page, asyncio.Task[_Kept]] = {}
        self._one_at_a_time = asyncio.Semaphore(1)
        editions.follow(self._fall_behind)

    async def __call__(self, page: Page, scope: dict[str, Any], send: Send) -> None:
        """Answer a request for a page that everybody may see."""
        wants_newest = (b"cache-control", b"no-cache") in scope["headers"]
        await give(await self.newest(page) if wants_newest else await self.copy(page), scope, send)

    async def copy(self, page: Page) -> Copy:
        """The copy of a page; it may be as far ``BEHIND`` its event as is told there."""
        edition = await self._editions.of(page.slug)
        kept = self._kept.get(page)
        now = monotonic()
        if kept is None or now >= kept.good_until:
            return await self.newest(page)
        self._kept.move_to_end(page)
        if kept.edition == edition:
            return kept.copy
        # Of an event that was forgotten nobody knows since when a copy is behind.
        if kept.behind_since is None or now - kept.behind_since >= BEHIND:
            return await self.newest(page)
        if now - kept.began_at >= BETWEEN:
            self._make(page)
        return kept.copy

    async def newest(self, page: Page) -> Copy:
        """The copy of a page with everything that was done before this was asked."""
        wanted = await self._editions.of(page.slug)
        there = self._kept.get(page)
        if there and there.edition == wanted and monotonic() < there.good_until:
            return there.copy
        while True:
            # Its making may have begun before; the next one can't.
            made = await asyncio.shield(self._make(page))
            if wanted is None or made.edition is None or made.edition.version >= wanted.version:
                return made.copy

    def _make(self, page: Page) -> "asyncio.Task[_Kept]":
        """The making of a page, which is one for all who wait for it."""
        if page not in self._making:
            self._making[page] = asyncio.create_task(self._made(page))
        return self._making[page]

    async def _made(self, page: Page) -> _Kept:
        try:
            async with self._one_at_a_time:
                edition = await self._editions.of(page.slug)
                began_at, began = monotonic(), timezone.now()
                answer = await _answer_to_stranger(self._application, page)
            copy = await asyncio.to_thread(copy_of, *answer)
            kept = _Kept(copy, edition, began_at, began_at + _good_for(page, edition, began, copy.text))
            if edition != await self._editions.of(page.slug):
                kept.behind_since = began_at
            if copy.may_be_kept:
                self._kept[page] = kept
                if len(self._kept) > MOST:
                    self._kept.popitem(last=False)
            return kept
        finally:
            del self._making[page]

    def _fall_behind(self, slug: str, edition: Edition, games: frozenset[int] | None) -> None:
        now = monotonic()
        for page, kept in self._kept.items():
            if page.slug == slug and kept.behind_since is None:
                kept.behind_since = now


async def _answer_to_stranger(application: Application, page: Page) -> tuple[int, Headers, bytes]:
    """What Django answers who brings no cookie."""
    path, _, query = page.address.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": page.scheme,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode("latin-1"),
        "root_path": "",
        "headers": list(page.names),
        "client": None,
        "server": page.reached_at,
    }
    said: list[Message] = []
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()  # This stranger never leaves.
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        said.append(message)

    await application(scope, receive, send)
    start, *pieces = said
    return start["status"], start["headers"], b"".join(piece.get("body", b"") for piece in pieces)


def _good_for(page: Page, edition: Edition | None, began: datetime, body: bytes) -> float:
    """For how many seconds a page made then may be given: until its next turn, or one of its clocks ends."""
    if edition is None:
        return 0.0
    turn = float("inf")
    if page.turns_every:
        turn = page.turns_every - began.timestamp() % page.turns_every
    if not edition.clock.speed:
        return turn
    now = edition.clock.at(began)
    ends = [datetime.fromisoformat(found.decode()) for found in set(UNTIL.findall(body))]
    ends.append(now.replace(second=0, microsecond=0) + timedelta(minutes=1))
    left = min((end - now).total_seconds() for end in ends if end > now) / edition.clock.speed
    return min(turn, max(left, SHORTEST))
