"""The mark on every answer, by which a phone knows that the hall's computer spoke.

A proxy, or a Wi-Fi that wants a sign-in first, may answer in its place, with any status. What comes without
the mark counts as no answer (``isFromUptown`` in static/js/core/responses.js).
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

MARK = "Uptown-Hall"

Answer = Callable[[HttpRequest], HttpResponseBase]


def mark_answers(get_response: Answer) -> Answer:
    """Put the mark on whatever is answered: refusals, pages that aren't there and files, too."""

    def marked(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response[MARK] = "here"
        return response

    return marked
