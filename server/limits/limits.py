"""Concurrency limits: how many requests of a kind Django works on at once, and who waits in which order.

Requests share one interpreter, and actions one database: more of them at once would only make each of them
later. Each kind of request has slots that no other kind can take (``slots.py`` has the table). Those who wait
for a slot take turns by address, so that nobody waits behind another address's flood.
"""

import asyncio
from collections.abc import Hashable
from functools import cache
from typing import Any

from django.template.loader import render_to_string

from accounts.network import network_at
from server.http.mark import MARK
from server.http.responses import Application, Message, Receive, Send
from server.limits.fair_queue import FairQueue

MOST_WAITING = 200
"""The requests that wait for a slot of one kind; beyond, the address with the most gets a 503."""
RETRY_AFTER = b"5"
TOO_MANY = "Nothing was saved. Wait a few seconds, then reload this page or press the button again."
MOST_BODY = 2_500_000
"""The bytes that a post may have. They are read before it waits for a slot."""
TOO_LONG = "That was too long to be sent. Nothing was saved: go back, and send less at once."


class Busy(Exception):
    """The queue is full, and this address has as much in it as any other."""


class ConcurrencyLimit:
    """So many ``slots``, and a queue for them."""

    def __init__(self, slots: int, *, most_waiting: int = MOST_WAITING) -> None:
        self._free = slots
        self._most_waiting = most_waiting
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue()
        self._waiting = 0

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
        self._waiting += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        while self._queue:
            turn = self._queue.get()
            self._waiting -= 1
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _make_room(self, address: Hashable) -> None:
        last = self._queue.drop(address)
        if last is None:
            raise Busy
        self._waiting -= 1
        if not last.done():
            last.set_exception(Busy())


class Limited:
    """An application that works on so many requests at once."""

    def __init__(self, application: Application, slots: int, *, most_body: int = MOST_BODY) -> None:
        self._application = application
        self._most_body = most_body
        self._limit = ConcurrencyLimit(slots)

    async def __call__(
        self, scope: dict[str, Any], receive: Receive, send: Send, *, key: Hashable = None
    ) -> None:
        """Respond once there is a slot; it is free again as soon as the response begins to be sent.

        ``key`` is who takes turns with others, if not the address. A slow client never holds a slot while it
        uploads or downloads.
        """
        body = await read_body(scope, receive, self._most_body)
        if body is None:
            await refuse_too_long(send)
            return
        try:
            await self._limit.acquire(key or address_of(scope))
        except Busy:
            await respond_busy(send)
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
            await self._application(scope, body, send_and_release)
        finally:
            release()


def address_of(scope: dict[str, Any]) -> str:
    """The address, or IPv6 network, that a request comes from."""
    client = scope.get("client")
    return network_at(client[0]) if client else ""


async def respond_busy(send: Send) -> None:
    """The 503 for a request that would wait too long. A phone keeps its entry and sends it later."""
    head = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"retry-after", RETRY_AFTER),
        (MARK.lower().encode(), b"here"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": head})
    await send({"type": "http.response.body", "body": _busy_page()})


@cache
def _busy_page() -> bytes:
    return render_to_string("busy.html", {"sentence": TOO_MANY}).encode()


async def read_body(scope: dict[str, Any], receive: Receive, most: int) -> Receive | None:
    """A ``receive`` that has the whole body; None if it is, or says that it will be, too long."""
    announced = dict(scope.get("headers", ())).get(b"content-length", b"0")
    if not announced.isdigit() or int(announced[:20]) > most:
        return None
    read = [await receive()]
    while read[-1].get("more_body"):
        if sum(len(message["body"]) for message in read) > most:
            return None
        read.append(await receive())

    async def again() -> Message:
        return read.pop(0) if read else await receive()

    return again


async def refuse_too_long(send: Send) -> None:
    """Respond with 413 and close the connection: the rest isn't read."""
    head = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"connection", b"close"),
        (MARK.lower().encode(), b"here"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": head})
    await send({"type": "http.response.body", "body": TOO_LONG.encode()})
