"""Time passing, inside the one process that an embedded Uptown is; and ticks that wait for their database."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from django.db import InterfaceError, OperationalError, close_old_connections, connections
from django.utils import timezone

Application = Callable[..., Awaitable[None]]

log = logging.getLogger(__name__)


class Waiting:
    """A tick that waits while the database can't be used. The log says so once, and that it goes on."""

    def __init__(self, tick: Callable[[datetime], int]) -> None:
        self._tick = tick
        self._waits = False

    def __call__(self, now: datetime) -> int:
        """Tick; nothing is done where the database refuses."""
        name = self._tick.__name__
        try:
            done = self._tick(now)
        except (OperationalError, InterfaceError) as refused:
            if not self._waits:
                log.error(
                    "“%s” waits until the database can be used (%s).", name, " ".join(str(refused).split())
                )
            self._waits = True
            return 0
        if self._waits:
            log.warning("The database can be used again: “%s” goes on.", name)
        self._waits = False
        return done


class Ticking:
    """An ASGI application with clocks beside it: each does one thing a second, from start to stop.

    Every one has a thread of its own, so that slow work keeps nobody from being on time.
    """

    def __init__(
        self, application: Application, *ticks: Callable[[datetime], int], every: float = 1.0
    ) -> None:
        self._application = application
        self._ticks = ticks
        self._every = every
        self._stopped = threading.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass requests through; start and stop the clock with the server."""
        if scope["type"] != "lifespan":
            await self._application(scope, receive, send)
            return
        clocks = [
            threading.Thread(target=self._run, args=(tick,), name=tick.__name__, daemon=True)
            for tick in self._ticks
        ]
        for clock in clocks:
            clock.start()

        async def stop_first(message: dict[str, Any]) -> None:
            if message["type"] == "lifespan.shutdown.complete":
                self._stopped.set()
                for clock in clocks:
                    await asyncio.to_thread(clock.join, 5)
            await send(message)

        await self._application(scope, receive, stop_first)

    def _run(self, tick: Callable[[datetime], int]) -> None:
        waiting = Waiting(tick)
        while not self._stopped.wait(self._every):
            close_old_connections()
            try:
                waiting(timezone.now())
            except Exception:  # A tick that failed is tried again by the next one.
                log.exception("A tick failed.")
        connections.close_all()
