"""Django behind a gate: whoever asks gets a turn in the order they came, a few at a time.

Requests share one interpreter, and deeds one database: more of them at once would only make each of them
later, and some of them much later. Those who look and those who do something have turns of their own, so that
no deed stands behind a crowd of readers.
"""

import asyncio
from typing import Any

from pages.live.given import Application, Message, Receive, Send

READERS, DOERS = 3, 2
MOST_BODY = 2_500_000
"""The bytes of a post that are waited for before its turn comes; what is longer comes as it is read."""


class Turns:
    """An application that makes so many answers at once, and no more."""

    def __init__(self, application: Application, at_once: int) -> None:
        self._application = application
        self._free = asyncio.Semaphore(at_once)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer when it is this one's turn, which is over as soon as the answer begins to be sent.

        Whoever sends slowly, or takes slowly what is long, keeps nobody waiting.
        """
        receive = await _heard_out(receive)
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


async def _heard_out(receive: Receive) -> Receive:
    """What a request says, as far as it is waited for, and then the rest."""
    said = [await receive()]
    while said[-1].get("more_body") and sum(len(message["body"]) for message in said) < MOST_BODY:
        said.append(await receive())

    async def again() -> Message:
        return said.pop(0) if said else await receive()

    return again
