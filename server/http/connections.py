"""Limits on TCP connections: the time and size of a request's head, and the connections of one address.

uvicorn keeps a silent connection open forever, and each one takes a file descriptor: a few thousand would
lock everybody out. Connections from a trusted proxy are not limited, because the proxy has its own limits.
"""

import asyncio
import contextlib
import resource
from collections import Counter
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 32_768
"""The most bytes of a request line and headers."""
CHUNK = 4_096
"""The bytes that the parser gets at once. A pipelined request is counted from the next chunk on."""
FEWEST, SHARE = 64, 4
"""One address may have a quarter of all possible connections, but at least 64."""
FILES = (1_048_576, 65_536, 10_240)
"""The limits of open files to try, in this order."""
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

open_now: Counter[str] = Counter()


def raise_file_limit() -> int:
    """Raise this process's limit of open files, and so of connections, as far as allowed. Returns the limit.

    macOS reports no limit, but refuses more than its own maximum; then a smaller number is tried.
    """
    has, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in FILES:
        wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        if has != resource.RLIM_INFINITY and wanted <= has:
            break
        # Linux raises ValueError, macOS OSError.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            return wanted
    return has


def most_of_one() -> int:
    return max(FEWEST, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // SHARE)


# uvicorn takes a protocol class (``http=``), but documents none to derive from. It has no option that does
# this: ``timeout_keep_alive`` starts after a response, ``limit_concurrency`` counts all addresses together,
# ``h11_max_incomplete_event_size`` needs the slower h11. An ASGI application is called after the head only.
class Guarded(HttpToolsProtocol):
    """A connection that is closed when a request takes too long, or its head is too large."""

    head_within = 20.0
    """The seconds in which a client must send the request line and headers, after any TLS handshake."""
    body_within = 60.0
    """The seconds after that in which it must send the body."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._timeout: asyncio.TimerHandle | None = None
        self._head_size = 0
        self._is_in_head = True
        self._counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._close_after(self.head_within)
        address = self.client[0] if self.client else ""
        if not address or ip_address(address).is_loopback or address in settings.PROXIES:
            return
        open_now[address] += 1
        self._counted = address
        if open_now[address] > most_of_one():
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._close_after(None)
        if self._counted:
            open_now[self._counted] -= 1
            if not open_now[self._counted]:
                del open_now[self._counted]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Feed the parser in chunks, so that no head can exceed ``MOST_HEAD``."""
        while data and not self.transport.is_closing():
            size = min(CHUNK, MOST_HEAD - self._head_size) if self._is_in_head else CHUNK
            chunk, data = data[:size], data[size:]
            if self._is_in_head:
                self._head_size += len(chunk)
            super().data_received(chunk)
            if self._is_in_head and self._head_size >= MOST_HEAD:
                self.transport.write(TOO_LONG)
                self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head = True
        self._close_after(self.head_within)

    def on_headers_complete(self) -> None:
        self._is_in_head, self._head_size = False, 0
        self._close_after(self.body_within)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_in_head = True  # What comes next is another request.
        self._close_after(None)
        super().on_message_complete()

    def _close_after(self, seconds: float | None) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
        self._timeout = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)
