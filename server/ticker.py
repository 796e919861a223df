"""The scheduler of a single-process Uptown, and ticks that do nothing while the database is unavailable."""

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
    """A tick that does nothing while the database is unavailable. It logs that once, and when it is back."""

    def __init__(self, tick: Callable[[datetime], int]) -> None:
        self._tick = tick
        self._waits = False

    def __call__(self, now: datetime) -> int:
        name = self._tick.__name__
        try:
            done = self._tick(now)
        except (OperationalError, InterfaceError) as refused:
            if not self._waits:
                log.error("“%s” waits for the database (%s).", name, " ".join(str(refused).split()))
            self._waits = True
            return 0
        if self._waits:
            log.warning("The database is back: “%s” goes on.", name)
        self._waits = False
        return done


class Ticking:
    """An ASGI application that calls each tick every ``every`` seconds, from startup to shutdown.

    Every tick has its own thread, so that a slow one delays no other.
    """

    def __init__(
        self, application: Application, *ticks: Callable[[datetime], int], every: float = 1.0
    ) -> None:
        self._application = application
        self._ticks = ticks
        self._every = every
        self._stopped = threading.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self._application(scope, receive, send)
            return
        threads = [
            threading.Thread(target=self._run, args=(tick,), name=tick.__name__, daemon=True)
            for tick in self._ticks
        ]
        for thread in threads:
            thread.start()

        async def stop_first(message: dict[str, Any]) -> None:
            if message["type"] == "lifespan.shutdown.complete":
                self._stopped.set()
                for thread in threads:
                    await asyncio.to_thread(thread.join, 5)
            await send(message)

        await self._application(scope, receive, stop_first)

    def _run(self, tick: Callable[[datetime], int]) -> None:
        waiting = Waiting(tick)
        while not self._stopped.wait(self._every):
            close_old_connections()
            try:
                waiting(timezone.now())
            except Exception:  # The next tick tries again.
                log.exception("A tick failed.")
        connections.close_all()
