"""A session that is gone leaves its cookie alone: the browser may have a newer one by now.

Whoever puts on a badge gets a session with a new id. What another page of that browser asked just before is
answered just after, for an id that is no more; Django then has the browser throw its cookie away, and with
it the session that was made meanwhile.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]


def leave_newer_sessions(get_response: Answer) -> Answer:
    """Take a cookie away only where the request itself has ended the session, as signing out does."""

    def answered(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and not request.session.modified:
            del response.cookies[settings.SESSION_COOKIE_NAME]
        return response

    return answered
