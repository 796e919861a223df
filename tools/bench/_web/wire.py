"""HTTP as cheaply as Python can do it: the bytes of a request out, the bytes of a response in."""

import asyncio
import zlib
from collections.abc import Mapping
from functools import partial
from typing import cast

END_OF_HEAD = b"\r\n\r\n"
LAST_CHUNK = b"0\r\n\r\n"
WITHOUT_BODY = (204, 304)
PHONE = {
    "Host": "uptown",
    "Accept-Encoding": "gzip, br",
    "User-Agent": "Mozilla/5.0 (Linux; Android 15) Mobile",
}


def written(
    path: str, headers: Mapping[str, str] | None = None, *, body: str | None = None, host: str = "uptown"
) -> bytes:
    """The bytes of a request; a POST if it has a body."""
    sent = {**PHONE, "Host": host, **(headers or {})}
    if body is not None:
        sent |= {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
        }
    head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    return f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\n{head}\r\n{body or ''}".encode()


class Answer:
    """One response as it arrives. Of its headers only the length of its body is read."""

    __slots__ = ("_ends", "_starts", "raw")

    def __init__(self) -> None:
        self.raw = b""
        self._starts = 0
        self._ends = -1

    def feed(self, data: bytes) -> bool:
        """Add data. Returns whether the response is complete."""
        self.raw = self.raw + data if self.raw else data
        if not self._starts and not self._read_head():
            return False
        if self._ends < 0:
            return self.raw.endswith(LAST_CHUNK)
        return len(self.raw) >= self._ends

    @property
    def status(self) -> int:
        return int(self.raw[9:12])

    @property
    def body(self) -> bytes:
        """The body as it was sent, without chunks but still compressed."""
        if self._ends >= 0:
            return self.raw[self._starts :]
        parts, rest = [], self.raw[self._starts :]
        while (length := int(rest[: rest.index(b"\r\n")], 16)) > 0:
            start = rest.index(b"\r\n") + 2
            parts.append(rest[start : start + length])
            rest = rest[start + length + 2 :]
        return b"".join(parts)

    @property
    def plain(self) -> bytes:
        """The body, decompressed; the request must accept gzip only."""
        is_packed = self.header("content-encoding") == "gzip"
        return zlib.decompress(self.body, wbits=47) if is_packed else self.body

    def header(self, name: str) -> str:
        """The value of a header, or an empty string."""
        for line in self.raw[: self._starts].decode("latin-1").split("\r\n")[1:]:
            key, _, value = line.partition(": ")
            if key.lower() == name:
                return value
        return ""

    def _read_head(self) -> bool:
        end = self.raw.find(END_OF_HEAD)
        if end < 0:
            return False
        self._starts = end + len(END_OF_HEAD)
        head = self.raw[:end].lower()
        length = head.find(b"\r\ncontent-length:")
        if self.status in WITHOUT_BODY:
            self._ends = self._starts
        elif length >= 0:
            self._ends = self._starts + int(head[length + 17 :].partition(b"\r\n")[0])
        elif b"\r\ntransfer-encoding: chunked" not in head:
            raise ValueError(f"An answer that does not say how long it is: {head[:200]!r}")
        return True


class Once(asyncio.Protocol):
    """A connection for a single request."""

    def __init__(self, request: bytes, answered: "asyncio.Future[Answer]") -> None:
        self._request, self._answered, self._answer = request, answered, Answer()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Close the connection once the response is complete."""
        if self._answer.feed(data):
            self._transport.close()
            if not self._answered.done():
                self._answered.set_result(self._answer)

    def connection_lost(self, lost: Exception | None) -> None:
        """Fail if the server closed the connection first."""
        if not self._answered.done():
            self._answered.set_exception(lost or ConnectionResetError("hung up"))


async def ask(
    address: tuple[str, int],
    request: bytes,
    *,
    patience: float = 20.0,
    comes_from: tuple[str, int] | None = None,
) -> Answer:
    """Send one request on a separate connection.

    :raises TimeoutError: after ``patience`` seconds.
    """
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Answer] = loop.create_future()
    async with asyncio.timeout(patience):
        make = partial(Once, request, answered)
        transport, _ = await loop.create_connection(make, *address, local_addr=comes_from)
        try:
            return await answered
        finally:
            transport.close()
