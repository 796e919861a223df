"""Responses sent without Django: from memory, compressed or 304; and short ones in plain text."""

import gzip
import hashlib
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import brotli

from server.http.mark import MARK

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]

PLAIN, GZIP, BROTLI = b"", b"gzip", b"br"
ENCODING = re.compile(rb"(br|gzip)\s*(?:;\s*q=([01](?:\.\d*)?))?\s*(?:,|$)")
TICKING = re.compile(rb"(data-until=[^>]*>)[^<]*")
VERSIONED = re.compile(rb'W/"v\d+-')
"""The ETag of the API: it begins with the event's version."""
# Set again for each response, or true only of the request for which the page was rendered.
NOT_CACHED = {b"content-length", b"etag", b"vary", b"cache-control", b"expires"}
PLAIN_TEXT = b"text/plain; charset=utf-8"


async def send_response(
    send: Send, status: int, body: bytes, *more: tuple[bytes, bytes], content_type: bytes = PLAIN_TEXT
) -> None:
    length = str(len(body)).encode()
    own = ((b"content-type", content_type), (b"content-length", length), (MARK.lower().encode(), b"here"))
    await send({"type": "http.response.start", "status": status, "headers": [*own, *more]})
    await send({"type": "http.response.body", "body": body})


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A response for everybody, with its ``bodies`` by content encoding."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    bodies: dict[bytes, bytes]
    etag: bytes

    @property
    def is_cacheable(self) -> bool:
        return self.status == 200 and all(name != b"set-cookie" for name, _ in self.headers)

    @property
    def text(self) -> bytes:
        return self.bodies[PLAIN]

    @property
    def fingerprint(self) -> bytes:
        """A hash of the body without the minutes on its clocks, which every screen counts by itself."""
        return etag_of(TICKING.sub(rb"\1", self.text))


def cached_response(status: int, headers: Headers, body: bytes) -> CachedResponse:
    own = (
        *((name.lower(), value) for name, value in headers if name.lower() not in NOT_CACHED),
        (b"cache-control", b"no-cache"),
        (b"vary", b"Accept-Encoding"),
    )
    named = next((value for name, value in headers if name.lower() == b"etag"), b"")
    etag = named if VERSIONED.match(named) else etag_of(body)
    bodies = {PLAIN: body, GZIP: gzip.compress(body, 6, mtime=0), BROTLI: brotli.compress(body, quality=5)}
    return CachedResponse(status, own, bodies, etag)


def etag_of(body: bytes) -> bytes:
    return b'W/"' + hashlib.blake2b(body, digest_size=12).hexdigest().encode() + b'"'


async def respond(response: CachedResponse, scope: dict[str, Any], send: Send) -> None:
    """Send a response from memory, or a 304 if the browser has it already."""
    asked = dict(scope["headers"])
    status, encoding = response.status, best_encoding(asked.get(b"accept-encoding", b""), response.bodies)
    body = response.bodies[encoding]
    if status == 200 and response.etag in asked.get(b"if-none-match", b""):
        status, body = 304, b""
    headers = [*response.headers, (b"etag", response.etag)]
    if status != 304:
        headers.append((b"content-length", str(len(body)).encode()))
        if encoding:
            headers.append((b"content-encoding", encoding))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def best_encoding(accepted: bytes, available: Iterable[bytes]) -> bytes:
    taken = {name for name, quality in ENCODING.findall(accepted) if not quality or float(quality)}
    return next((each for each in (BROTLI, GZIP) if each in taken and each in available), PLAIN)
