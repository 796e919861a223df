"""What ``./uptown test --fast`` leaves to the whole suite, beside what is marked slow.

Of everything outside the rules it takes each test with the first of its cases only, and nothing that counts
queries, which takes a small hall and a large one.
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
COUNTING = re.compile(r"_quer(y|ies)|_asks_as_much|_for_a_dozen")


def chosen(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests that tell most in a minute."""
    seen, taken = set(), []
    for item in items:
        if item.path.relative_to(TESTS).parts[0] != "rules":
            name = item.nodeid.partition("[")[0]
            if name in seen or COUNTING.search(name):
                continue
            seen.add(name)
        taken.append(item)
    return taken
