"""What a chat shows of a link: a page's title, its description and a picture, for templates."""

from typing import Any

from django.template import Library
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from pages.links import whole_address

PICTURE = "img/uptown-512.png"

register = Library()


@register.simple_block_tag
def page_title(content: str) -> SafeString:
    title = _line(content)
    return format_html('<title>{}</title>\n    <meta property="og:title" content="{}">', title, title)


@register.simple_block_tag
def page_description(content: str) -> SafeString:
    """What the page is, in a sentence, for people who see only its link."""
    about = _line(content)
    tags = '<meta name="description" content="{}">\n    <meta property="og:description" content="{}">'
    return format_html(tags, about, about)


@register.simple_tag(takes_context=True)
def page_picture(context: dict[str, Any]) -> SafeString:
    """The project's own picture, at an address that works from anywhere; none on a page without a request."""
    if "request" not in context:
        return SafeString()
    address = whole_address(context["request"], static(PICTURE))
    return format_html('<meta property="og:image" content="{}">', address)


def _line(content: str) -> SafeString:
    """Rendered words in one line, escaped by their template; a quote in one of them ends no attribute."""
    return mark_safe(" ".join(content.split()).replace('"', "&quot;"))
