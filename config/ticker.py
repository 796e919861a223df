"""Time passing, inside the one process that an embedded Uptown is."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from django.db import close_old_connections, connections
from django.utils import timezone

Application = Callable[..., Awaitable[None]]

log = logging.getLogger(__name__)


class Ticking:
    """An ASGI application with a clock beside it: one tick each second, from start to stop."""

    def __init__(
        self, application: Application, tick: Callable[[datetime], int], *, every: float = 1.0
    ) -> None:
        self._application = application
        self._tick = tick
        self._every = every
        self._stopped = threading.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass requests through; start and stop the clock with the server."""
        if scope["type"] != "lifespan":
            await self._application(scope, receive, send)
            return
        await receive()
        clock = threading.Thread(target=self._run, name="ticker", daemon=True)
        clock.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._stopped.set()
        await asyncio.to_thread(clock.join, 5)
        await send({"type": "lifespan.shutdown.complete"})

    def _run(self) -> None:
        while not self._stopped.wait(self._every):
            close_old_connections()
            try:
                self._tick(timezone.now())
            except Exception:  # A tick that failed is tried again by the next one.
                log.exception("A tick failed.")
        connections.close_all()
