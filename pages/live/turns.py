"""Django behind a gate: whoever asks gets a turn in the order they came, a few at a time.

Requests share one interpreter, and actions one database: more of them at once would only make each of them
later, and some of them much later. Those who look and those who do something have turns of their own, so that
no action stands behind a crowd of readers.
"""

import asyncio
from typing import Any

from pages.live.given import Application, Message, Receive, Send
from pages.mark import MARK

READERS, DOERS = 3, 2
MOST_BODY = 2_500_000
"""The bytes that a post may have: it is heard out before its turn comes."""
TOO_LONG = "That was too long to be sent. Nothing was saved: go back, and send less at once."


class Turns:
    """An application that makes so many answers at once, and no more."""

    def __init__(self, application: Application, at_once: int) -> None:
        self._application = application
        self._free = asyncio.Semaphore(at_once)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer when it is this one's turn, which is over as soon as the answer begins to be sent.

        Whoever sends slowly, or takes slowly what is long, keeps nobody waiting.
        """
        heard = await _heard_out(scope, receive)
        if heard is None:
            await _refuse_too_long(send)
            return
        receive = heard
        await self._free.acquire()
        is_over = False

        def leave() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                self._free.release()

        async def send_and_leave(message: Message) -> None:
            leave()
            await send(message)

        try:
            await self._application(scope, receive, send_and_leave)
        finally:
            leave()


async def _heard_out(scope: dict[str, Any], receive: Receive) -> Receive | None:
    """What a request says; None if it is, or says that it will be, too long."""
    announced = dict(scope.get("headers", ())).get(b"content-length", b"0")
    if not announced.isdigit() or int(announced[:20]) > MOST_BODY:
        return None
    said = [await receive()]
    while said[-1].get("more_body"):
        if sum(len(message["body"]) for message in said) > MOST_BODY:
            return None
        said.append(await receive())

    async def again() -> Message:
        return said.pop(0) if said else await receive()

    return again


async def _refuse_too_long(send: Send) -> None:
    """Say so, and hang up: the rest isn't read."""
    head = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"connection", b"close"),
        (MARK.lower().encode(), b"here"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": head})
    await send({"type": "http.response.body", "body": TOO_LONG.encode()})
