"""Refusals: every code has one sentence, every sentence is used, and gets the values that it names."""

import ast
from collections import defaultdict
from pathlib import Path
from string import Formatter

import pytest

from tests.house.reading import DOMAIN, MODULES, refusals_of, subjects_below, tree
from tournament.errors import SENTENCES, Refused

pytestmark = pytest.mark.embedded

FILES = [path for path in MODULES if path.parts[0] in {*DOMAIN, "accounts", "pages"}]
NO_VALUES = {"field", "lines"}
OF_THE_ENTRY = {"action", "at", "by", "concerns", "event", "is_for_nobody", "what", "why"}
"""What the log's own entry of a refusal is called with: no value may have such a name."""


def named(code):
    return {name for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name}


def codes_of(node):
    """The possible values of a refusal's code, its first argument."""
    if isinstance(node, ast.IfExp):
        return [*codes_of(node.body), *codes_of(node.orelse)]
    assert isinstance(node, ast.Constant), ast.unparse(node)
    return [node.value]


def refusals():
    """Every refusal in the code as (path, line, codes, names of its values)."""
    for path in FILES:
        for call in ast.walk(tree(path)):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in ("Refused", "SlipRefused"):
                given = {keyword.arg for keyword in call.keywords} - NO_VALUES
                yield path, call.lineno, codes_of(call.args[0]), given


def subject(path):
    return path.parent if path.parts[0] in DOMAIN else Path(path.parts[0])


def test_every_code_has_a_sentence_and_no_sentence_is_left_over():
    assert {code for _, _, codes, _ in refusals() for code in codes} == set(SENTENCES)


def test_a_sentence_is_in_the_first_subject_that_raises_it():
    raised = defaultdict(set)
    for path, _, codes, _ in refusals():
        for code in codes:
            raised[code].add(subject(path))

    assert {code: found for code, found in refusals_of().items() if found != first(raised[code])} == {}


def first(subjects):
    """The one that all others import. Pages and accounts import every subject."""
    known = {one for one in subjects if one.parts[0] in DOMAIN} or subjects
    return [one for one in known if all(one in subjects_below(other) for other in known - {one})]


def test_every_refusal_gives_the_values_that_its_sentence_names():
    given = [(where, code, values) for *where, codes, values in refusals() for code in codes]

    assert given == [(where, code, named(code)) for where, code, _ in given]
    assert not {name for code in SENTENCES for name in named(code)} & OF_THE_ENTRY


def test_no_two_codes_have_the_same_sentence():
    assert len(set(SENTENCES.values())) == len(SENTENCES)


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (Refused("device.signed-out"), "That device is signed out already. Here is the list now."),
        (Refused("donation.giver", player="Al", team="Aces"), "Al isn’t in Aces. Choose who gave."),
        (Refused("move.taken", table=4, free=[5, 6]), "Table 4 is taken. Free now: 5 and 6."),
        (Refused("move.taken", table=4, free=[]), "Table 4 is taken. No table is free just now."),
    ],
)  # fmt: skip
def test_a_refusal_says_its_sentence(refused, sentence):
    assert str(refused) == sentence
