"""Request bodies: read whole before a request waits for a slot, so that a slow upload holds none.

Everybody may send a form, which is short, and a limited number of forms is on its way at once. Only crew and
programs may send more, such as a list of teams. It isn't read until one of a few turns is free.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Hashable, Mapping
from typing import Any

from server.http.refusals import refuse
from server.http.responses import Application, Message, Receive, Send
from server.limits.badge_holders import BadgeHolders, Holder
from server.limits.limits import Limited, address_of

SHORT = 65_536
"""The most bytes of a form. uvicorn buffers as many for each connection, whether they are read or not."""
LONGEST = 2_500_000
MOST_HALF_SENT, MOST_LONG = 256, 4
SHORT_WITHIN, LONG_WITHIN = 20.0, 45.0
"""The seconds in which a body must come. ``Guarded.body_within`` is longer, and closes without a word."""

CLOSE = (b"connection", b"close")
TOO_LONG = b"That was too long to send. Nothing was saved. Go back, and send less at once."
NEEDS_BADGE = (
    b"That is too long for somebody without a badge of the crew. Nothing was saved. "
    b"Sign in again or open your link, then send it again. A program needs its token."
)
TOO_SLOW = b"That came too slowly. Nothing was saved. Go back, and send it again."
NO_LENGTH = b"Send this with a Content-Length, not in chunks."


class Bodies:
    """An application that gets each request with its whole body, and none that is too long or too slow."""

    def __init__(
        self,
        application: Application,
        holders: BadgeHolders,
        *,
        most_half_sent: int = MOST_HALF_SENT,
        short_within: float = SHORT_WITHIN,
        long_within: float = LONG_WITHIN,
    ) -> None:
        self._application = application
        self._holders = holders
        self._most_half_sent = most_half_sent
        self._short_within, self._long_within = short_within, long_within
        self._half_sent: dict[asyncio.Timeout, Hashable] = {}
        self._long = Limited(self._take_long, MOST_LONG, kind="long body")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        length = length_of(scope)
        if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
            # Django would read an empty body: WSGI reads only as much as Content-Length announces.
            await refuse(scope, send, 411, NO_LENGTH, CLOSE, code="call.length")
        elif not length:
            await self._application(scope, receive, send)
        elif length > LONGEST:
            await refuse_too_long(scope, send)
        elif length <= SHORT:
            timeout = asyncio.timeout(self._short_within)
            await self._pass(timeout, self._read_short(timeout, scope, receive), scope, send)
        elif (holder := await self._holders.of(scope)) and holder.may_upload:
            await self._long(scope, receive, send, key=holder.number)
        else:
            await refuse(scope, send, 413, NEEDS_BADGE, code="call.too-long")

    async def _pass(
        self,
        timeout: asyncio.Timeout,
        reading: Awaitable[Receive | None],
        scope: dict[str, Any],
        send: Send,
    ) -> None:
        try:
            async with timeout:
                body = await reading
        except TimeoutError:
            await refuse(scope, send, 408, TOO_SLOW, CLOSE, code="call.too-slow")
            return
        if body:
            await self._application(scope, body, send)

    async def _take_long(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await self._pass(asyncio.timeout(self._long_within), read_body(receive), scope, send)

    async def _read_short(
        self, timeout: asyncio.Timeout, scope: dict[str, Any], receive: Receive
    ) -> Receive | None:
        """The whole form. If too many are half sent, the oldest of the address with the most is dropped."""
        first = await receive()
        if first.get("more_body"):
            sender = key_of(await self._holders.of(scope), scope)
            self._make_room()
            self._half_sent[timeout] = sender
        try:
            return await read_body(replay([first], receive))
        finally:
            self._half_sent.pop(timeout, None)

    def _make_room(self) -> None:
        if len(self._half_sent) < self._most_half_sent:
            return
        [(most, _)] = Counter(self._half_sent.values()).most_common(1)
        oldest = next(timeout for timeout, sender in self._half_sent.items() if sender == most)
        del self._half_sent[oldest]
        if not oldest.expired():
            oldest.reschedule(asyncio.get_running_loop().time())


def key_of(holder: Holder | None, scope: Mapping[str, Any]) -> Hashable:
    """Who takes turns: each badge of the crew and each program; teams and strangers by address.

    Anybody may sign up many teams.
    """
    return holder.number if holder and holder.may_upload else address_of(scope)


def length_of(scope: Mapping[str, Any]) -> int:
    """The announced bytes of a body. The server has refused what isn't a number."""
    return int(dict(scope["headers"]).get(b"content-length", b"0"))


async def read_body(receive: Receive) -> Receive | None:
    """A ``receive`` that has the whole body; None if the client hung up halfway."""
    read = [await receive()]
    while read[-1].get("more_body"):
        read.append(await receive())
    return None if read[-1]["type"] == "http.disconnect" else replay(read, receive)


def replay(read: list[Message], receive: Receive) -> Receive:
    """A ``receive`` that repeats the messages that were ``read``, then goes on."""

    async def again() -> Message:
        return read.pop(0) if read else await receive()

    return again


async def refuse_too_long(scope: Mapping[str, Any], send: Send) -> None:
    """Respond with 413 and close the connection, since the rest of the body isn't read."""
    await refuse(scope, send, 413, TOO_LONG, CLOSE, code="call.too-long")
