"""Whether time still does its work: somewhere a process ticks, and says so."""

from datetime import datetime, timedelta

from django.core.cache import cache

TICKED = "ticked"
TOO_LONG = timedelta(seconds=40)
"""The tick is told four times within it: a busy second or two is none that stopped."""


def last_tick() -> datetime | None:
    """When somebody last ticked, as far as it was told; None where no server ever started. One query."""
    told: datetime | None = cache.get(TICKED)
    return told


def stopped_since(now: datetime) -> datetime | None:
    """Since when nobody ticks, so that nothing comes due; None while somebody does. One query."""
    last = last_tick()
    return last if last and now - last > TOO_LONG else None
