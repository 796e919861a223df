"""Import rules: which package may import which, and what is forbidden everywhere.

The source is parsed, so imports inside functions and those for types alone count, too.
"""

import ast
import re
import sys
from pathlib import Path

import pytest

from tests.house.reading import MODULES, ROOMS, ROOT, TEMPLATES, graph, imports, tree, written

# An entry point may import more than its package may: the command line of the rules has built-in players.
DOORS = {Path("rules/__main__.py")}
FLOORS = ["errors", "models", "sessions", "queries", "commands", "tasks"]
ABOVE_ALL_FLOORS = {"admin", "apps", "migrations", "management"}
NEEDS_DJANGO_ONLY = {"apps", "migrations"}


def floor_of(parts: tuple[str, ...]) -> str:
    return parts[1].removesuffix(".py") if len(parts) > 1 else ""


def offences(rule: str, found: list[str]) -> str:
    return f"{rule}\n" + "\n".join(found)


def test_a_room_imports_only_rooms_to_its_left():
    found = [
        f"{path}: {name}"
        for path in MODULES
        if path not in DOORS
        for name in imports(path)
        if name.split(".")[0] in ROOMS and ROOMS.index(name.split(".")[0]) > ROOMS.index(path.parts[0])
    ]

    assert not found, offences(" ◄ ".join(ROOMS), found)


def test_the_rehearsal_knows_only_the_rules_and_nobody_knows_the_rehearsal():
    known = {"rules", "simulation", "rehearsal"}
    found = []
    for path in MODULES:
        named = {name.split(".")[0] for name in imports(path)} & set(ROOMS)
        unknown = named - known if path.parts[0] == "rehearsal" else named & {"rehearsal"}
        found += [f"{path}: {name}" for name in unknown]

    assert not found, offences("Bots read pages alone, and only their own command starts them.", found)


def test_nobody_imports_the_tests():
    found = [f"{path}: {name}" for path in MODULES for name in imports(path) if name.split(".")[0] == "tests"]

    assert not found, offences("Nothing but the tests imports the tests.", found)


@pytest.mark.parametrize("room", ["tournament", "scoring", "seasons"])
def test_a_floor_imports_only_floors_below_it(room: str):
    found = []
    for path in MODULES:
        floor = floor_of(path.parts)
        if path.parts[0] != room or floor not in FLOORS:
            continue
        for name in imports(path):
            words = name.split(".")
            if words[0] in {"tournament", "scoring", "seasons"} and len(words) > 1:
                allowed = FLOORS[: FLOORS.index(floor) + 1]
                if words[1] not in allowed and not (floor == "models" and words[1] == "errors"):
                    found.append(f"{path}: {name}")

    assert not found, offences("errors, models ◄ queries ◄ commands ◄ tasks", found)


def test_inside_a_screen_views_know_what_is_read_and_urls_know_views():
    steps = ["read", "views", "urls"]
    found = [
        f"{path}: {other}"
        for path in MODULES
        if path.parts[0] == "pages" and path.parent != Path("pages")
        for other in graph()[path]
        if other.parent == path.parent and steps.index(step_of(other)) > steps.index(step_of(path))
    ]

    assert not found, offences("access, web, forms, reads ◄ views ◄ urls", found)


def step_of(path: Path) -> str:
    """The layer of a module in a screen's package: ``views``, ``urls``, or ``read`` for the rest."""
    word = path.stem.partition("_")[0]
    return word if word in {"views", "urls"} else "read"


def test_the_rules_need_python_alone():
    allowed_guests = {
        Path("rules/competition/pairing/pairing.py"): {"rustworkx"},
        Path("rules/seasons/ratings.py"): {"openskill"},
    }
    found = []
    for path in MODULES:
        if path.parts[0] != "rules" or path in DOORS:
            continue
        guests = allowed_guests.get(path, set())
        for name in imports(path):
            top = name.split(".")[0]
            if top not in sys.stdlib_module_names and top != "rules" and top not in guests:
                found.append(f"{path}: {name}")

    assert not found, offences("rules/ uses the standard library only.", found)


def test_the_rules_have_no_clock_and_no_chance_of_their_own():
    clock = re.compile(r"(datetime\.)?(datetime|date)\.(now|utcnow|today)|time\.\w+|uuid\.\w+|secrets\.\w+")
    # ``random.Random(seed)`` gets its seed; the functions of the module ``random`` don't.
    chance = re.compile(r"random\.(?!Random$)\w+")
    found = []
    for path in MODULES:
        if path.parts[0] != "rules":
            continue
        handed = calls_with_a_handed_random(path)
        for call in ast.walk(tree(path)):
            if isinstance(call, ast.Call):
                name = ast.unparse(call.func)
                if clock.fullmatch(name) or (chance.fullmatch(name) and (call.lineno, name) not in handed):
                    found.append(f"{path}:{call.lineno} {name}")

    assert not found, offences("A rule is handed its moment and its seed.", found)


