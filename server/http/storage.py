"""The 503 page for a database that is away, full or read-only; and a line for the operator."""

import logging
import os
from collections.abc import Callable
from time import monotonic

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string

Answer = Callable[[HttpRequest], HttpResponseBase]
NOT_SAVED = (
    "The hall’s computer can’t write anything down right now. Tell the organizer, and try again in a minute."
)
NOT_READ = (
    "The hall’s computer can’t look this page up right now. Everything that was saved is safe. "
    "Try again in a minute; if it stays like this, tell the organizer."
)
SAYS_EVERY = 60.0
"""The seconds between two lines in the log: a full room that reloads would fill it."""

log = logging.getLogger(__name__)
_said_at: list[float] = []


class NothingIsWritten:
    """Answer 503 where the disk is full or may only be read: a phone keeps its entry, and sends it later."""

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass on, but for what is refused while the session is saved."""
        try:
            return self._get_response(request)
        except (DatabaseError, InterfaceError) as refused:
            answer = self.process_exception(request, refused)
            if answer is None:
                raise
            return answer

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The sentence, if it was the database that refused. Who only reads lost nothing."""
        if not isinstance(exception, (OperationalError, InterfaceError)):
            return None
        tell_operator(exception)
        if request.method in {"GET", "HEAD"}:
            context = {"title": "This page can’t be shown right now", "sentence": NOT_READ}
        else:
            context = {"title": "Nothing was saved", "sentence": NOT_SAVED}
        return HttpResponse(
            render_to_string("503.html", context), status=503
        )  # Without a session to look up.


def tell_operator(error: Exception) -> None:
    """Say once a minute why the database can't be used; what is our own fault, with its traceback."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        log.error("Something went wrong.", exc_info=error)
        return
    if _said_at and monotonic() - _said_at[0] < SAYS_EVERY:
        return
    _said_at[:] = [monotonic()]
    words = " ".join(str(error).split())
    if connection.vendor == "sqlite":
        disk = os.statvfs(settings.DATA)
        words += f"; {disk.f_bavail * disk.f_frsize // 1_000_000} MB are free in {settings.DATA}"
    log.error("The database can't be used, and pages say so: %s.", words)
