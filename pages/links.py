"""Links that people open on their own phones, and the QR codes that lead there."""

from dataclasses import dataclass

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from pages.access import Request


@dataclass(frozen=True)
class Link:
    """A whole address, and the same as a QR code (an SVG)."""

    address: str
    qr: SafeString


def link_to(request: Request, name: str, *words: object) -> Link:
    """The link to a page, by the address this browser came by."""
    address = request.build_absolute_uri(reverse(name, args=words))
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None)
    return Link(address, mark_safe(drawn))  # Drawn by segno; the address is only its pattern.
