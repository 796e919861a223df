"""The style sheet that pages link: the files of ``static/css/``, joined in their order and minified.

A staticfiles finder, so that it is collected, hashed and compressed like any other static file.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rcssmin
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

# Where two sheets style one element, the later one wins: a page's rules come after its components'.
COMPONENTS = (
    "frame", "layout", "text", "cards", "teams", "chips", "buttons", "lists", "tabs", "notices", "qr",
    "forms", "preview", "outbox", "bars",
)  # fmt: skip
PAGES = (
    "score_sheet", "standings", "tables", "bracket", "game", "games", "entry", "now", "day", "floor", "event",
    "evenings", "hall", "movement", "paper", "screen", "rulings", "trick", "slip", "desk", "door",
    "simulation", "trust", "guide", "reference",
)  # fmt: skip
SHEETS = (
    "base",
    *(f"components/{name}" for name in COMPONENTS),
    *(f"pages/{name}" for name in PAGES),
)
SHEET = "css/uptown.css"


class BundleFinder(finders.BaseFinder):
    """Finds the joined style sheet, and writes it again if a source has changed."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=settings.BUNDLES)

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path != SHEET:
            return []
        found = str(self._written())
        return [found] if find_all else found

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        self._written()
        yield SHEET, self.storage

    def _written(self) -> Path:
        file, text = Path(self.storage.path(SHEET)), _sheet()
        if not file.exists() or file.read_text() != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            unfinished = file.with_suffix(f".{os.getpid()}")
            unfinished.write_text(text)
            unfinished.replace(file)
        return file


def _sheet() -> str:
    sources = "\n".join(_source(f"css/{name}.css") for name in SHEETS)
    # In nested rules, rcssmin would read ".card :is(p)" as ".card:is(p)".
    whole = re.sub(r"(?<=[\w)\]]) :(?=is|where|not|has)", " *:", sources)
    return str(rcssmin.cssmin(_with_plain_icons(whole)))


def _with_plain_icons(sheet: str) -> str:
    """Write each icon without alternative text first: Safari before iOS 17.4 knows only that."""
    return re.sub(r'content: ("[^"]*") / ""', r"content: \1; \g<0>", sheet)


def _source(path: str) -> str:
    found = finders.find(path)
    if found is None:
        raise FileNotFoundError(f"There is no style sheet {path} to join.")
    return Path(found).read_text()
