"""The replica (``REPLICA_URL``): a copy of the PostgreSQL database, for rendering public pages.

A page is read there only if the replica already has the version of the event that the page is cached under.
If the replica is behind or away, the page is read from the first database.
"""

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections

from tournament.schedule.live import EventVersion, event_versions

ALIAS = "replica"
PATIENCE = 0.3
"""The seconds that a page waits for the replica's answer."""
AGAIN = 5.0
"""The seconds until a replica that didn't answer is asked again."""

reads_from: ContextVar[str] = ContextVar("reads_from", default=DEFAULT_DB_ALIAS)
"""The database that is read now (``config/routers.py``)."""

log = logging.getLogger(__name__)


@contextmanager
def from_replica() -> Iterator[None]:
    """Read from the replica in this block, and in what it awaits."""
    before = reads_from.set(ALIAS)
    try:
        yield
    finally:
        reads_from.reset(before)


class Replica:
    """Knows whether the replica may be read. Only the server's event loop may call this."""

    def __init__(self) -> None:
        # Separate threads: a replica that hangs must not take those of other work.
        self._threads = ThreadPoolExecutor(2, thread_name_prefix=ALIAS)
        self._again_at = 0.0
        self._is_away = False

    async def has(self, slug: str, wanted: EventVersion) -> bool:
        """Whether the replica has every action up to this version. One query there."""
        if monotonic() < self._again_at:
            return False
        asked = asyncio.get_running_loop().run_in_executor(self._threads, _version_at, slug)
        try:
            found = await asyncio.wait_for(asked, PATIENCE)
        except (DatabaseError, InterfaceError, TimeoutError) as error:
            self._again_at = monotonic() + AGAIN
            if not self._is_away:
                words = " ".join(str(error).split()) or "no answer"
                log.warning("The replica is away (%s). Its pages are read from the first database.", words)
            self._is_away = True
            return False
        if self._is_away:
            log.warning("The replica is back.")
        self._is_away = False
        # Versions from before the clock was set, or the demo was started over, can't be compared.
        return found is not None and found.clock == wanted.clock and found.version >= wanted.version


def _version_at(slug: str) -> EventVersion | None:
    try:
        with from_replica():
            return event_versions([slug]).get(slug)
    finally:
        connections.close_all()
