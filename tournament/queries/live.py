"""What the screens ask every moment: has anything changed?"""

from collections.abc import Iterable

from django.db.models import Count

from tournament.models import LogEntry


def versions(slugs: Iterable[str]) -> dict[str, str]:
    """How often something has happened at each event. One query, whatever number of events.

    A count, not the newest id: two deeds may commit in the other order than they took their ids.
    """
    rows = (
        LogEntry.objects.filter(event__slug__in=list(slugs)).values_list("event__slug").annotate(Count("pk"))
    )
    return {slug: str(count) for slug, count in rows.order_by()}
