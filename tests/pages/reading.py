"""A page's words as a person reads them, and one of its elements, to compare a swap with a reload."""

import re
from html import unescape
from html.parser import HTMLParser

from django.http import HttpResponse

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SAID_TO_MACHINES = re.compile(r"<(script|style|svg|head)\b.*?</\1>", re.DOTALL)


def words(page: HttpResponse | str) -> str:
    """The visible words of a page, in one line."""
    html = page if isinstance(page, str) else page.content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", SAID_TO_MACHINES.sub(" ", html))).split())


def tags(page: HttpResponse | str) -> str:
    """A page's HTML in one line, so that line breaks inside a tag don't matter."""
    html = page if isinstance(page, str) else page.content.decode()
    return " ".join(html.split())


def part(page: HttpResponse | str, root: str) -> str:
    """The element with that id, without what differs in each response: tokens, keys, spaces."""
    html = page if isinstance(page, str) else page.content.decode()
    finder = _Finder(root, html)
    finder.feed(html)
    assert finder.found is not None, f"There is no #{root} on the page."
    found = re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', r'name="\1"', finder.found)
    return " ".join(found.split())


class _Finder(HTMLParser):
    def __init__(self, root: str, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root, self.html, self.found = root, html, None
        self.starts = [0]
        for line in html.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.depth, self.begin = 0, None

    def _place(self) -> int:
        line, column = self.getpos()
        return self.starts[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.begin is None:
            if dict(attrs).get("id") != self.root:
                return
            self.begin = self._place()
        if tag not in VOID and self.found is None:
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        if self.begin is None or self.found is not None or tag in VOID:
            return
        self.depth -= 1
        if self.depth == 0:
            end = self.html.index(">", self._place()) + 1
            self.found = self.html[self.begin : end]