def calls_with_a_handed_random(path: Path) -> set[tuple[int, str]]:
    """The calls inside functions that get a ``random`` as a parameter."""
    return {
        (call.lineno, ast.unparse(call.func))
        for function in ast.walk(tree(path))
        if isinstance(function, ast.FunctionDef)
        and "random" in {each.arg for each in (*function.args.args, *function.args.kwonlyargs)}
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
    }


def test_nobody_reaches_into_django():
    inner = ("django.db.backends", "django.db.models.base", "django.db.models.sql")
    found = [f"{path}: {name}" for path in MODULES for name in imports(path) if name.startswith(inner)]

    assert not found, offences("Django's own insides are its own.", found)


def test_nothing_is_imported_inside_a_function():
    found = [
        f"{path}:{inner.lineno}"
        for path in MODULES
        for function in ast.walk(tree(path))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(function)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]

    assert not found, offences("Imports are at the top.", found)


def test_only_views_and_tasks_read_the_clock():
    found = [
        f"{path}:{call.lineno}"
        for path in MODULES
        if not may_read_the_clock(path)
        for call in ast.walk(tree(path))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in {"timezone.now", "now", "datetime.now"}
    ]

    assert not found, offences("Commands and queries are handed their moment.", found)


def may_read_the_clock(path: Path) -> bool:
    """Whether it is a view, a decorator or middleware, a task, or a command that a person runs."""
    is_view = path.stem.startswith("views") or "views" in path.parts or path.stem == "web"
    is_task = path.stem == "tasks" or "tasks" in path.parts
    return (
        (path.parts[0] == "pages" and is_view)
        or is_task
        or "management" in path.parts
        or path.parts[0] in {"accounts", "server", "config"}
    )


def test_no_model_overrides_save_and_nobody_listens_to_signals():
    overrides = [
        f"{path}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef)
        and node.name in {"save", "delete", "clean"}
        and "models" in path.parts
    ]
    signals = [
        f"{path}: {name}"
        for path in MODULES
        for name in imports(path)
        if name.startswith(("django.db.models.signals", "django.dispatch"))
    ]

    assert overrides + signals == []


def test_views_are_functions():
    found = [
        f"{path}: {name}"
        for path in MODULES
        if path.parts[0] == "pages"
        for name in imports(path)
        if name.startswith("django.views.generic")
    ]

    assert not found, offences("One function, one verb.", found)


def test_nothing_has_an_empty_name():
    empty = {"utils", "helpers", "manager", "service", "data", "info"}

    found = [str(path) for path in MODULES if path.stem in empty or set(path.parts) & empty]

    assert not found, offences("Say what it is.", found)


def test_no_template_has_a_script_or_a_style_in_it():
    inline = re.compile(
        r"<script(?![^>]*\bsrc=)[^>]*>|<style\b|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:|hx-on",
        re.IGNORECASE,
    )

    found = [
        f"{path}: {match.group()}"
        for path in TEMPLATES
        for match in inline.finditer((ROOT / path).read_text())
        if 'type="application/json"' not in match.group()
    ]

    assert not found, offences("Behavior is in static/js, looks are in static/css.", found)


def test_every_element_that_htmx_moves_works_without_it():
    tag = re.compile(r"<(a|form)\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>", re.IGNORECASE)

    found = [
        f"{path}: {match.group()[:90]}"
        for path in TEMPLATES
        for match in tag.finditer((ROOT / path).read_text())
        if ("hx-get" in match.group() and " href=" not in match.group() and match.group(1) == "a")
        or ("hx-post" in match.group() and " action=" not in match.group() and match.group(1) == "form")
    ]

    assert not found, offences("A link has an href, a form an action.", found)


def test_no_file_says_where_packages_come_from():
    hosts = re.compile(
        "|".join(
            [
                "files" + r"\.pythonhosted",
                "py" + r"pi\.org",
                "registry" + r"\.npmjs",
                "deb" + r"\.debian\.org",
            ]
        )
        + r"|^\s*--(?:extra-)?index-url|^\s*--find-links",
        re.MULTILINE,
    )
    found = [
        str(path)
        for path in written()
        if path.suffix not in {".woff2", ".png", ".jpg"}
        and hosts.search((ROOT / path).read_text(errors="replace"))
    ]

    assert not found, offences("The machine knows its registries; the files don't.", found)


def test_nobody_asks_which_way_of_taking_part_it_is():
    named = r"(?:.+\.way|way\.key|(?:.+\.)?takes_part|TEAMS|SINGLES|CHANGING_PARTNERS|EVERYBODY_ALONE)"
    which, in_a_page = re.compile(f"{named}(?:\\.key)?"), re.compile(r"\.way\.key|takes_part")
    found = [
        f"{path}:{compared.lineno}"
        for path in MODULES
        for compared in ast.walk(tree(path))
        if isinstance(compared, ast.Compare)
        and any(which.fullmatch(ast.unparse(one)) for one in (compared.left, *compared.comparators))
    ]
    found += [str(path) for path in TEMPLATES if in_a_page.search((ROOT / path).read_text())]

    assert not found, offences("It is asked for what it means: a bracket, a word, a size.", found)
