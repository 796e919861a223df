"""Template context of every page: Uptown's version."""

from django.conf import settings
from django.http import HttpRequest


def about(request: HttpRequest) -> dict[str, str]:
    return {"version": settings.VERSION}
