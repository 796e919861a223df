"""The version of an event, for screens that the event stream doesn't reach."""

from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from accounts.access import Request, everyone
from server.live.event_stream import face_of
from tournament.schedule.live import event_versions


@everyone
@require_safe
def version(request: Request) -> HttpResponse:
    """The data of the stream's first message, for ``?poll``. Without it, the URL is the stream's."""
    slug = request.event.slug
    return JsonResponse(face_of(event_versions([slug])[slug]), headers={"Cache-Control": "no-store"})
