"""The version of an event for screens that the stream does not reach."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from pages.access import Request, everyone
from tournament.queries.live import versions


@everyone
@require_safe
def version(request: Request) -> HttpResponse:
    """Say the event's version, as text. The hub answers this address too, as a stream."""
    slug = request.event.slug
    now = versions([slug]).get(slug, "0")
    return HttpResponse(now, content_type="text/plain", headers={"Cache-Control": "no-store"})
