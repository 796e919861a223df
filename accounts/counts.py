"""Counts that all processes share. They are in the database, so that no other service is needed."""

from hashlib import sha256

from django.core.cache import cache

WINDOW = 10 * 60
"""The seconds in which the same thing is logged once."""
MOST = 20
"""The entries of a kind that are logged in that time, so that a flood fills no log."""


def count(key: str, *, seconds: int) -> int:
    """Count something once more. Returns how often in the last ``seconds``; 0 if the disk is full."""
    if cache.add(key, 1, timeout=seconds):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # Neither there nor added: the database refuses writes.
        return 0


def is_news(what: str, whose: str) -> bool:
    """Whether to log it: the same thing once in ten minutes, and ``MOST`` entries of a kind in all."""
    kind = f"told:{_short(what)}"
    if not cache.add(f"{kind}:{_short(whose)}", 1, timeout=WINDOW):
        return False
    return 1 <= count(kind, seconds=WINDOW) <= MOST


def _short(words: str) -> str:
    return sha256(words.encode(errors="replace")).hexdigest()[:32]
