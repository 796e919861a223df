"""The version of an event for screens that the stream does not reach."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.queries.live import versions


@require_safe
def version(request: HttpRequest, slug: str) -> HttpResponse:
    """Say the event's version, as text. The hub answers this address too, as a stream."""
    found = versions([slug])
    if slug not in found:
        raise Http404("There is no such event.")
    return HttpResponse(found[slug], content_type="text/plain", headers={"Cache-Control": "no-store"})
