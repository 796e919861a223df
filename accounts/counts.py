"""Counts that all processes share; they are in the database, so that no other service has to be there."""

from hashlib import sha256

from django.core.cache import cache

WINDOW = 10 * 60
"""The seconds in which the same thing goes to the log once."""
MOST = 20
"""The entries of a kind that go to the log in that time: a flood fills no log."""


def count(key: str, *, seconds: int) -> int:
    """Count something once more; how often it was in the last ``seconds``, 0 if the disk is full."""
    if cache.add(key, 1, timeout=seconds):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # It is not there, so it could not be added.
        return 0


def is_news(what: str, whose: str) -> bool:
    """Whether the log is to hear of it: once in ten minutes of the same, and of so many of a kind in all."""
    kind = f"told:{_short(what)}"
    if not cache.add(f"{kind}:{_short(whose)}", 1, timeout=WINDOW):
        return False
    return 1 <= count(kind, seconds=WINDOW) <= MOST


def _short(words: str) -> str:
    return sha256(words.encode(errors="replace")).hexdigest()[:32]
