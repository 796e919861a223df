"""A copy as it is given to a browser: compressed, or "you have it already"."""

import gzip
import hashlib
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import brotli

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]

PLAIN, GZIP, BROTLI = b"", b"gzip", b"br"
ENCODING = re.compile(rb"(br|gzip)\s*(?:;\s*q=([01](?:\.\d*)?))?\s*(?:,|$)")
TICKING = re.compile(rb"(data-until=[^>]*>)[^<]*")
# Said anew with every answer, or meant for the stranger who asked for the copy.
NOT_KEPT = {b"content-length", b"etag", b"vary", b"cache-control", b"expires"}


@dataclass(frozen=True, slots=True)
class Copy:
    """An answer that may be given to anybody: its ``bodies`` by how they are encoded."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    bodies: dict[bytes, bytes]
    etag: bytes

    @property
    def may_be_kept(self) -> bool:
        """Whether it is a page, and nobody's own."""
        return self.status == 200 and all(name != b"set-cookie" for name, _ in self.headers)

    @property
    def text(self) -> bytes:
        """What it says."""
        return self.bodies[PLAIN]

    @property
    def news(self) -> bytes:
        """What it says, but for the minutes left of its clocks: those every screen counts by itself."""
        return etag_of(TICKING.sub(rb"\1", self.text))


def copy_of(status: int, headers: Headers, body: bytes) -> Copy:
    """The copy of a page, in all forms that a browser may want."""
    said = (
        *((name.lower(), value) for name, value in headers if name.lower() not in NOT_KEPT),
        (b"cache-control", b"no-cache"),
        (b"vary", b"Accept-Encoding"),
    )
    bodies = {
        PLAIN: body,
        GZIP: gzip.compress(body, 6, mtime=0),
        BROTLI: brotli.compress(body, quality=5),
    }
    return Copy(status, said, bodies, etag_of(body))


def etag_of(body: bytes) -> bytes:
    """The name of what a body says, whatever its form."""
    return b'W/"' + hashlib.blake2b(body, digest_size=12).hexdigest().encode() + b'"'


async def give(copy: Copy, scope: dict[str, Any], send: Send) -> None:
    """Answer a request with a copy: 304 where the browser has it already."""
    asked = dict(scope["headers"])
    status, encoding = copy.status, best_encoding(asked.get(b"accept-encoding", b""), copy.bodies)
    body = copy.bodies[encoding]
    if status == 200 and copy.etag in asked.get(b"if-none-match", b""):
        status, body = 304, b""
    headers = [*copy.headers, (b"etag", copy.etag)]
    if status != 304:
        headers.append((b"content-length", str(len(body)).encode()))
        if encoding:
            headers.append((b"content-encoding", encoding))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def best_encoding(accepted: bytes, there: Iterable[bytes]) -> bytes:
    """The smallest form that there is and the browser takes."""
    taken = {name for name, quality in ENCODING.findall(accepted) if not quality or float(quality)}
    return next((each for each in (BROTLI, GZIP) if each in taken and each in there), PLAIN)
