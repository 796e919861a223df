"""The scheduler of a single-process Uptown, and jobs that survive an unavailable database."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from datetime import datetime
from time import monotonic
from typing import Any

from django.db import InterfaceError, OperationalError, close_old_connections, connections
from django.utils import timezone

from server.jobs import Job
from server.sending import stopping

Application = Callable[..., Awaitable[None]]

log = logging.getLogger(__name__)


LONGEST_END = 6.0
"""The most seconds that the end waits for the jobs: a message that is being sent is recorded."""
LONGEST_PAUSE = 600.0
"""The most seconds between two runs of a job that fails as a whole."""


class Waiting:
    """A job that survives what happens outside of any thing that is due (``commands/scheduler/attempts.py``).

    While the database is unavailable, it tries in each run; after another exception, it waits longer and
    longer. Both are logged once, and when they are over.
    """

    def __init__(self, job: Callable[[datetime], int]) -> None:
        self._job = job
        self._waits = False
        self._failures = 0
        self._resumes = 0.0

    def __call__(self, now: datetime) -> int:
        name = self._job.__name__
        if monotonic() < self._resumes:
            return 0
        try:
            done = self._job(now)
        except (OperationalError, InterfaceError) as refused:
            if not self._waits:
                log.error("“%s” waits for the database (%s).", name, " ".join(str(refused).split()))
            self._waits = True
            return 0
        except Exception:
            self._failures += 1
            self._resumes = monotonic() + min(LONGEST_PAUSE, 2.0 ** min(self._failures, 10))
            if self._failures == 1:
                log.exception("“%s” failed. It is tried again.", name)
            return 0
        if self._waits:
            log.warning("The database is back: “%s” goes on.", name)
        if self._failures:
            log.warning("“%s” works again.", name)
        self._waits, self._failures = False, 0
        return done


class Ticking:
    """An ASGI application that runs each job every few seconds, from startup to shutdown.

    Every job has its own thread, so that a slow one delays no other.
    """

    def __init__(self, application: Application, *jobs: Job) -> None:
        self._application = application
        self._jobs = jobs
        self._stopped = threading.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self._application(scope, receive, send)
            return
        threads = [
            threading.Thread(target=self._run, args=(job,), name=job.name, daemon=True) for job in self._jobs
        ]
        stopping.clear()
        for thread in threads:
            thread.start()

        async def stop_first(message: dict[str, Any]) -> None:
            if message["type"] == "lifespan.shutdown.complete":
                self._stopped.set()
                stopping.set()
                until = monotonic() + LONGEST_END
                for thread in threads:
                    await asyncio.to_thread(thread.join, max(0.0, until - monotonic()))
            await send(message)

        await self._application(scope, receive, stop_first)

    def _run(self, job: Job) -> None:
        waiting, pause = Waiting(job.run), min(1.0, job.every)
        while not self._stopped.wait(pause):
            pause = job.every
            close_old_connections()
            waiting(timezone.now())
        connections.close_all()
