"""Keep a newer session's cookie when a request of the old session ends late.

Putting on a badge gives the browser a new session id. A request sent just before still has the old id, which
no longer exists when the response is made. Django then deletes the cookie, and with it the new session.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

Handler = Callable[[HttpRequest], HttpResponseBase]


def leave_newer_sessions(get_response: Handler) -> Handler:
    """Delete the cookie only if the request itself ended the session, as signing out does."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and not request.session.modified:
            del response.cookies[settings.SESSION_COOKIE_NAME]
        return response

    return handle
