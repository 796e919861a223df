"""Links that people open on their own phones, with QR codes."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.access import Request
from accounts.qr_code import qr_code

HERE_ONLY = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Link:
    address: str
    qr: SafeString


def link_to(request: Request, name: str, *words: object) -> Link:
    address = whole_address(request, reverse(name, args=words))
    return Link(address, qr_code(address))


def whole_address(request: Request, path: str) -> str:
    """The absolute URL of ``path``: with the request's host if it is one of ours, else with ``ADDRESS``.

    Anybody can send any Host header. And "localhost" is no use to a phone.
    """
    came_by = urlsplit(request.build_absolute_uri("/"))
    if is_ours(came_by.hostname or "", request.META["SERVER_NAME"]) and not (
        settings.ADDRESS and came_by.hostname in HERE_ONLY
    ):
        return f"{came_by.scheme}://{came_by.netloc}{path}"
    return f"{settings.ADDRESS or _own_address(request)}{path}"


def is_ours(host: str, server: str) -> bool:
    """Whether the operator named this host, or the ``server`` was reached at it."""
    named = [name for name in settings.ALLOWED_HOSTS if name != "*"]
    return host in HERE_ONLY or host == server or validate_host(host, named)


def _own_address(request: Request) -> str:
    """The URL at which the server was reached. It ignores the Host header."""
    host, port = request.META["SERVER_NAME"], request.META["SERVER_PORT"]
    return f"{request.scheme}://[{host}]:{port}" if ":" in host else f"{request.scheme}://{host}:{port}"
