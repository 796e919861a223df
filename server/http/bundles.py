"""What a page links: one sheet and one script, put together from the sources in ``static/``.

A finder of Django's staticfiles: they are collected, hashed and compressed as if they lay there.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

# What is in a later sheet wins where two parts style one element.
SHEETS = (
    "base", "parts", "standings", "tables", "bracket", "game", "games", "entry", "now", "day", "floor",
    "event", "hall", "paper", "screen", "rulings", "trick", "slip", "desk", "door", "simulation",
)  # fmt: skip
# Later ones lean on earlier ones.
SCRIPTS = (
    "memory", "swaps", "aloud", "stream", "clocks", "live", "outbox", "sending", "waiting", "forms",
    "entries", "twice", "keep", "sounds", "drafts", "own", "finder", "share", "fit", "typing",
)  # fmt: skip
HTMX = "django_htmx/htmx-2.min.js"


class BundleFinder(finders.BaseFinder):
    """Offers the bundles, as their sources are whenever it is asked."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self.bundles = {"css/uptown.css": _sheet, "js/uptown.js": _script}
        self.storage = FileSystemStorage(location=settings.BUNDLES)

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """The bundle of that name, written down; an empty list if there is none."""
        if path not in self.bundles:
            return []
        found = str(self._written(path))
        return [found] if find_all else found

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        for path in self.bundles:
            self._written(path)
            yield path, self.storage

    def _written(self, path: str) -> Path:
        file, text = Path(self.storage.path(path)), self.bundles[path]()
        if not file.exists() or file.read_text() != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            unfinished = file.with_suffix(f".{os.getpid()}")
            unfinished.write_text(text)
            unfinished.replace(file)
        return file


def _sheet() -> str:
    # Where rules are nested, rcssmin takes ".card :is(p)" for ".card:is(p)".
    whole = re.sub(
        r"(?<=[\w)\]]) :(?=is|where|not|has)", " *:", "\n".join(_source(f"css/{name}.css") for name in SHEETS)
    )
    return str(rcssmin.cssmin(whole))


def _script() -> str:
    ours = rjsmin.jsmin("\n".join(_source(f"js/{name}.js") for name in SCRIPTS))
    return f'"use strict";\n{_source(HTMX)}\n{ours}\n'


def _source(path: str) -> str:
    found = finders.find(path)
    if found is None:
        raise FileNotFoundError(f"There is no static file {path} to put into a bundle.")
    return Path(found).read_text()
