"""The rulebook in ``docs/rulebook``: numbered without gaps, and everything that is cited is there."""

import re
from itertools import groupby, pairwise
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
ROOMS = ("rules", "tournament", "scoring", "pages")


def paragraphs():
    """The numbers of all paragraphs, in the order they stand in."""
    return [
        number
        for file in sorted((HOUSE / "docs" / "rulebook").glob("*.md"))
        for number in re.findall(r"^\*\*([A-Z]+-\d+)\.", file.read_text(), re.MULTILINE)
    ]


def test_no_paragraph_is_missing_or_there_twice():
    chapters = [
        [int(number.split("-")[1]) for number in chapter]
        for letters, chapter in groupby(paragraphs(), key=lambda number: number.split("-")[0])
        if letters != "A"
    ]

    assert len(chapters) == 9
    for chapter in chapters:
        # Within the event's chapter a new subject begins at the next ten and one: E-41, E-51.
        assert chapter[0] == 1
        gaps = [(one, two) for one, two in pairwise(chapter) if two != one + 1]
        assert all(two > one and two % 10 == 1 for one, two in gaps)


def test_every_paragraph_that_the_code_cites_is_in_the_rulebook():
    cited = {
        number
        for room in ROOMS
        for file in (HOUSE / room).rglob("*.py")
        for citation in re.findall(r"Rulebook ([A-Z]+-\d+(?:(?:, | and | to )[A-Z]+-\d+)*)", file.read_text())
        for number in re.findall(r"[A-Z]+-\d+", citation)
    }

    assert cited
    assert cited <= set(paragraphs())


def test_the_rulebook_names_every_chapter():
    contents = (HOUSE / "docs" / "rulebook" / "README.md").read_text()

    for file in (HOUSE / "docs" / "rulebook").glob("*.md"):
        assert file.name == "README.md" or f"]({file.name})" in contents
