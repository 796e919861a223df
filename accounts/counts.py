"""Counters that all processes share. They are in the database, so no other service is needed."""

from hashlib import sha256

from django.core.cache import cache

WINDOW = 10 * 60
"""The seconds in which a repeated entry is logged only once."""
MOST = 20
"""The most entries of a kind that are logged in that time, so that a flood can't fill the log."""


def count(key: str, *, seconds: int) -> int:
    """Increment a counter that expires ``seconds`` after its last use. Returns it; 0 if the disk is full."""
    if cache.add(key, 1, timeout=seconds):
        return 1
    try:
        counted = cache.incr(key)
        cache.touch(key, seconds)  # incr would keep the key for the cache's own 300 seconds.
        return counted
    except ValueError:  # The key could not be added, and isn't there: the database refuses writes.
        return 0


def should_log(what: str, whose: str) -> bool:
    """Whether to log an entry of the kind ``what`` about ``whose``.

    In each ``WINDOW``, the same entry is logged once, and a kind ``MOST`` times.
    """
    kind = f"told:{_short(what)}"
    if not cache.add(f"{kind}:{_short(whose)}", 1, timeout=WINDOW):
        return False
    return 1 <= count(kind, seconds=WINDOW) <= MOST


def _short(text: str) -> str:
    return sha256(text.encode(errors="replace")).hexdigest()[:32]
