"""Template context of every page: Uptown's version, the https address with this computer's own certificate,
and the name of the OpenID Connect provider. The last two are empty if not set up.
"""

from django.conf import settings
from django.http import HttpRequest


def about(request: HttpRequest) -> dict[str, str]:
    return {
        "version": settings.VERSION,
        "room_address": settings.ROOM_ADDRESS,
        "organization": settings.OIDC_NAME,
    }
