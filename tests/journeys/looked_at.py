"""A record of the pages checked in this run: a page that shows nothing new need not be checked again.

A page is split into its elements, each with its path from the body, because what axe says of an element, and
its look, depend on what is around it. They don't depend on the event's name, on keys and tokens, or on which
digit is shown. An element counts as known only under the same style sheets and scripts.
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

from tests.conftest import ROOT, SHARED

STYLES = ROOT / "static" / "css"

# Attributes that name a thing or link elsewhere. Their values don't matter.
NAMES = {"id", "href", "action", "name", "value", "src", "datetime", "d"}
# Attributes that refer to an element of the same page. Only whether it exists matters.
POINTING = {"for", "list", "form", "aria-labelledby", "aria-describedby", "aria-controls"}
# Attributes that are read, by eye or by a screen reader.
SAID = {"alt", "aria-label", "content", "placeholder", "title", "value"}
# The only values of data-* that a style sheet selects by.
STYLED = set(re.findall(r"\[(data-[\w-]+)=", "".join(path.read_text() for path in STYLES.glob("*.css"))))
KNOWN: set[bytes] = set()


def is_new(parts: set[str]) -> bool:
    """Whether any of these parts is new to all processes of the run. Marks them as known."""
    unknown = {sha256(part.encode()).digest() for part in parts} - KNOWN
    KNOWN.update(unknown)
    with closing(sqlite3.connect(Path(os.environ[SHARED]) / "looked-at", timeout=60)) as book, book:
        book.execute("PRAGMA synchronous = OFF")
        book.execute("CREATE TABLE IF NOT EXISTS part (hash BLOB PRIMARY KEY)")
        before = book.total_changes
        book.executemany("INSERT OR IGNORE INTO part VALUES (?)", [(part,) for part in unknown])
        return book.total_changes > before


def worded(page: str, *own: str) -> set[str]:
    """The elements of a page with all their words; ``own`` are the names that only its event has."""
    return {f"{way}: {_words(element)}" for way, element in _elements(page, own)}


def shaped(page: str, *own: str) -> set[str]:
    """The elements of a page with where there are words, but not which.

    They include the order of an element's children, repeated elements, and the order of headings, because axe
    checks these, too.
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
    """Each element of the page with its path from the body."""
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
    """An element's tag, its attributes, and whether it has text."""
    summary = [str(element.tag)]
    for key, value in sorted(element.attrib.items()):
        if key in POINTING:
            summary.append(f"{key} {all(one in ids for one in value.split())}")
        elif key in NAMES or key.startswith("hx-") or (key.startswith("data-") and key not in STYLED):
            summary.append(key)
        elif key in SAID:
            summary.append(f"{key} {bool(value)}")
        else:
            summary.append(f"{key}={_digits(value)}")
    return " ".join([*summary, *(["says"] if (element.text or "").strip() else [])])


def _words(element: html.HtmlElement) -> str:
    """An element's own words; all of its text if its children have no children."""
    is_row = not any(len(child) for child in element)
    text = element.text_content() if is_row else " ".join(element.xpath("text()"))
    shown = [] if element.get("type") == "hidden" else [element.get(key, "") for key in sorted(SAID)]
    return _digits(" ".join([text, *shown]))


def _digits(text: str) -> str:
    return re.sub(r"\d", "0", " ".join(text.split()))
