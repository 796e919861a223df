"""What a phone scans."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe


@lru_cache(maxsize=1000)
def qr_code(words: str) -> SafeString:
    """What a phone scans, as an SVG. Kept, as a crew's page shows the same ones again after every action."""
    code = segno.make(words, error="m", micro=False)
    picture = code.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None)
    return mark_safe(picture)  # Drawn by segno; the words are only its pattern.
