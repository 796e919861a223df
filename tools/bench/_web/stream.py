"""The stream as a phone reads it: HTTP chunks joined, decompressed, split into messages."""

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from tools.bench._web.wire import END_OF_HEAD


@dataclass(frozen=True, kw_only=True)
class StreamMessage:
    """One message of the stream."""

    kind: str
    data: str

    @property
    def version(self) -> str:
        """The event's version: the data is a bare number, or an object that includes it."""
        read = json.loads(self.data)
        return str(read["version"] if isinstance(read, dict) else read)


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
    """A parser for an event stream."""

    def __init__(self) -> None:
        self._head: bytes | None = b""
        self._chunks: Chunks | None = None
        self._unpack = zlib.decompressobj(wbits=47)
        self._is_packed = False
        self._text = b""

    def feed(self, data: bytes) -> Iterator[StreamMessage]:
        """Add data. Yields the messages that are complete."""
        if self._head is not None:
            data = self._read_head(data)
        if self._chunks is not None:
            data = self._chunks.feed(data)
        if self._is_packed and data:
            data = self._unpack.decompress(data)
        *whole, self._text = (self._text + data).split(b"\n\n")
        for each in whole:
            if message := _message(each.decode()):
                yield message

    def _read_head(self, data: bytes) -> bytes:
        assert self._head is not None
        self._head += data
        head, end, rest = self._head.partition(END_OF_HEAD)
        if not end:
            return b""
        if head[9:12] != b"200":
            raise ConnectionRefusedError(f"The stream answers {head[9:12].decode()}.")
        self._head, headers = None, head.lower()
        self._chunks = Chunks() if b"\r\ntransfer-encoding: chunked" in headers else None
        self._is_packed = b"content-encoding: gzip" in headers
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
