"""QR codes."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe


@lru_cache(maxsize=1000)
def qr_code(text: str) -> SafeString:
    """A QR code as an SVG. Cached, because a crew's page shows the same ones after every action."""
    code = segno.make(text, error="m", micro=False)
    picture = code.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None)
    return mark_safe(picture)  # noqa: S308  The text is only in the pattern that segno draws.
