"""An id for each request: in its response, in its log lines, and in an error report."""

import logging
import re
import secrets
from contextvars import ContextVar
from time import monotonic
from typing import Any

from server.http.responses import Application, Message, Receive, Send
from server.watching.metrics import RESPONSE_SECONDS, RESPONSES

HEADER = b"x-request-id"
GIVEN = re.compile(rb"[A-Za-z0-9._-]{1,64}")
METHODS = ("GET", "HEAD", "POST")

request_id: ContextVar[str] = ContextVar("request_id", default="")

log = logging.getLogger("uptown.requests")


def new_request_id() -> str:
    return secrets.token_hex(8)


class Watched:
    """An ASGI application that gives each request an id, counts it, and logs its response in one line.

    If the operator named proxies, a proxy may set the id (``X-Request-ID``). Neither the query nor the
    client's address is logged.
    """

    def __init__(self, application: Application, *, is_behind_proxy: bool) -> None:
        self._application = application
        self._is_behind_proxy = is_behind_proxy

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        began, name = monotonic(), self._id_of(scope)
        request_id.set(name)
        # A client may send any method, and each would be a separate time series.
        method = scope["method"] if scope["method"] in METHODS else "other"

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], (HEADER, name.encode())]}
                seconds = monotonic() - began
                RESPONSES.labels(method, f"{message['status'] // 100}xx").inc()
                RESPONSE_SECONDS.labels(method).observe(seconds)
                found = {"method": method, "path": scope["path"], "status": message["status"]}
                log.info(
                    "%(method)s %(path)s %(status)d",
                    found,
                    extra={"fields": {**found, "seconds": round(seconds, 4)}},
                )
            await send(message)

        await self._application(scope, receive, send_with_id)

    def _id_of(self, scope: dict[str, Any]) -> str:
        given: bytes = dict(scope["headers"]).get(HEADER, b"")
        if self._is_behind_proxy and GIVEN.fullmatch(given):
            return given.decode()
        return new_request_id()
