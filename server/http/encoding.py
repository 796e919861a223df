"""Read every form as UTF-8: our pages are UTF-8, and so are the forms on them."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Handler = Callable[[HttpRequest], HttpResponseBase]


def read_as_utf8(get_response: Handler) -> Handler:
    """Ignore the charset a request names. Django can't decode forms in all charsets that it accepts."""

    def read(request: HttpRequest) -> HttpResponseBase:
        request.encoding = "utf-8"
        return get_response(request)

    return read
