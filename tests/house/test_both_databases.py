"""Every command that a test calls is asked of both databases: one of its tests has the mark ``both``."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import BOTH
from tests.house.reach import Code, Definition, Function
from tests.house.reading import MODULES, ROOT, is_command, name_of, tree

TESTS = sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py"))
# Their tests play whole days, or ask what no database answers otherwise than the other.
ON_ONE = {"let_meet", "log_sign_in", "wake_demo"}


def test_each_command_is_asked_of_both_databases():
    called = commands_called_by([*found_in(TESTS)])
    asked = commands_called_by([(path, test) for path, test in found_in(TESTS) if is_marked(path, test)])

    assert {str(each) for each in called - asked if each.name not in ON_ONE} == set()


def found_in(paths: list[Path]) -> Iterator[tuple[Path, ast.FunctionDef]]:
    for path in paths:
        if path.parts[1] in BOTH:
            for node in tree(path).body:
                if isinstance(node, Function) and node.name.startswith("test_"):
                    yield path, node


def is_marked(path: Path, test: ast.FunctionDef) -> bool:
    """Whether it runs on both databases: by its mark, or because its transactions are real ones."""
    own = [ast.unparse(mark) for mark in test.decorator_list]
    of_file = [ast.unparse(node.value) for node in tree(path).body if is_pytestmark(node)]
    marks = " ".join([*own, *of_file])
    return ("mark.both" in marks or "transaction=True" in marks) and "mark.embedded" not in marks


def is_pytestmark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"


def commands_called_by(tests: list[tuple[Path, ast.FunctionDef]]) -> set[Definition]:
    """The commands that these tests name, themselves or through their fixtures and helpers."""
    code = Code({name_of(path): tree(path) for path in TESTS})
    commands = {
        Definition(name_of(path), node.name)
        for path in MODULES
        if path.parts[0] in BOTH and is_command(path)
        for node in tree(path).body
        if isinstance(node, Function) and not node.name.startswith("_")
    }
    code.definitions |= {command: [] for command in commands}
    for path, test in tests:
        code.reach(name_of(path), test.name)
    before = -1
    while len(code.reached) > before:
        before = len(code.reached)
        for found in [*code.reached]:
            for fixture in fixtures_of(code.definitions.get(found, [])):
                for module in seen_from(found.module):
                    code.reach(module, fixture)
        code.reach_members()
    return commands & code.reached


def fixtures_of(nodes: list[ast.stmt]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Function):
            yield from (argument.arg for argument in [*node.args.args, *node.args.kwonlyargs])


def seen_from(module: str) -> Iterator[str]:
    """The modules in which pytest looks for a fixture: the test's own, and each ``conftest`` above it."""
    yield module
    folders = module.split(".")[:-1]
    yield from (".".join([*folders[:depth], "conftest"]) for depth in range(len(folders), 0, -1))
