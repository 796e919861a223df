"""The messages of an event stream, and how they are compressed."""

import zlib

# The head of a gzip stream (RFC 1952) that says nothing of a file or a time.
BEGINNING = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 6


def event(name: str, text: str) -> bytes:
    """A server-sent event: one data line for each line of the text."""
    lines = "\n".join(f"data: {line}" for line in text.split("\n"))
    return f"event: {name}\n{lines}\n\n".encode()


def compressed(text: bytes) -> bytes:
    """A part of a gzip stream that refers to nothing before it: every subscriber can get the same.

    It is flushed, so that a browser shows it at once.
    """
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflate.compress(text) + deflate.flush(zlib.Z_FULL_FLUSH)
