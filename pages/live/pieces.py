"""What goes over a stream: events, and the pieces they are compressed to."""

import zlib

# The head of a gzip stream (RFC 1952) that says nothing of a file or a time.
BEGINNING = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 6


def event(name: str, text: str) -> bytes:
    """A server-sent event; each line of the text is a line of its own."""
    lines = "\n".join(f"data: {line}" for line in text.split("\n"))
    return f"event: {name}\n{lines}\n\n".encode()


def compressed(text: bytes) -> bytes:
    """A piece of a gzip stream that stands by itself: the same for every screen, whatever it got before.

    It refers to nothing before it, and is flushed, so that a browser shows it at once.
    """
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflate.compress(text) + deflate.flush(zlib.Z_FULL_FLUSH)
