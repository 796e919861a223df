"""The page cache, in front of Django: each public page is rendered once for each version of its event.

A cached page is Django's response to a request without cookies. It is good until something happens at its
event, one of its countdowns ends, or the minute is over (waits are shown in minutes). A request that comes
while the next version is rendered waits for it, or gets the previous one if that is less than a second old.
"""

import asyncio
import re
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.utils import timezone

from server.http.responses import (
    Application,
    CachedResponse,
    Headers,
    Message,
    Send,
    cached_response,
    respond,
)
from server.limits.limits import Busy, address_of, respond_busy
from server.live.event_versions import EventVersions
from server.live.public_pages import Page
from server.live.render_queue import RenderQueue
from server.live.replica import Replica, from_replica
from server.watching.metrics import HIT, MISS
from server.watching.requests import new_request_id, request_id
from tournament.schedule.live import EventVersion

MOST = 600
"""The pages in the cache. A large event has a page for each team and each game."""
BEHIND = 0.8
"""The seconds that a cached page may be behind its event while the next version is rendered."""
BETWEEN = 0.5
"""The least seconds between two renderings of a page, so that rendering never starves actions."""
SHORTEST = 1.0
"""The least seconds that a page is good for, however fast a practice clock runs."""
UNTIL = re.compile(rb'data-until="([^"]+)"')


@dataclass(slots=True)
class _Cached:
    response: CachedResponse
    version: EventVersion | None
    began_at: float
    good_until: float
    behind_since: float | None = None


class PageCache:
    """The cached pages of one process; ``application`` renders them.

    The main pages of existing events have a render queue to themselves: nobody can make up more of them.
    """

    def __init__(
        self,
        application: Application,
        versions: EventVersions,
        replica: Replica | None = None,
        *,
        most: int = MOST,
        behind: float = BEHIND,
        between: float = BETWEEN,
        shortest: float = SHORTEST,
    ) -> None:
        self._application = application
        self._versions = versions
        self._replica = replica
        self._most, self._behind, self._between, self._shortest = most, behind, between, shortest
        self._cached: OrderedDict[Page, _Cached] = OrderedDict()
        self._main: RenderQueue[Page, _Cached] = RenderQueue(self._render)
        self._others: RenderQueue[Page, _Cached] = RenderQueue(self._render)
        versions.follow(self._fall_behind)

    async def __call__(self, page: Page, scope: dict[str, Any], send: Send) -> None:
        wants_newest = (b"cache-control", b"no-cache") in scope["headers"]
        get, address = self.newest if wants_newest else self.current, address_of(scope)
        try:
            response = await get(page, address)
        except Busy:
            await respond_busy(scope, send)
            return
        await respond(response, scope, send)

    async def current(self, page: Page, address: str) -> CachedResponse:
        """The page for a request from ``address``; it may be up to ``behind`` seconds behind its event.

        :raises Busy: if too many pages wait to be rendered.
        """
        version = await self._versions.of(page.slug)
        cached = self._cached.get(page)
        now = monotonic()
        if cached and self._versions.is_away:
            HIT.inc()
            return cached.response
        if cached is None or now >= cached.good_until:
            return await self.newest(page, address)
        self._cached.move_to_end(page)
        if cached.version == version:
            HIT.inc()
            return cached.response
        # ``behind_since`` is unknown for an event whose version was forgotten in between.
        if cached.behind_since is None or now - cached.behind_since >= self._behind:
            return await self.newest(page, address)
        if now - cached.began_at >= self._between:
            with suppress(Busy):
                self._queue_of(page, version).ask(page, address)
        HIT.inc()
        return cached.response

    async def newest(self, page: Page, address: str) -> CachedResponse:
        """The page with every action that was committed before this call.

        :raises Busy: if too many pages wait to be rendered.
        """
        wanted = await self._versions.of(page.slug)
        cached = self._cached.get(page)
        is_newest = cached and cached.version == wanted and monotonic() < cached.good_until
        if cached and (is_newest or self._versions.is_away):
            HIT.inc()
            return cached.response
        MISS.inc()
        while True:
            # A rendering that is already under way may have begun before this call. The next one can't.
            made = await self._queue_of(page, wanted).want(page, address)
            if wanted is None or made.version is None or made.version.version >= wanted.version:
                return made.response
            if made.version.clock != wanted.clock:
                return made.response  # A demo was started over, so its versions count from 0 again.

    def _queue_of(self, page: Page, version: EventVersion | None) -> RenderQueue[Page, _Cached]:
        return self._main if page.is_main and version is not None else self._others

    async def _render(self, page: Page) -> _Cached:
        request_id.set(new_request_id())  # Many requests may wait for this page, so it has a separate id.
        version = await self._versions.of(page.slug)
        began_at, began = monotonic(), timezone.now()
        rendered = await self._response(page, version)
        if rendered[0] == 503 and (last := self._cached.get(page)):
            return replace(last, version=version)  # The database is away: the last page is better than none.
        response = await asyncio.to_thread(cached_response, *rendered)
        good_for = _good_for(
            page.address.rotates_every, version, began, response.text, shortest=self._shortest
        )
        cached = _Cached(response, version, began_at, began_at + good_for)
        if version != await self._versions.of(page.slug):
            cached.behind_since = began_at
        if response.is_cacheable:
            self._cached[page] = cached
            if len(self._cached) > self._most:
                self._cached.popitem(last=False)
        return cached

    async def _response(self, page: Page, version: EventVersion | None) -> tuple[int, Headers, bytes]:
        """Django's response, read from the replica if there is one that has this version."""
        if self._replica and version and await self._replica.has(page.slug, version):
            with from_replica():
                status, headers, body = await _response_without_cookies(self._application, page)
            if status < 500:
                return status, headers, body
        return await _response_without_cookies(self._application, page)

    def _fall_behind(self, slug: str, version: EventVersion, games: frozenset[int] | None) -> None:
        now = monotonic()
        for page, cached in self._cached.items():
            if page.slug == slug and cached.behind_since is None:
                cached.behind_since = now


async def _response_without_cookies(application: Application, page: Page) -> tuple[int, Headers, bytes]:
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": page.scheme,
        "path": page.address.path,
        "raw_path": page.address.path.encode(),
        "query_string": page.address.query.encode(),
        "root_path": "",
        "headers": list(page.headers),
        "client": None,
        "server": page.server,
    }
    sent: list[Message] = []
    is_read = False

    async def receive() -> Message:
        nonlocal is_read
        if is_read:
            await asyncio.Event().wait()  # This client never disconnects.
        is_read = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await application(scope, receive, send)
    start, *bodies = sent
    return start["status"], start["headers"], b"".join(message.get("body", b"") for message in bodies)


def _good_for(
    rotates_every: int, version: EventVersion | None, began: datetime, body: bytes, *, shortest: float
) -> float:
    """The seconds that a page is good for: until it rotates, a countdown ends, or the minute is over."""
    if version is None:
        return 0.0
    rotates_in = rotates_every - began.timestamp() % rotates_every if rotates_every else float("inf")
    if not version.clock.speed:
        return rotates_in
    now = version.clock.at(began)
    ends = [datetime.fromisoformat(found.decode()) for found in set(UNTIL.findall(body))]
    ends.append(now.replace(second=0, microsecond=0) + timedelta(minutes=1))
    left = min((end - now).total_seconds() for end in ends if end > now) / version.clock.speed
    return min(rotates_in, max(left, shortest))
