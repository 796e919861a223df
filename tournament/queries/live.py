"""What the screens ask every moment: has anything changed?"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, OuterRef, QuerySet

from tournament.models import LogEntry


def versions(slugs: Iterable[str]) -> dict[str, str]:
    """How often something has happened at each event. One query, whatever number of events.

    A count, not the newest id: two deeds may commit in the other order than they took their ids.
    """
    rows = (
        LogEntry.objects.filter(event__slug__in=list(slugs)).values_list("event__slug").annotate(Count("pk"))
    )
    return {slug: str(count) for slug, count in rows.order_by()}


def happened_at(event: OuterRef) -> "QuerySet[LogEntry, Any]":
    """The same count for the event of an outer query; nothing if nothing happened. No query by itself."""
    rows = LogEntry.objects.filter(event=event).order_by().values("event")
    return rows.annotate(happened=Count("pk")).values("happened")
