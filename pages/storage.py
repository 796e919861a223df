"""What is said where the database takes nothing: a sentence to whoever pressed, and one to the operator."""

import logging
import os
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

Answer = Callable[[HttpRequest], HttpResponseBase]
SENTENCE = (
    "The hall’s computer can’t write anything down right now. Tell the organizer, and try again in a minute."
)

log = logging.getLogger(__name__)


class NothingIsWritten:
    """Answer 503 where the disk is full or may only be read: a phone keeps its entry, and sends it later."""

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass on, but for what is refused while the session is saved."""
        try:
            return self._get_response(request)
        except DatabaseError as refused:
            answer = self.process_exception(request, refused)
            if answer is None:
                raise
            return answer

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The sentence, if it was the database that refused."""
        if not isinstance(exception, OperationalError):
            return None
        log.error("The database takes nothing (%s); %s.", exception, _room())
        context = {"sentence": SENTENCE}
        return render(request, "503.html", context, status=503)


def _room() -> str:
    """What the operator looks at first."""
    disk = os.statvfs(settings.DATA)
    return f"{disk.f_bavail * disk.f_frsize // 1_000_000} MB are free in {settings.DATA}"
