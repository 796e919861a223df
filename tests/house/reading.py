"""Facts about the code base that need no running: its modules, imports, lines and files."""

import ast
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = [
    "rules",
    "simulation",
    "tournament",
    "scoring",
    "seasons",
    "accounts",
    "pages",
    "server",
    "config",
    "tools",
]
DOMAIN = {"tournament", "scoring", "seasons"}
"""Their folders are subjects, such as the bracket: what is read of it, and its commands."""
LOG_CHAIN = Path("tournament/log/log_chain.py")

BENCHMARKS = Path("tools/bench")
"""They build their events with the tests' helpers, so they are no part of the product either."""
MODULES = sorted(
    path.relative_to(ROOT)
    for room in ROOMS
    for path in (ROOT / room).rglob("*.py")
    if path.is_file() and not path.is_relative_to(ROOT / BENCHMARKS)
)
TEMPLATES = sorted(path.relative_to(ROOT) for path in (ROOT / "templates").rglob("*.html"))
STYLES = sorted(path.relative_to(ROOT) for path in (ROOT / "static" / "css").rglob("*.css"))


def written() -> list[Path]:
    """Every file that isn't generated, according to ``.gitignore``. Works without git."""
    made = {line.strip("/") for line in (ROOT / ".gitignore").read_text().split()} | {".git"}
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in made]
        found += [(Path(folder) / name).relative_to(ROOT) for name in files if not name.endswith(".pyc")]
    return sorted(found)


def is_command(path: Path) -> bool:
    """Whether a module of the domain writes. All commands write the log, under the event's lock."""
    is_log = path.parent == LOG_CHAIN.parent and path.name != "__init__.py" and path != LOG_CHAIN
    return path.parts[0] in DOMAIN and (path.stem.startswith("commands_") or path.stem == "tasks" or is_log)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(), filename=str(path))


def imports(path: Path) -> Iterator[str]:
    """The full names of the modules and members that a file imports."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively: say the whole name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def lines(paths: Iterable[Path]) -> int:
    """The number of lines in these files."""
    return sum(len((ROOT / path).read_text().splitlines()) for path in paths)


@dataclass(frozen=True)
class Lines:
    """The lines of some files by kind."""

    code: int = 0
    docstrings: int = 0
    comments: int = 0
    blank: int = 0

    def __add__(self, other: "Lines") -> "Lines":
        return Lines(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    @property
    def total(self) -> int:
        return sum(astuple(self))


def lines_of(path: Path) -> Lines:
    """A module's lines by kind. A blank line inside a docstring is part of it."""
    written = (ROOT / path).read_text().splitlines()
    inside = {
        line
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    outside = [text.strip() for number, text in enumerate(written, start=1) if number not in inside]
    blank, comments = outside.count(""), sum(text.startswith("#") for text in outside)
    return Lines(len(outside) - blank - comments, len(inside), comments, blank)


def production() -> list[Path]:
    """The modules that people maintain: all except migrations."""
    return [path for path in MODULES if "migrations" not in path.parts]


@cache
def graph() -> dict[Path, set[Path]]:
    """Each module with the project's modules that it imports."""
    by_name = {name_of(path): path for path in MODULES}
    found: dict[Path, set[Path]] = {}
    for path in MODULES:
        named = (by_name.get(name) or by_name.get(name.rpartition(".")[0]) for name in imports(path))
        found[path] = {other for other in named if other is not None and other != path}
    return found


def name_of(path: Path) -> str:
    """A module's full name."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def circle(arrows: dict[Path, set[Path]]) -> list[Path]:
    """One import cycle, its first member repeated at the end; empty if there is none."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


@cache
def folders() -> dict[Path, set[Path]]:
    """Each folder with the other folders that its modules import from."""
    found: dict[Path, set[Path]] = defaultdict(set)
    for path, others in graph().items():
        found[path.parent] |= {other.parent for other in others} - {path.parent}
    return dict(found)


@cache
def subjects_below(subject: Path) -> frozenset[Path]:
    """The folders of the domain that a folder imports, directly or indirectly."""
    direct = {other for other in folders().get(subject, ()) if other.parts[0] in DOMAIN}
    return frozenset(direct).union(*map(subjects_below, direct))


def refusals_of() -> dict[str, list[Path]]:
    """The code of each refusal with the folders whose ``sentences.py`` has its sentence."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in MODULES:
        if path.name == "sentences.py":
            for node in tree(path).body:
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "REFUSALS":
                    for code in ast.literal_eval(node.value):
                        found[code].append(path.parent)
    return found


def mutual_folders() -> list[tuple[Path, Path]]:
    """The pairs of folders that import each other."""
    known = folders()
    return sorted(
        (one, other) for one in known for other in known[one] if one < other and one in known.get(other, ())
    )


def sizes(paths: Iterable[Path]) -> Counter[str]:
    """The number of files in each folder, without ``__init__.py``."""
    return Counter(os.fspath(path.parent) for path in paths if path.name != "__init__.py")


def readers(path: Path) -> set[Path]:
    """The modules that import a module, directly or indirectly."""
    importers: dict[Path, set[Path]] = defaultdict(set)
    for one, others in graph().items():
        for other in others:
            importers[other].add(one)
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        for one in importers[waiting.pop()] - found:
            found.add(one)
            waiting.append(one)
    return found
