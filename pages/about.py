"""What every page says about Uptown itself."""

from django.conf import settings
from django.http import HttpRequest


def about(request: HttpRequest) -> dict[str, str]:
    return {"version": settings.VERSION}
