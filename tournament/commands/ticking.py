"""Saying that somebody ticks."""

from datetime import datetime

from django.core.cache import cache

from tournament.queries.ticking import TICKED


def tell_tick(*, now: datetime) -> None:
    """Let every process know that what comes due by now is done."""
    cache.set(TICKED, now, timeout=None)
