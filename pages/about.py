"""Template context of every page: the version, and the https address and OpenID provider, if set up."""

from django.conf import settings
from django.http import HttpRequest


def about(request: HttpRequest) -> dict[str, str]:
    return {
        "version": settings.VERSION,
        "room_address": settings.ROOM,
        "organization": settings.OIDC_NAME,
    }
