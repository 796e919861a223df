"""The 503 page for a database that is unreachable, full or read-only, and a log line for the operator."""

import logging
import os
from collections.abc import Callable
from time import monotonic

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string

from pages.api.event.problems import ProblemError, answer_with
from server.http.refusals import is_call

Handler = Callable[[HttpRequest], HttpResponseBase]
NOT_SAVED = (
    "The hall’s computer can’t write anything down right now. Tell the organizer, and try again in a minute."
)
NOT_READ = (
    "The hall’s computer can’t look this page up right now. Everything that was saved is safe. "
    "Try again in a minute; if it stays like this, tell the organizer."
)
RETRY_AFTER = "60"
LOG_EVERY = 60.0
"""The seconds between two lines in the log: a room full of phones that reload would fill it."""

log = logging.getLogger(__name__)
_logged_at: list[float] = []


class DatabaseUnavailable:
    """Respond with 503 while the database can't be used. A phone then keeps its entry and sends it later."""

    def __init__(self, get_response: Handler) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            return self._get_response(request)
        except (DatabaseError, InterfaceError) as refused:  # Outside the view: the session was being saved.
            response = self.process_exception(request, refused)
            if response is None:
                raise
            return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, (OperationalError, InterfaceError)):
            return None
        report_to_operator(exception)
        if request.method in {"GET", "HEAD"}:
            context = {"title": "This page can’t be shown right now", "sentence": NOT_READ}
        else:
            context = {"title": "Nothing was saved", "sentence": NOT_SAVED}
        if is_call(request.path):
            response = answer_with(ProblemError(503, context["sentence"], code="call.away"))
            response["Retry-After"] = RETRY_AFTER
            return response
        # Rendered without the request, whose session would be looked up.
        return HttpResponse(render_to_string("503.html", context), status=503)


def report_to_operator(error: Exception) -> None:
    """Log once a minute why the database can't be used; log an error of our own with its traceback."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        log.error("Something went wrong.", exc_info=error)
        return
    if _logged_at and monotonic() - _logged_at[0] < LOG_EVERY:
        return
    _logged_at[:] = [monotonic()]
    words = " ".join(str(error).split())
    if connection.vendor == "sqlite":
        disk = os.statvfs(settings.DATA)
        words += f"; {disk.f_bavail * disk.f_frsize // 1_000_000} MB are free in {settings.DATA}"
    log.error("The database can’t be used, and pages say so: %s.", words)
