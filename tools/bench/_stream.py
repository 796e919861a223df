"""HTTP as a phone needs it: requests as bytes, and the event stream read as it comes."""

import asyncio
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

END_OF_HEAD = b"\r\n\r\n"


def written(path: str, headers: Mapping[str, str]) -> bytes:
    """The bytes of a request."""
    sent = {"Host": "uptown", "Accept-Encoding": "gzip", "User-Agent": "Mobile", **headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    return f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode()


async def fetched(port: int, path: str, headers: Mapping[str, str], *, patience: float) -> bytes:
    """The response to a request on a separate connection, with its head.

    :raises TimeoutError: after ``patience`` seconds.
    """
    async with asyncio.timeout(patience):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(written(path, {"Connection": "close", **headers}))
            return await reader.read()
        finally:
            writer.close()


@dataclass(frozen=True, kw_only=True)
class StreamMessage:
    """One message of the stream."""

    kind: str
    data: str


class Chunks:
    """A decoder for a chunked HTTP body."""

    def __init__(self) -> None:
        self._raw = b""

    def feed(self, data: bytes) -> bytes:
        """Add data. Returns what the complete chunks contain; the rest waits."""
        raw, found, start = self._raw + data if self._raw else data, [], 0
        while (size_end := raw.find(b"\r\n", start)) >= 0:
            ends = size_end + 2 + int(raw[start:size_end], 16)
            if len(raw) < ends + 2:
                break
            found.append(raw[size_end + 2 : ends])
            start = ends + 2
        self._raw = raw[start:]
        return b"".join(found)


class Stream:
    """A parser for an event stream, which is chunked and compressed."""

    def __init__(self) -> None:
        self._head: bytes | None = b""
        self._chunks = Chunks()
        self._unpack = zlib.decompressobj(wbits=47)
        self._text = b""

    def feed(self, data: bytes) -> Iterator[StreamMessage]:
        """Add data. Yields the messages that are complete."""
        if self._head is not None:
            data = self._read_head(self._head + data)
        *whole, self._text = (self._text + self._unpack.decompress(self._chunks.feed(data))).split(b"\n\n")
        for each in whole:
            if message := _message(each.decode()):
                yield message

    def _read_head(self, received: bytes) -> bytes:
        head, end, rest = received.partition(END_OF_HEAD)
        self._head = None if end else received
        if end and head[9:12] != b"200":
            raise ConnectionRefusedError(f"The stream answers {head[9:12].decode()}.")
        return rest


def _message(text: str) -> StreamMessage | None:
    """A message as a browser would dispatch it; None without data, as for ``retry``."""
    kind, data = "message", []
    for line in text.split("\n"):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            kind = value
        elif name == "data":
            data.append(value)
    return StreamMessage(kind=kind, data="\n".join(data)) if data else None
