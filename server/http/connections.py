"""Connections: how long one may take to say what it wants, how much it may say, and how many one address has.

uvicorn keeps a silent connection for ever, and every connection takes a file: so few silent ones would lock
the hall out. A proxy in front sees to all this itself, and its connections are everybody's.
"""

import asyncio
import contextlib
import resource
from collections import Counter
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

ASKS_WITHIN = 20.0
"""The seconds until a request is there, but for its body; TLS has as long before."""
SAYS_WITHIN = 60.0
"""The seconds until its body is there."""
MOST_ASKED = 32_768
"""The bytes of a request without its body."""
PIECE = 4_096
"""The bytes that the parser gets at once: a request behind another one is counted from the next piece."""
FEWEST, SHARE = 64, 4
"""So many connections an address may always have, and that part of all there can be."""
FILES = (1_048_576, 65_536, 10_240)
"""How many files this process asks for, the most first."""
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

open_now: Counter[str] = Counter()


def raise_file_limit() -> int:
    """Let this process have as many files, and so connections, as the machine allows; say how many.

    macOS reports no limit and refuses more than its own maximum: then fewer will do.
    """
    has, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in FILES:
        wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        if has != resource.RLIM_INFINITY and wanted <= has:
            break
        # Linux says that it may not be, macOS that it can't be.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            return wanted
    return has


def most_of_one() -> int:
    """How many connections one address may have at once."""
    return max(FEWEST, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // SHARE)


class Guarded(HttpToolsProtocol):
    """One connection, which is closed when it takes too long or says too much."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._patience: asyncio.TimerHandle | None = None
        self._asked = 0
        self._is_asking = True
        self._counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody calls; who has too many lines already is not answered."""
        super().connection_made(transport)
        self._wait(ASKS_WITHIN)
        address = self.client[0] if self.client else ""
        if not address or ip_address(address).is_loopback or address in settings.PROXIES:
            return
        open_now[address] += 1
        self._counted = address
        if open_now[address] > most_of_one():
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        if self._counted:
            open_now[self._counted] -= 1
            if not open_now[self._counted]:
                del open_now[self._counted]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some more of a request; too much of it before its body is no request of a browser.

        The parser gets no more of a head at once than the limit leaves, so one large packet doesn't pass it.
        """
        while data and not self.transport.is_closing():
            size = min(PIECE, MOST_ASKED - self._asked) if self._is_asking else PIECE
            piece, data = data[:size], data[size:]
            if self._is_asking:
                self._asked += len(piece)
            super().data_received(piece)
            if self._is_asking and self._asked >= MOST_ASKED:
                self.transport.write(TOO_LONG)
                self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_asking = True
        self._wait(ASKS_WITHIN)

    def on_headers_complete(self) -> None:
        self._is_asking, self._asked = False, 0
        self._wait(SAYS_WITHIN)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All is said: the rest is for us to do. What comes now is another request."""
        self._is_asking = True
        self._wait(None)
        super().on_message_complete()

    def _wait(self, seconds: float | None) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self._patience = None if seconds is None else self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self.transport.abort()
