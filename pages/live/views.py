"""Where an event stands, for screens that the stream does not reach."""

from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from pages.access import Request, everyone
from pages.live.hub import face_of
from tournament.queries.live import editions


@everyone
@require_safe
def version(request: Request) -> HttpResponse:
    """Say what the stream would. The hub answers this address too, as a stream."""
    slug = request.event.slug
    return JsonResponse(face_of(editions([slug])[slug]), headers={"Cache-Control": "no-store"})
