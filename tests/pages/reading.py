"""A page's words as a person reads them, and one of its elements, to compare a swap with a reload."""

import re
from html import unescape

import lxml.html
from django.http import HttpResponse

from tools.rehearsal.browser import read

SAID_TO_MACHINES = re.compile(r"<(script|style|svg|head)\b.*?</\1>", re.DOTALL)


def words(page: HttpResponse | str) -> str:
    """The visible words of a page, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", SAID_TO_MACHINES.sub(" ", _html(page)))).split())


def tags(page: HttpResponse | str) -> str:
    """A page's HTML in one line, so that line breaks inside a tag don't matter."""
    return " ".join(_html(page).split())


def part(page: HttpResponse | str, root: str) -> str:
    """The element with that id, without what differs in each response: tokens, keys, spaces."""
    found = lxml.html.tostring(read(_html(page)).one(id=root).node, encoding="unicode", with_tail=False)
    return tags(re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', r'name="\1"', found))


def _html(page: HttpResponse | str) -> str:
    return page if isinstance(page, str) else page.content.decode()
