"""A header on every response, by which a phone knows that Uptown itself responded.

A proxy or a Wi-Fi sign-in page may respond instead, with any status. A response without the header counts as
no connection (``isFromUptown`` in static/js/core/responses.js).
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

MARK = "Uptown-Hall"

Handler = Callable[[HttpRequest], HttpResponseBase]


def mark_responses(get_response: Handler) -> Handler:

    def marked(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response[MARK] = "here"
        return response

    return marked
