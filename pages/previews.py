"""Template tags for link previews in chats: a page's title, description and picture."""

from typing import Any

from django.template import Library
from django.templatetags.static import static
from django.urls import reverse
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
    about = _line(content)
    tags = '<meta name="description" content="{}">\n    <meta property="og:description" content="{}">'
    return format_html(tags, about, about)


@register.simple_tag(takes_context=True)
def page_picture(context: dict[str, Any]) -> SafeString:
    """The event's picture, or the project's, at an absolute URL; empty on a page without a request."""
    if "request" not in context:
        return SafeString()
    slug = getattr(context.get("event"), "slug", "")
    picture = reverse("api:card", args=[slug]) if slug else static(PICTURE)
    address = whole_address(context["request"], picture)
    size = "summary_large_image" if slug else "summary"
    tags = '<meta property="og:image" content="{}">\n    <meta name="twitter:card" content="{}">'
    return format_html(tags, address, size)


def _line(content: str) -> SafeString:
    """Rendered text in one line. The template escaped it; quotes are escaped here, for an attribute."""
    return mark_safe(" ".join(content.split()).replace('"', "&quot;"))  # noqa: S308
