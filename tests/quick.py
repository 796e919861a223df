"""What ``./uptown test --fast`` leaves to the whole suite, beside what is marked slow.

Of each test it takes the first of its cases only, of the rules' the first three; of each file about pages the
first tests, which say what the page is for; and nothing that counts queries, which takes a small event and a
large one.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
OF_THE_RULES, OF_A_PAGE = 3, 3
COUNTING = re.compile(r"_quer(y|ies)|_asks_as_much|_for_a_dozen")


def chosen(items: list[pytest.Item], of_a_page: int | None) -> list[pytest.Item]:
    """The tests that tell most in a minute; of a file about pages ``of_a_page``, or all of them."""
    cases, pages, taken = Counter(), Counter(), []
    for item in items:
        name = item.nodeid.partition("[")[0]
        room = item.path.relative_to(TESTS).parts[0]
        if cases[name] >= (OF_THE_RULES if room == "rules" else 1) or COUNTING.search(name):
            continue
        is_page = room == "pages" and "slow" not in item.keywords
        if is_page and of_a_page is not None and pages[item.path] >= of_a_page:
            continue
        pages[item.path] += is_page
        cases[name] += 1
        taken.append(item)
    return taken
