"""Prose says things in standard words: ``words.toml`` lists the others, and what to write instead."""

import os

import pytest

from tests.house.prose import of_markdown, of_python, of_script, of_style, of_template
from tests.house.reading import HOUSE
from tests.house.words import found_in, report

PYTHON = '''
"""Ask whoever has it.

Is in ``whoever``, of
its own.
"""
whoever = "whoever"  # Whoever comes first.
print(f"All {whoever if whoever else 'anybody'} of its own", "so", "many")
'''


def test_no_prose_uses_a_word_of_the_list():
    found = report([HOUSE])

    assert not found, f"{len(found)} words of tests/house/words.toml:\n" + "\n".join(
        os.path.relpath(each, HOUSE) for each in found
    )


def test_comments_docstrings_and_sentences_are_read_and_names_are_not():
    found = [(line, word) for line, word, _ in found_in(of_python(PYTHON))]

    assert found == [(2, "whoever"), (4, "of its own"), (7, "Whoever"), (8, "of its own")]


@pytest.mark.parametrize(
    ("of", "source", "words"),
    [
        (
            of_template,
            '<p class="anew b" title="Told anew">{% if anew == "a b" %}Anew{# anew #}',
            ["anew"] * 3,
        ),
        (
            of_script,
            "const anew = 'anew'; // anew\nsay(`Done all ${anew} anew`, 'anew-b');",
            ["anew", "anew"],
        ),
        (of_style, ".anew { color: red } /* anew */", ["anew"]),
        (of_markdown, "Anew `anew` [anew](anew.md)\n\n```sh\nanew\n```\n", ["anew", "anew"]),
    ],
    ids=["a template", "a script", "a style sheet", "a page of docs"],
)
def test_what_people_read_in_other_files(of, source, words):
    assert [word.lower() for _, word, _ in found_in(of(source))] == words


def test_a_word_is_right_in_another_meaning():
    said = "The standings. Stand up: a level of a bid, the house rules, and dance halls. The teams are level."

    assert [word for _, word, _ in found_in(said)] == ["level"]
