"""Django behind the server's doors, in a few threads that stay.

Django's own ASGI handler makes a thread for each request, and with it a connection to the database, to be
opened, set up and closed again: a good part of what a page costs. Here a request is read to its end, waits
for one of a few threads, first come, first served, and is answered there in one go; by the time it is sent
the thread is free for the next. So a slow phone keeps nobody waiting, and no more pages are made at once
than get on together.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.urls import set_script_prefix

THREADS = 8
"""As many as a pool has connections to PostgreSQL (``config/settings.py``)."""


class FewThreads(ASGIHandler):
    """Django as an ASGI application whose pages are made by so many threads at the most."""

    def __init__(self, threads: int = THREADS) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="page")

    def load_middleware(self, is_async: bool = False) -> None:
        """The middleware as it was written: nothing of ours waits in the server's loop."""
        super().load_middleware(is_async=False)

    async def handle(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Read, answer, send. A deed is done to its end, even if nobody waits for the answer any more."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        response = await loop.run_in_executor(self._threads, self._answer, scope, body)
        await self.send_response(response, send)
        if response.streaming:  # It was read while it was sent.
            await loop.run_in_executor(self._threads, response.close)

    def _answer(self, scope: dict[str, Any], body: IO[bytes]) -> Any:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        with body:
            request, refused = self.create_request(scope, body)
            response: Any = refused if request is None else self.get_response(request)
        response._handler_class = type(self)
        if not response.streaming:
            response.close()
        return response
