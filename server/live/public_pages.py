"""Which public page a request asks for, however its address, query and host name are written."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.http import Http404
from django.urls import resolve, reverse

from accounts.access import Cached
from pages.links import HERE_ONLY, is_ours

# Stands for all host names that are not ours: the page makes no links for them, so it is always the same.
SOMEWHERE = b"elsewhere.invalid"
MOST_PARAMETERS = 50

Scope = Mapping[str, Any]


class Address(NamedTuple):
    """A public page of an event, with the parameters that its view reads, in normal form.

    It ``is_main`` if it is quick to render and needs nothing but the event, such as the standings: there are
    few of these. It ``is_searched`` if a parameter holds words that somebody typed.
    """

    slug: str
    path: str
    query: str
    is_main: bool
    is_searched: bool
    rotates_every: int


class Page(NamedTuple):
    """A public page under one of the server's names, which its links and QR codes use."""

    address: Address
    is_main: bool
    scheme: str
    headers: tuple[tuple[bytes, bytes], ...]
    server: tuple[str, int] | None = None

    @property
    def slug(self) -> str:
        return self.address.slug


def page_of(scope: Scope) -> Page | None:
    """The page that a request asks for, if it may be cached (``access.cached``)."""
    return _page(scope, address_at(scope["path"], scope["query_string"].decode("latin-1")))


def shown_page(scope: Scope, address: str) -> Page | None:
    """The page that a screen shows, if the stream can send it: not one with typed words."""
    path, _, query = address.partition("?")
    found = address_at(path, query)
    return None if found is None or found.is_searched else _page(scope, found)


@lru_cache(maxsize=4000)
def address_at(path: str, query: str) -> Address | None:
    """The public page at a path, with those parameters of the query that its view reads."""
    try:
        found = resolve(path)
    except Http404:
        return None
    cached: Cached | None = getattr(found.func, "cached", None)
    if cached is None:
        return None
    words = cached.words(_parameters(query))
    return Address(
        slug=found.kwargs["slug"],
        path=reverse(found.view_name, kwargs=found.kwargs),
        query=urlencode(words),
        is_main=len(found.kwargs) == 1 and not words and not cached.is_large,
        is_searched=not cached.typed.isdisjoint(words),
        rotates_every=cached.rotates_every,
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
    headers: tuple[tuple[bytes, bytes], ...] = ((b"host", host),)
    if settings.SECURE_PROXY_SSL_HEADER and (b"x-forwarded-proto", b"https") in scope["headers"]:
        headers += ((b"x-forwarded-proto", b"https"),)
    return Page(address, address.is_main and is_usual, scope["scheme"], headers, scope.get("server"))


def _host(scope: Scope) -> tuple[bytes, bool]:
    """The host name for the links on the page, and whether it is one of a few usual ones."""
    named = [value for name, value in scope["headers"] if name == b"host"]
    server, port = scope.get("server") or ("", None)
    if len(named) != 1:
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
    usual_ports = {None, port, urlsplit(settings.ADDRESS).port}
    is_exact = name == server or name in HERE_ONLY or name in settings.ALLOWED_HOSTS
    return canonical.encode(), is_exact and asked_port in usual_ports
