"""What was looked at before, in this run: a page that shows nothing new need not be looked at again.

A page is taken apart into its elements, each with its whole way from the body: what axe says of one, and
what it looks like, hangs on what is around it. How it looks does not hang on what its event is called, nor on
keys and tokens; and one digit is as wide as another. An element counts as known only under the same style
sheets and scripts.
"""

import os
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from itertools import groupby, pairwise
from pathlib import Path

from lxml import html

from tests.conftest import HOUSE, SHARED

STYLES = HOUSE / "static" / "css"

# What names a thing, or leads to one elsewhere: which one means nothing.
NAMES = {"id", "href", "action", "name", "value", "src", "datetime", "d"}
# What points to a thing on the same page: what matters is whether that is there.
POINTING = {"for", "list", "form", "aria-labelledby", "aria-describedby", "aria-controls"}
# What is read, by the eye or by a screen reader.
SAID = {"alt", "aria-label", "content", "placeholder", "title", "value"}
# The only values of data-* by which a style sheet tells things apart.
STYLED = set(re.findall(r"\[(data-[\w-]+)=", "".join(path.read_text() for path in STYLES.glob("*.css"))))
KNOWN: set[bytes] = set()


def is_new(parts: set[str]) -> bool:
    """Whether any of these was never shown to this function before, in any process of the run."""
    unknown = {sha256(part.encode()).digest() for part in parts} - KNOWN
    KNOWN.update(unknown)
    with closing(sqlite3.connect(Path(os.environ[SHARED]) / "looked-at", timeout=60)) as book, book:
        book.execute("PRAGMA synchronous = OFF")
        book.execute("CREATE TABLE IF NOT EXISTS part (hash BLOB PRIMARY KEY)")
        before = book.total_changes
        book.executemany("INSERT OR IGNORE INTO part VALUES (?)", [(part,) for part in unknown])
        return book.total_changes > before


def worded(page: str, *own: str) -> set[str]:
    """The elements of a page with every word of theirs; ``own`` is what only its event is called."""
    return {f"{way}: {_words(element)}" for way, element in _elements(page, own)}


def shaped(page: str, *own: str) -> set[str]:
    """The elements of a page without their words: where there are words, but not which.

    Also, where there are several, what follows what in one, and in which order the headings come: axe
    looks at these, too.
    """
    shape: Counter[str] = Counter()
    headings = []
    for way, element in _elements(page, own):
        inside = "".join(
            f"<{tag}>" for tag, _ in groupby(element.iterchildren(), key=lambda child: child.tag)
        )
        shape[f"{way} {inside}"] += 1
        if element.tag in {"h1", "h2", "h3", "h4", "h5", "h6"}:
            headings.append(element.tag)
    several = {f"several {way}" for way, count in shape.items() if count > 1}
    return {*shape, *several, *(f"{one} before {other}" for one, other in pairwise(headings))}


def _elements(page: str, own: tuple[str, ...]) -> Iterator[tuple[str, html.HtmlElement]]:
    """Each element of the page, behind its way from the body."""
    for name in own:
        page = page.replace(name, "own")
    root = html.document_fromstring(page)
    ids = {element.get("id") for element in root.body.iter() if element.get("id")}
    needs = sorted(
        element.get("href") or element.get("src") or ""
        for element in root.head.iter("link", "script")
        if element.get("rel") != "canonical"
    )
    waiting = [(" ".join(needs), root.body)]
    while waiting:
        before, element = waiting.pop()
        way = f"{before} / {_outside(element, ids)}"
        yield way, element
        waiting += [(way, child) for child in element.iterchildren(html.etree.Element)]


def _outside(element: html.HtmlElement, ids: set[str]) -> str:
    """An element as it looks from outside: its kind, its attributes, and whether it says something."""
    said = [str(element.tag)]
    for key, value in sorted(element.attrib.items()):
        if key in POINTING:
            said.append(f"{key} {all(one in ids for one in value.split())}")
        elif key in NAMES or key.startswith("hx-") or (key.startswith("data-") and key not in STYLED):
            said.append(key)
        elif key in SAID:
            said.append(f"{key} {bool(value)}")
        else:
            said.append(f"{key}={_digits(value)}")
    return " ".join([*said, *(["says"] if (element.text or "").strip() else [])])


def _words(element: html.HtmlElement) -> str:
    """What an element says itself; all of it, if there is nothing in it but words in a row."""
    is_row = not any(len(child) for child in element)
    said = element.text_content() if is_row else " ".join(element.xpath("text()"))
    shown = [] if element.get("type") == "hidden" else [element.get(key, "") for key in sorted(SAID)]
    return _digits(" ".join([said, *shown]))


def _digits(said: str) -> str:
    return re.sub(r"\d", "0", " ".join(said.split()))
