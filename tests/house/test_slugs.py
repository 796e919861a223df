"""No event has the address of another page: its slug is the first word of no URL that isn't an event's."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import URLResolver, get_resolver

from server.application import PROBES
from tournament.settings.commands_event import RESERVED_SLUGS


def paths(resolver: URLResolver, above: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        path = f"{above}{entry.pattern}"
        if isinstance(entry, URLResolver):
            yield from paths(entry, path)
        else:
            yield path


def test_the_first_word_of_every_other_url_is_reserved():
    addresses = [*paths(get_resolver()), settings.STATIC_URL, *PROBES]

    words = {address.lstrip("/").partition("/")[0] for address in addresses} - {"", "<slug:slug>"}

    # A slug has no dot, so files such as sw.js need no reservation.
    assert {word for word in words if "." not in word} == RESERVED_SLUGS
