"""Dead code: definitions that no command, page, task or benchmark reaches.

The code is parsed and followed: from statements at the top of a module, from what Django or Celery call and
what a person starts, to the functions, classes and constants named there, and on from those. Tests don't
count. Imports are followed to the defining module. An attribute reaches every method or field of that name,
and so do the words in a template.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from importlib import import_module

from tests.house.reading import BENCHMARKS, MODULES, ROOMS, ROOT, TEMPLATES, name_of, tree

CALLED_BY_DJANGO = {"urlpatterns", "app_name", "Command", "SessionStore", "REFUSALS", "LOG"}
OF_A_ROUTER = {"db_for_read", "db_for_write", "allow_relation", "allow_migrate"}
REGISTERED = re.compile(r"\b(router|register|task|shared_task|simple_tag|filter)\b")
NAMED = re.compile(r"[A-Za-z_]\w*(\.\w+|__\w+)*")

Function = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, order=True)
class Definition:
    """A function, class or constant of a module, or a method or field of a class (``owner``)."""

    module: str
    name: str
    owner: str = ""

    def __str__(self) -> str:
        return ".".join(filter(None, (self.module, self.owner, self.name)))


@dataclass
class Code:
    """The parsed code, and which of its definitions have been reached."""

    trees: dict[str, ast.Module]
    definitions: dict[Definition, list[ast.stmt]] = field(default_factory=dict)
    imports: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)
    members: dict[Definition, ast.stmt] = field(default_factory=dict)
    attributes: set[str] = field(default_factory=set)
    reached: set[Definition] = field(default_factory=set)

    def __post_init__(self) -> None:
        for module, parsed in self.trees.items():
            self.imports[module] = {
                alias.asname or alias.name: (node.module or "", alias.name)
                for node in ast.walk(parsed)
                if isinstance(node, ast.ImportFrom)
                for alias in node.names
            }
            for node in parsed.body:
                for name in defined(node):
                    self.definitions.setdefault(Definition(module, name), []).append(node)

    def follow(self, module: str, node: ast.AST) -> None:
        """Reach everything that is named in a node."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                self.reach(module, part.id)
            elif isinstance(part, ast.Attribute):
                self.attributes.add(part.attr)
                if isinstance(part.value, ast.Name):
                    self.reach(".".join(self.imports[module].get(part.value.id, ())), part.attr)
            elif isinstance(part, ast.keyword) and part.arg:
                self.attributes.update(part.arg.split("__"))
            elif (
                isinstance(part, ast.Constant) and isinstance(part.value, str) and NAMED.fullmatch(part.value)
            ):
                self.attributes.update(re.split(r"\.|__", part.value))
                self.reach(module, part.value)
                self.reach(*part.value.rpartition(".")[::2])

    def reach(self, module: str, name: str) -> None:
        """Reach the definition that a name has in a module, through any imports."""
        seen = set()
        while (module, name) not in seen and Definition(module, name) not in self.definitions:
            seen.add((module, name))
            module, name = self.imports.get(module, {}).get(name, (module, name))
        found = Definition(module, name)
        if found not in self.definitions or found in self.reached:
            return
        self.reached.add(found)
        for node in self.definitions[found]:
            if isinstance(node, ast.ClassDef):
                self._open(found, node)
            else:
                self.follow(module, node)

    def _open(self, found: Definition, node: ast.ClassDef) -> None:
        """Reach a class's bases and fields; its methods wait until somebody calls them."""
        for part in (*node.bases, *node.keywords, *node.decorator_list):
            self.follow(found.module, part)
        for part in node.body:
            for name in defined(part):
                self.members[Definition(found.module, name, found.name)] = part
            if not isinstance(part, Function):
                self.follow(found.module, part)

    def reach_members(self) -> None:
        """Reach all methods and fields whose names are used, until no more are found."""
        before = -1
        while len(self.reached) > before:
            before = len(self.reached)
            for member, node in list(self.members.items()):
                if member not in self.reached and (
                    member.name in self.attributes or member.name in OF_A_ROUTER or is_called(member)
                ):
                    self.reached.add(member)
                    self.follow(member.module, node)


def defined(node: ast.stmt) -> Iterator[str]:
    """The names that a statement defines."""
    if isinstance(node, (*Function, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))


def is_called(member: Definition) -> bool:
    """Whether a method or field is called by a base class from a library, or by Python itself."""
    if member.name.startswith(("__", "clean_")) or member.name == "Meta":
        return True
    owner = getattr(import_module(member.module), member.owner)
    if is_dataclass(owner) and any(
        each.name == member.name for each in fields(owner) if "rule" in each.metadata
    ):
        return True  # A house rule: its field's metadata offers and describes it.
    is_choice = issubclass(owner, Enum) and member.name in owner.__members__
    return is_choice or any(hasattr(base, member.name) for base in owner.__mro__[1:] if is_foreign(base))


def is_foreign(base: type) -> bool:
    return base is not object and base.__module__.split(".")[0] not in ROOMS


def is_started(found: Definition, nodes: list[ast.stmt]) -> bool:
    """Whether Django, Celery or a person starts here."""
    rooms = set(found.module.split("."))
    return (
        bool(rooms & {"config", "migrations", "apps", BENCHMARKS.name})
        or found.name in CALLED_BY_DJANGO
        or any(
            REGISTERED.search(ast.unparse(each))
            for node in nodes
            for each in getattr(node, "decorator_list", ())
        )
    )


def read_code() -> Code:
    """Parse the packages and what a person starts."""
    benchmarks = [path.relative_to(ROOT) for path in (ROOT / BENCHMARKS).rglob("*.py")]
    return Code({name_of(path): tree(path) for path in sorted([*MODULES, *benchmarks])})


def unreached() -> list[Definition]:
    """The functions, classes, constants, methods and fields that nothing reaches."""
    code = read_code()
    for path in TEMPLATES:
        code.attributes.update(re.findall(r"\w+", (ROOT / path).read_text()))
    for module, parsed in code.trees.items():
        for node in parsed.body:
            if not isinstance(node, ast.Import | ast.ImportFrom) and not [*defined(node)]:
                code.follow(module, node)
    for found, nodes in code.definitions.items():
        if is_started(found, nodes):
            code.reach(found.module, found.name)
    code.reach_members()
    return sorted(
        each
        for each in {*code.definitions, *code.members} - code.reached
        if not each.module.startswith(name_of(BENCHMARKS)) and not each.name.startswith("__")
    )
