"""Cache keys of public pages: the path, query and host name of a request in normal form."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.http import Http404
from django.urls import resolve, reverse

from accounts.access import Cached
from pages.links import HERE_ONLY, is_ours
from pages.network import OwnAddress, own_addresses

# Replaces all host names that are not ours. The page has no links to them, so one cached page is enough.
SOMEWHERE = b"elsewhere.invalid"
MOST_PARAMETERS = 50
LONGEST = 2_000
"""The most characters of a path, and of a query, that can be a public page's. Longer ones aren't cached."""

Scope = Mapping[str, Any]


class Address(NamedTuple):
    """A public page of an event, with the parameters that its view reads, in normal form."""

    slug: str
    path: str
    query: str
    is_main: bool
    """It is quick to render and depends on the event only, such as the standings. There are few main pages,
    so they have a separate render queue that no flood of other pages can fill.
    """
    is_searched: bool
    """A parameter has words that somebody typed."""
    rotates_every: int
    by_team: bool
    """See ``accounts.access.Cached``."""


class Page(NamedTuple):
    """A public page for one of the server's host names, which is in its links and QR codes: a cache key."""

    address: Address
    is_main: bool
    scheme: str
    headers: tuple[tuple[bytes, bytes], ...]
    server: tuple[str, int] | None = None
    own: tuple[OwnAddress, ...] = ()
    """This computer's addresses, if the server listens on all of them."""

    @property
    def slug(self) -> str:
        return self.address.slug


def page_of(scope: Scope) -> Page | None:
    """The requested page; None if its view isn't ``access.cached``."""
    return _page(scope, _address_at(scope["path"], scope["query_string"].decode("latin-1")))


def shown_page(scope: Scope, address: str) -> Page | None:
    """The page that a screen shows; None if the stream can't send it, as with typed words."""
    path, _, query = address.partition("?")
    found = _address_at(path, query)
    return None if found is None or found.is_searched else _page(scope, found)


def _address_at(path: str, query: str) -> Address | None:
    """The public page at a path; None without one. Parameters that its view doesn't read are dropped."""
    return _resolved(path, query if len(query) <= LONGEST else "") if len(path) <= LONGEST else None


@lru_cache(maxsize=4000)
def _resolved(path: str, query: str) -> Address | None:
    try:
        found = resolve(path)
    except Http404:
        return None
    cached: Cached | None = getattr(found.func, "cached", None)
    if cached is None:
        return None
    parameters = cached.parameters(_parameters(query))
    if parameters is None:
        return None
    return Address(
        slug=found.kwargs["slug"],
        path=reverse(found.view_name, kwargs=found.kwargs),
        query=urlencode(parameters),
        is_main=len(found.kwargs) == 1 and not parameters and not cached.is_large,
        is_searched=not cached.typed.isdisjoint(parameters),
        rotates_every=cached.rotates_every,
        by_team=cached.by_team,
    )


def _parameters(query: str) -> dict[str, str]:
    try:
        return dict(parse_qsl(query, max_num_fields=MOST_PARAMETERS))
    except ValueError:
        return {}


def _page(scope: Scope, address: Address | None) -> Page | None:
    if address is None:
        return None
    host, is_usual = _host(scope)
    own = own_addresses() if settings.HALL else ()
    headers: tuple[tuple[bytes, bytes], ...] = ((b"host", host),)
    if settings.SECURE_PROXY_SSL_HEADER and (b"x-forwarded-proto", b"https") in scope["headers"]:
        headers += ((b"x-forwarded-proto", b"https"),)
    return Page(address, address.is_main and is_usual, scope["scheme"], headers, scope.get("server"), own)


def _host(scope: Scope) -> tuple[bytes, bool]:
    """The host name for the links on the page, and whether it is one of the few that phones really use."""
    named = [value for name, value in scope["headers"] if name == b"host"]
    server, port = scope.get("server") or ("", None)
    if len(named) != 1 or len(named[0]) > LONGEST:
        return SOMEWHERE, True
    return _known_host(named[0], server, port)


@lru_cache(maxsize=1000)
def _known_host(host: bytes, server: str, port: int | None) -> tuple[bytes, bool]:
    try:
        parts = urlsplit(f"//{host.decode('ascii').lower()}")
        name, asked_port = parts.hostname or "", parts.port
    except ValueError:
        return SOMEWHERE, True
    canonical = (f"[{name}]" if ":" in name else name) + ("" if asked_port is None else f":{asked_port}")
    if canonical != parts.netloc or not is_ours(name, server):
        return SOMEWHERE, True
    usual_ports = {None, port, urlsplit(settings.ADDRESS or settings.HALL).port}
    is_exact = name == server or name in HERE_ONLY or name in settings.ALLOWED_HOSTS
    return canonical.encode(), is_exact and asked_port in usual_ports
