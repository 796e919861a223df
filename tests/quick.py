"""What ``./uptown test --fast`` leaves to the whole suite, beside what is marked slow.

Of each test it takes the first of its cases only, of the rules' the first three; and nothing that counts
queries, which takes a small event and a large one.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
OF_THE_RULES = 3
COUNTING = re.compile(r"_quer(y|ies)|_asks_as_much|_for_a_dozen")


def chosen(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests that tell most in a minute."""
    cases, taken = Counter(), []
    for item in items:
        name = item.nodeid.partition("[")[0]
        is_a_rule = item.path.relative_to(TESTS).parts[0] == "rules"
        if cases[name] >= (OF_THE_RULES if is_a_rule else 1) or COUNTING.search(name):
            continue
        cases[name] += 1
        taken.append(item)
    return taken
