"""What the screens ask every moment: has anything changed?"""

from collections.abc import Iterable

from tournament.models import Event


def versions(slugs: Iterable[str]) -> dict[str, str]:
    """How often something has happened at each event. One query, whatever number of events."""
    rows = Event.objects.filter(slug__in=list(slugs)).values_list("slug", "version")
    return {slug: str(version) for slug, version in rows}
