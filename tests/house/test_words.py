"""Prose uses standard words: ``words.toml`` lists the forbidden ones, and what to write instead."""

import os
import re

from tests.house.reading import ROOT
from tests.house.words import report

# The longest name of a test, in characters.
LONGEST = 70


def test_no_prose_uses_a_word_of_the_list():
    found = report([ROOT])

    assert not found, f"{len(found)} words of tests/house/words.toml:\n" + "\n".join(
        os.path.relpath(each, ROOT) for each in found
    )


def test_the_name_of_a_test_is_a_short_sentence():
    names = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"\bdef (test_\w+)", path.read_text())
    }

    assert [name for name in sorted(names) if len(name) > LONGEST] == []
