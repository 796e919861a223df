"""``/healthz`` and ``/readyz``, for load balancers, container runtimes and monitors."""

import asyncio
import json
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from django.db import connections
from django.utils import timezone

from server.health import HealthRow, readiness
from server.http.responses import Receive, Send, send_response

GOOD_FOR = 2.0
"""The seconds that a result of ``/readyz`` is cached, so that frequent probes cost nothing."""
NOT_STORED = (b"cache-control", b"no-store")


async def alive(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Respond 200: this process runs. It checks nothing else: a restart wouldn't bring PostgreSQL back."""
    await send_response(send, 200, b"ok\n", NOT_STORED)


class Ready:
    """Responds 200 or 503, with the result of each check by name. Only ``health`` gives the reasons."""

    def __init__(self, look: Callable[[], Sequence[HealthRow]]) -> None:
        self._look = look
        self._looking: asyncio.Task[Sequence[HealthRow]] | None = None
        self._asked_at = 0.0

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        now = monotonic()
        if self._looking is None or (self._looking.done() and now - self._asked_at > GOOD_FOR):
            self._looking, self._asked_at = asyncio.create_task(asyncio.to_thread(self._look)), now
        rows = await asyncio.shield(self._looking)
        body = (
            json.dumps({row.name.lower().removeprefix("the "): row.is_well for row in rows}).encode() + b"\n"
        )
        status = 200 if all(row.is_well for row in rows) else 503
        await send_response(send, status, body, NOT_STORED, content_type=b"application/json")


def look() -> list[HealthRow]:
    try:
        return readiness(timezone.now())
    finally:
        connections.close_all()
