"""Prose uses standard words: ``words.toml`` lists the forbidden ones, and what to write instead."""

import os

from tests.house.reading import ROOT
from tests.house.words import report


def test_no_prose_uses_a_word_of_the_list():
    found = report([ROOT])

    assert not found, f"{len(found)} words of tests/house/words.toml:\n" + "\n".join(
        os.path.relpath(each, ROOT) for each in found
    )
