"""The docs name only what exists: files, links, and the buttons and headings of pages."""

import json
import re
from pathlib import Path

import pytest

from tests.house.pictures import DOCS, LINK, is_shown, pictures_in_docs
from tests.house.reading import ROOMS, ROOT
from tests.pictures import WORDS

# These docs, for people who run or play an event, name pages and buttons in italics.
FOR_PEOPLE = [
    "README",
    *(f"docs/{name}" for name in ("organizer", "desk", "money", "referee", "player", "club")),
]
TOP = {*ROOMS, "deploy", "docs", "static", "templates", "tests"}
NAMED = re.compile(r"`([\w.-]+(?:/[\w.-]+)+)/?`")
A_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
ITALICS = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")


@pytest.mark.parametrize("path", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_file_and_each_heading_that_is_named_or_linked_is_there(path: Path):
    text = path.read_text()
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    named = {ROOT / name for name in NAMED.findall(prose) if name.split("/")[0] in TOP}
    linked = {linked_from(path, link or image)[0] for link, image in LINK.findall(prose)}
    headings = {(link, *linked_from(path, link)) for link, _ in LINK.findall(text)}

    assert [str(each) for each in sorted(named | linked) if not each.exists()] == []
    assert [link for link, file, anchor in headings if anchor and anchor not in anchors(file)] == []


def linked_from(path: Path, link: str) -> tuple[Path, str]:
    """The file that a link in a doc leads to, and the heading there."""
    file, _, anchor = link.partition("#")
    return path.parent / file if file else path, anchor


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_claim_of_the_security_page_names_a_test_that_is_there():
    named = A_TEST.findall((ROOT / "docs/security.md").read_text())

    missing = [f"{path}::{name}" for path, name in named if f"def {name}(" not in (ROOT / path).read_text()]

    assert len(named) > 30
    assert missing == []


@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_each_button_and_page_is_called_so(name: str):
    text = (ROOT / f"{name}.md").read_text()

    unknown = {sentence for sentence in ITALICS.findall(text) if not is_shown(sentence)}

    assert unknown == set()


PICTURES = ROOT / "docs" / "pictures"


def test_each_picture_is_in_a_doc_and_each_doc_has_its_pictures():
    """``./uptown pictures`` takes a missing picture."""
    assert {each.stem for each in PICTURES.glob("*.png")} == pictures_in_docs()


def test_each_picture_shows_the_words_of_today():
    """A picture that shows a renamed button or heading is outdated: ``./uptown pictures`` takes it again."""
    seen: dict[str, list[str]] = json.loads((PICTURES / WORDS).read_text())

    old = {name: gone for name in seen if (gone := [each for each in seen[name] if not is_shown(each)])}

    assert seen.keys() == pictures_in_docs()
    assert old == {}
