"""Counts that all processes share; they are in the database, so that no other service has to be there."""

from django.core.cache import cache


def count(key: str, *, seconds: int) -> int:
    """Count something once more; how often it was in the last ``seconds``, 0 if the disk is full."""
    if cache.add(key, 1, timeout=seconds):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # It is not there, so it could not be added.
        return 0
