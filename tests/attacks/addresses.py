"""Every URL of the project with an example, and values that nobody should submit."""

import re
from uuid import UUID

from django.urls import URLPattern, URLResolver, get_resolver

OURS = ("pages.", "config.", "server.")
SAMPLES = {
    "SlugConverter": "pride-south-bid-whist",
    "IntConverter": 1,
    "UUIDConverter": UUID(int=7),
    "Secret": "felt-and-gold",
    "UUIDStrConverter": UUID(int=7),
    "StringConverter": "felt-and-gold",
    "PathConverter": "no/such/call",
}


def views(resolver=None, prefix=""):
    """Every URL of the project, as (example address, view)."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from views(entry, prefix + _example(entry.pattern))
        elif isinstance(entry, URLPattern) and entry.callback.__module__.startswith(OURS):
            yield f"/{prefix}{_example(entry.pattern)}", entry.callback


def _example(pattern):
    route = str(pattern)
    for name, converter in pattern.converters.items():
        sample = SAMPLES[type(converter).__name__]
        route = re.sub(rf"<(\w+:)?{name}>", str(sample), route)
    return route


ALL = list(views())
# All of them, sorted by the name of the view.
POSTS = sorted({view.__name__ + address: address for address, view in ALL}.values())


def real(address, numbers):
    """The example URL with real ids; ``numbers`` has an id for each kind of row."""
    for part, of in (("/game/1/", "game"), ("/games/1/", "game"), ("/why/1/", "game"),
                     ("/table/1/", "table"),
                     ("/desk/leave/1/", "single"), ("/people/1/", "badge"),
                     ("/desk/1/", "team")):  # fmt: skip
        address = address.replace(part, part.replace("1", str(numbers[of])))
    return address.replace("/hand/00000000-0000-0000-0000-000000000007/", f"/hand/{numbers['hand']}/")


TRICKY = (
    "", " ", "0", "-1", "1", "3", "13", "14", "1e9", "99999999999999999999", "NaN", "NS", "EW", "5 no_trump",
    "4 uptown", "cash", "referee", "true", "None", "00000000-0000-0000-0000-000000000007", "25:99", "15:30",
    "2026-02-30", "0001-01-01T00:00Z", "America/Chicago", "Mars/Base", "now", "renege", "conduct", "out",
    "'; DROP TABLE", "<script>", "é" * 400, "\x00", "➀", "٣", "²",
    "9999-12-31",
)  # fmt: skip
