"""What was looked at before, in this run: a page that shows nothing new need not be looked at again.

A page is taken apart into its header, its main part and so on. How a part looks does not hang on what its
event is called, nor on keys and tokens; and one digit is as wide as another. A part counts as known only
under the same style sheets and scripts.
"""

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from lxml import html

from tests.conftest import SHARED

# What names a thing or points at it: which name that is means nothing, but whether two are the same does.
POINTING = {"aria-labelledby", "aria-describedby", "aria-controls"}
NAMING = {"id", "for", "href", "action", "name", "value", *POINTING}
NAMES = re.compile(r"[\w-]*\d[\w-]*|[\w-]{20,}")
# New in every answer.
TOKENS = re.compile(r'(name="(?:csrfmiddlewaretoken|key)" value=)"[^"]*"')
# What is read, by the eye or by a screen reader.
SAID = {"alt", "aria-label", "content", "placeholder", "title", "value"}


def is_new(parts: set[str]) -> bool:
    """Whether any of these was never shown to this function before, in whichever process of the run."""
    folder = Path(os.environ[SHARED]) / "looked-at"
    folder.mkdir(exist_ok=True)
    new = 0
    for part in parts:
        try:
            (folder / sha256(part.encode()).hexdigest()).touch(exist_ok=False)
        except FileExistsError:
            continue
        new += 1
    return new > 0


def worded(page: str, *own: str) -> set[str]:
    """The parts of a page with every word of theirs; ``own`` is what only its event is called."""
    return set(_parts(page, own))


def shaped(page: str, *own: str) -> set[str]:
    """The parts of a page, whatever they say: where there are words, but not which."""
    return {f"shape {_without_words(part)}" for part in _parts(page, own)}


def _parts(page: str, own: tuple[str, ...]) -> Iterator[str]:
    page = TOKENS.sub(r'\1""', page)
    for name in own:
        page = page.replace(name, "own")
    root = html.document_fromstring(page)
    title = root.head.find("title")
    title.getparent().remove(title)
    frame = html.tostring(root.head, encoding="unicode") + str(sorted(root.body.attrib.items()))
    for part in root.body:
        part.tail = None
        yield frame + _without_names(part)


def _without_names(part: html.HtmlElement) -> str:
    names: dict[str, str] = {}
    for element in part.iter(html.etree.Element):
        for key, value in element.attrib.items():
            if key in NAMING or key.startswith("hx-"):
                named = NAMES.sub(lambda name: names.setdefault(name[0], f"name-{len(names)}"), value)
                element.set(key, named)
            elif key == "datetime" or key.startswith("data-"):
                element.set(key, re.sub(r"\d", "0", value))
        element.text, element.tail = (
            re.sub(r"\d", "0", " ".join((text or "").split())) for text in (element.text, element.tail)
        )
    return html.tostring(part, encoding="unicode")


def _without_words(part: str) -> str:
    said = "|".join(SAID)
    part = re.sub(rf' ({said})="[^"]+"', r' \1="words"', part)
    return re.sub(r">[^<]+", ">words", part)
