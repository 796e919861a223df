"""Template context of every page: Uptown's version, whether phones can learn to trust this computer, and
where else organizers may sign in.
"""

from django.conf import settings
from django.http import HttpRequest


def about(request: HttpRequest) -> dict[str, str]:
    return {
        "version": settings.VERSION,
        "room_address": settings.ROOM_ADDRESS,
        "organization": settings.OIDC_NAME,
    }
