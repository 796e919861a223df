"""The pictures that the docs show."""

import re
from functools import cache
from pathlib import Path

from tests.house.reading import MODULES, ROOT, TEMPLATES

DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").glob("*.md")])
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)|<img src=\"([^\"]+)\"")


def pictures_in_docs() -> set[str]:
    links = {file for path in DOCS for each in LINK.findall(path.read_text()) for file in each}
    return {Path(file).stem for file in links if "pictures/" in file}


def is_shown(words: str) -> bool:
    """Whether a template or module contains this text in one piece."""
    return words.replace("'", "’") in shown()


@cache
def shown() -> str:
    """The text of all templates and modules, in one line."""
    text = " ".join(" ".join((ROOT / path).read_text().split()) for path in [*TEMPLATES, *MODULES])
    return re.sub(r"\{[{%].*?[%}]\}", "{}", text).replace("'", "’")
