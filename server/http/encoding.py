"""What a browser sends is read as UTF-8, whatever it calls it: our pages are, and so are their forms."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]


def read_as_utf8(get_response: Answer) -> Answer:
    """Take a request's own word for its encoding away: Django can't read forms in all that it allows."""

    def read(request: HttpRequest) -> HttpResponseBase:
        request.encoding = "utf-8"
        return get_response(request)

    return read
