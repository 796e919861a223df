"""Links that people open on their own phones, with QR codes."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.access import Request
from accounts.qr_code import qr_code
from pages.network import best_address, own_addresses
from tournament.models import Event
from tournament.schedule.clock import ends_at

HERE_ONLY = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Link:
    address: str
    qr: SafeString

    @property
    def is_here_only(self) -> bool:
        """Whether it leads each device to itself, so that no phone can open it."""
        return leads_here_only(self.address)


def link_to(request: Request, name: str, *args: object) -> Link:
    return link_at(whole_address(request, reverse(name, args=args)))


def link_at(address: str) -> Link:
    return Link(address, qr_code(address))


def good_until(event: Event) -> datetime | None:
    """When the event's private links close; None if they never do. One query at most."""
    if settings.LINKS_LAST is None or event.is_practice:
        return None
    return ends_at(event) + settings.LINKS_LAST


def leads_here_only(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host in HERE_ONLY


def whole_address(request: Request, path: str) -> str:
    """The absolute URL of ``path``, with a host that phones can reach.

    That is the request's host if it is one of ours, else ``site_address``: anybody can send any Host header,
    and "localhost" is no use to a phone. Where an organizer chose an address, it replaces all others of this
    computer.
    """
    event = getattr(request, "event", None)
    came_by = urlsplit(request.build_absolute_uri("/"))
    host, site = came_by.hostname or "", site_address(event)
    if not is_ours(host, request.META["SERVER_NAME"]) or (site and host in HERE_ONLY):
        return f"{site or _own_address(request)}{path}"
    chosen = chosen_address(event)
    if chosen and host != chosen and any(host == own.address for own in own_addresses()):
        return f"{came_by.scheme}://{chosen}:{came_by.port or request.META['SERVER_PORT']}{path}"
    return f"{came_by.scheme}://{came_by.netloc}{path}"


def site_address(event: Event | None = None) -> str:
    """This server's URL for phones, without a request; empty if the operator has to name it (``ADDRESS``)."""
    if settings.ADDRESS or not settings.HALL:
        return str(settings.ADDRESS)
    return str(settings.HALL.format(phones_address(event)))


def room_address(request: Request) -> str:
    """The URL with this computer's own certificate, at the address by which the phone came."""
    host = urlsplit(request.build_absolute_uri("/")).hostname
    is_own = any(own.address == host for own in own_addresses())
    return str(settings.ROOM.format(host if is_own else best_address()))


def phones_address(event: Event | None) -> str:
    """The address of this computer that an organizer chose for phones, or the likeliest one."""
    return chosen_address(event) or best_address()


def chosen_address(event: Event | None) -> str:
    """The organizer's choice; empty without one, and where this computer doesn't have that address now."""
    chosen = event.phones_at if event and settings.HALL else None
    return chosen if chosen and any(own.address == chosen for own in own_addresses()) else ""


def is_ours(host: str, server: str) -> bool:
    """Whether the operator named this host, or the ``server`` was reached at it."""
    named = [name for name in settings.ALLOWED_HOSTS if name != "*"]
    return host in HERE_ONLY or host == server or validate_host(host, named)


def _own_address(request: Request) -> str:
    """The URL at which the server was reached. It ignores the Host header."""
    host, port = request.META["SERVER_NAME"], request.META["SERVER_PORT"]
    return f"{request.scheme}://[{host}]:{port}" if ":" in host else f"{request.scheme}://{host}:{port}"
