"""The messages of an event stream, and their compression."""

import zlib

# The header of a gzip stream (RFC 1952) without a file name or time.
BEGINNING = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 6


def event(name: str, text: str) -> bytes:
    """A server-sent event, uncompressed."""
    lines = "\n".join(f"data: {line}" for line in text.split("\n"))
    return f"event: {name}\n{lines}\n\n".encode()


def compressed(text: bytes) -> bytes:
    """A flushed block of a gzip stream that refers to no earlier one: all subscribers get the same bytes."""
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflate.compress(text) + deflate.flush(zlib.Z_FULL_FLUSH)
