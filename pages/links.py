"""Links that people open on their own phones, and the QR codes that lead there."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from pages.access import Request

HERE_ONLY = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Link:
    """A whole address, and the same as a QR code (an SVG)."""

    address: str
    qr: SafeString


def link_to(request: Request, name: str, *words: object) -> Link:
    """The link to a page, by the address this browser came by.

    On the computer that serves, that would be an address of no use to a phone: then it is the hall's.
    """
    address = request.build_absolute_uri(reverse(name, args=words))
    parts = urlsplit(address)
    if settings.ADDRESS and parts.hostname in HERE_ONLY:
        address = f"{settings.ADDRESS}{parts.path}"
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None)
    return Link(address, mark_safe(drawn))  # Drawn by segno; the address is only its pattern.
