"""The guides: the pages of ``docs`` for organizers, crew and players, with links into the event."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.forms.utils import flatatt
from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

DOCS = settings.BASE_DIR / "docs"
GUIDES = {
    "organizer": "Organizers",
    "desk": "The desk",
    "money": "The money desk",
    "referee": "Referees",
    "player": "Players",
    "club": "Your club",
}
"""The files in ``docs`` that have a page, with the text of a link to it."""

# The start of an event's URL, as the docs write it.
ADDRESS = "/<event>/"
PICTURES = "pictures/"


@dataclass(frozen=True)
class Guide:
    title: str
    html: SafeString


def guide(name: str, slug: str) -> Guide:
    """The guide with links to the pages of the event ``slug``. No query."""
    title, html = _rendered(name)
    here = html.replace(escape(ADDRESS), f"/{slug}/")
    return Guide(title, mark_safe(here))  # noqa: S308  The parser escapes what a doc contains.


@cache
def _rendered(name: str) -> tuple[str, str]:
    """Title and HTML of a guide, with ``ADDRESS`` for the event's URL."""
    tokens = _markdown().parse((DOCS / f"{name}.md").read_text())
    # The page has the title in its head.
    title = tokens[1].content
    del tokens[:3]
    for each in tokens:
        if each.children:
            each.children = _with_links(_unlinked(each.children))
    return title, _markdown().renderer.render(tokens, _markdown().options, {})


@cache
def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "typographer": True}).enable(["table", "smartquotes"])
    parser.add_render_rule("heading_open", _heading)
    parser.add_render_rule("code_inline", _address)
    parser.add_render_rule("image", _picture)
    return parser


def _unlinked(tokens: list[Token]) -> list[Token]:
    """Point links to the pages of other guides; reduce a link to any other file to its text."""
    leads_nowhere = False
    for token in tokens:
        if token.type == "link_open":
            file, hash_mark, anchor = str(token.attrs["href"]).partition("#")
            name = file.removesuffix(".md")
            leads_nowhere = bool(file) and name not in GUIDES
            if name in GUIDES:
                token.attrs["href"] = f"{ADDRESS}guide/{name}/{hash_mark}{anchor}"
        if token.type in {"link_open", "link_close"} and leads_nowhere:
            token.type = "text"
    return tokens


def _with_links(tokens: list[Token]) -> list[Token]:
    """Turn ``*Settings* (`/<event>/event/`)`` into a link with the text *Settings*."""
    made: list[Token] = []
    for token in tokens:
        is_address = token.type == "code_inline" and token.content.startswith(ADDRESS)
        if is_address and len(made) > 3 and made[-2].type == "em_close" and made[-1].content == " (":
            made.pop()
            begin = max(at for at, each in enumerate(made) if each.type == "em_open")
            made.insert(begin, Token("link_open", "a", 1, attrs={"href": token.content}))
            made.append(Token("link_close", "a", -1))
        elif token.type == "text" and made and made[-1].type == "link_close" and token.content[:1] == ")":
            made.append(Token("text", "", 0, content=token.content[1:]))
        else:
            made.append(token)
    return made


def _heading(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Mapping[str, Any]
) -> str:
    """A heading with the id that GitHub gives it, so that the same links lead to it."""
    text = re.sub(r"[^\w -]", "", tokens[index + 1].content.lower()).replace(" ", "-")
    return f'<{tokens[index].tag} id="{escape(text)}">'


def _address(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Mapping[str, Any]
) -> str:
    text = escape(tokens[index].content)
    code = f"<code>{text}</code>"
    return f'<a href="{text}">{code}</a>' if tokens[index].content.startswith(ADDRESS) else code


def _picture(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Mapping[str, Any]
) -> str:
    file = str(tokens[index].attrs["src"])
    width, height = _size(DOCS / file)
    address = static(PICTURES + file.removeprefix(PICTURES))
    seen = {"src": address, "alt": tokens[index].content, "width": width, "height": height, "loading": "lazy"}
    kind = {"class": "is-phone"} if height > width else {}
    return f"<img{flatatt(seen | kind)}>"


def _size(png: Path) -> tuple[int, int]:
    """The width and height in pixels, from the head of a PNG file."""
    with png.open("rb") as file:
        head = file.read(24)
    return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
