"""Django behind a gate: those who only look take turns, so that no deed stands behind a crowd of them."""

import asyncio
from typing import Any

from pages.live.given import Application, Message, Receive, Send

READERS = 3
"""The pages that are made at once. They share one interpreter: more would only make each of them later."""


class Turns:
    """An application that makes so many answers at once, and no more."""

    def __init__(self, application: Application, *, readers: int = READERS) -> None:
        self._application = application
        self._free = asyncio.Semaphore(readers)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer when it is this one's turn, which is over as soon as the answer begins to be sent.

        What is long, or taken slowly, keeps nobody waiting.
        """
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
