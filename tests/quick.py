"""Which tests ``./uptown test --fast`` runs, and which ones run on PostgreSQL, too.

**Fast.** Tests marked slow are left out, and so are tests that count queries, which build a small event and
a large one. The rules run whole. Elsewhere, of each parametrized test the first case runs, and of a file
that uses the database the first few tests: they say what the file is about.

**On PostgreSQL.** A command or query sends nearly the same statements in each test. So of the tests that
call it, directly or through helpers in ``tests``, the first two run on both databases. Tests of people who
act at the same moment always do. With ``--long``, all tests do.
"""

import inspect
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

TESTS = Path(__file__).resolve().parent
# Tests of each file in these folders; in other folders, all of them.
OF_A_FILE = {"pages": 2, "scoring": 3, "seasons": 2, "tournament": 3}
OF_A_COMMAND = 2
ASKS_A_DATABASE = re.compile(r"(scoring|seasons|tournament)\.(?!models\b|errors\b)")
COUNTING = re.compile(r"_quer(y|ies)|_asks_as_much|_for_a_dozen|_statements")


def chosen(items: list[pytest.Item], of_a_file: Mapping[str, int]) -> list[pytest.Item]:
    """The tests of the fast lane. ``of_a_file`` limits the tests of each file, by folder."""
    cases, files, taken = Counter(), Counter(), []
    for item in items:
        name = item.nodeid.partition("[")[0]
        room = item.path.relative_to(TESTS).parts[0]
        if (cases[name] and room != "rules") or COUNTING.search(name):
            continue
        if "slow" not in item.keywords:
            if files[item.path] >= of_a_file.get(room, len(items)):
                continue
            files[item.path] += 1
        cases[name] += 1
        taken.append(item)
    return taken


def asked_of_both(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """The tests that run on both databases."""
    asked = Counter()
    for item in items:
        marker = item.get_closest_marker("django_db")
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        calls = called_by([item.obj, *map(item.obj.__globals__.get, item.fixturenames), *parameters])
        if any(asked[call] < OF_A_COMMAND for call in calls) or (marker and marker.kwargs.get("transaction")):
            asked.update(calls)
            yield item


def called_by(roots: list[object]) -> set[str]:
    """The dotted names of all commands and queries that these functions reach through test helpers."""
    found, seen, waiting = set(), set(), [*functions(roots)]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if ASKS_A_DATABASE.match(one.__module__):
            found.add(f"{one.__module__}.{one.__name__}")
        else:
            waiting += named_in(one)
    return found


@cache
def named_in(function: FunctionType) -> list[FunctionType]:
    """The functions that a function's code names, directly or as attributes of a module."""
    names = set(names_of(function.__code__))
    values = [function.__globals__.get(name) for name in names]
    modules = [value for value in values if isinstance(value, ModuleType)]
    return functions([*values, *(getattr(module, name, None) for module in modules for name in names)])


def functions(values: Iterable[object]) -> list[FunctionType]:
    """The functions among these values that belong to tests, or to commands, queries and tasks."""
    bare = (inspect.unwrap(value) for value in values if callable(value))
    return [
        each
        for each in bare
        if inspect.isfunction(each)
        and (each.__module__.startswith("tests.") or ASKS_A_DATABASE.match(each.__module__))
    ]


def names_of(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from names_of(const)
