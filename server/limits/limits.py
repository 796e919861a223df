"""Concurrency limits: how many requests of a kind run at once, and in which order the others wait.

All requests share one Python interpreter and all actions one database, so more at once would only make each
slower. Each kind has slots that no other kind can take (``slots.py``). Addresses take turns for a slot, so
that nobody waits behind another address's flood.
"""

import asyncio
from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any

from django.template.loader import render_to_string

from accounts.rate_limits import network_at
from server.http.refusals import refuse
from server.http.responses import Application, Message, Receive, Send
from server.limits.fair_queue import FairQueue
from server.watching.metrics import BUSY, QUEUE

MOST_WAITING = 200
"""The requests that may wait for a slot of one kind. Beyond that, the address with the most gets a 503."""
RETRY_AFTER = b"5"
TOO_MANY = "Nothing was saved. Wait a few seconds, then reload this page or press the button again."
SEND_AGAIN = b"Too many requests wait. Nothing was changed. Wait a few seconds, then send it again."


class Busy(Exception):
    """The queue is full, and no other address has more in it than this one."""


class ConcurrencyLimit:
    def __init__(self, slots: int, *, most_waiting: int = MOST_WAITING, kind: str = "") -> None:
        self._free = slots
        self._most_waiting = most_waiting
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue()
        self._waiting = 0
        self._length = QUEUE.labels(kind)

    async def acquire(self, address: Hashable) -> None:
        """Wait for a slot.

        :raises Busy: if the queue is full.
        """
        if self._free:
            self._free -= 1
            return
        if self._waiting >= self._most_waiting:
            self._make_room(address)
        turn = asyncio.get_running_loop().create_future()
        self._queue.put(address, turn)
        self._count(1)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        while self._queue:
            turn = self._queue.get()
            self._count(-1)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _make_room(self, address: Hashable) -> None:
        last = self._queue.drop(address)
        if last is None:
            raise Busy
        self._count(-1)
        if not last.done():
            last.set_exception(Busy())

    def _count(self, more: int) -> None:
        self._waiting += more
        self._length.inc(more)


class Limited:
    def __init__(self, application: Application, slots: int, *, kind: str = "") -> None:
        self._application = application
        self._limit = ConcurrencyLimit(slots, kind=kind)

    async def __call__(
        self, scope: dict[str, Any], receive: Receive, send: Send, *, key: Hashable = None
    ) -> None:
        """Respond once a slot is free. The slot is released when the response starts.

        Requests with the same ``key`` (by default the address) share one turn. A slow client never holds a
        slot while it downloads.
        """
        try:
            await self._limit.acquire(key or address_of(scope))
        except Busy:
            await respond_busy(scope, send)
            return
        is_released = False

        def release() -> None:
            nonlocal is_released
            if not is_released:
                is_released = True
                self._limit.release()

        async def send_and_release(message: Message) -> None:
            release()
            await send(message)

        try:
            await self._application(scope, receive, send_and_release)
        finally:
            release()


def address_of(scope: Mapping[str, Any]) -> str:
    client = scope.get("client")
    return network_at(client[0]) if client else ""


async def respond_busy(scope: Mapping[str, Any], send: Send) -> None:
    """Send the 503 for a full queue. A phone then keeps its entry and sends it later."""
    BUSY.inc()
    more = ((b"cache-control", b"no-store"), (b"retry-after", RETRY_AFTER))
    await refuse(scope, send, 503, SEND_AGAIN, *more, code="call.busy", page=_busy_page())


@cache
def _busy_page() -> bytes:
    return render_to_string("busy.html", {"sentence": TOO_MANY}).encode()
