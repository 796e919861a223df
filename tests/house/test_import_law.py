"""Import rules: which package may import which, and what is forbidden everywhere.

The source is parsed, so imports inside functions and those for types alone count, too.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.house.reading import (
    DOMAIN,
    MODULES,
    ROOMS,
    ROOT,
    TEMPLATES,
    graph,
    imports,
    is_command,
    tree,
    written,
)

# An entry point may import more than its package may: the command line of the rules has built-in players.
DOORS = {Path("rules/__main__.py")}
GROUND = {"errors", "models", "sessions"}
GUESTS_OF_THE_RULES = {
    Path("rules/competition/pairing/pairing.py"): {"rustworkx"},
    Path("rules/seasons/ratings.py"): {"openskill"},
}
FOR_NOBODY = {
    "tests": "Nothing but the tests imports the tests.",
    "django.db.backends": "Django's own insides are its own.",
    "django.db.models.base": "Django's own insides are its own.",
    "django.db.models.sql": "Django's own insides are its own.",
    "django.db.models.signals": "Nobody listens to signals.",
    "django.dispatch": "Nobody listens to signals.",
}


def in_room(room: str) -> list[Path]:
    return [path for path in MODULES if path.parts[0] == room and path not in DOORS]


def calls(path: Path) -> Iterator[tuple[ast.Call, str]]:
    """The calls in a module, with the name of what is called."""
    return ((node, ast.unparse(node.func)) for node in ast.walk(tree(path)) if isinstance(node, ast.Call))


def offences(rule: str, found: list[str]) -> str:
    return f"{rule}\n" + "\n".join(found)


def house_rules_by_name(path: Path) -> Iterator[str]:
    """Where a module reads a house rule by its name: ``house["x"]``, ``house.get("x")``, ``"x" in house``."""
    for node in ast.walk(tree(path)):
        match node:
            case ast.Subscript(value=house, slice=ast.Constant(value=str()), ctx=ast.Load()):
                pass
            case ast.Call(
                func=ast.Attribute(value=house, attr="get" | "pop" | "setdefault"),
                args=[ast.Constant(value=str()), *_],
            ):
                pass
            case ast.Compare(
                left=ast.Constant(value=str()), ops=[ast.In() | ast.NotIn()], comparators=[house]
            ):
                pass
            case _:
                continue
        if re.search(r"\bhouse(_rules)?\b", ast.unparse(house)):
            yield f"{path}:{node.lineno}: {ast.unparse(node)}"


# --- who imports whom -----------------------------------------------------------------------------


def test_a_room_imports_only_rooms_to_its_left():
    found = [
        f"{path}: {name}"
        for path in MODULES
        if path not in DOORS
        for name in imports(path)
        if name.split(".")[0] in ROOMS and ROOMS.index(name.split(".")[0]) > ROOMS.index(path.parts[0])
    ]

    assert not found, offences(" ◄ ".join(ROOMS), found)


def test_the_rehearsal_knows_only_the_rules():
    known = {*sys.stdlib_module_names, "httpx", "lxml", "rules", "simulation"}
    found = [
        f"{path}: {name}"
        for path in MODULES
        if path.parts[:2] == ("tools", "rehearsal")
        for name in imports(path)
        if name.split(".")[0] not in known and not name.startswith("tools.rehearsal.")
    ]

    assert not found, offences("Bots read pages alone.", found)


def test_nobody_imports_what_is_for_nobody():
    found = [
        f"{path}: {name}: {rule}"
        for path in MODULES
        for name in imports(path)
        for module, rule in FOR_NOBODY.items()
        if f"{name}.".startswith(f"{module}.")
    ]

    assert found == []


def test_only_a_game_reads_its_house_rules_by_name():
    elsewhere = [path for path in MODULES if path.parts[:2] != ("rules", "games")]

    found = [each for path in elsewhere for each in house_rules_by_name(path)]

    assert not found, offences(
        "A game answers by its `ends` and `play`. It may call its rules as it likes.", found
    )


def test_models_import_no_subject():
    found = [
        f"{path}: {name}"
        for path in MODULES
        if path.parts[0] in DOMAIN and path.parts[1] in GROUND
        for name in imports(path)
        if name.split(".")[0] in DOMAIN and name.split(".")[1] not in GROUND
    ]

    assert not found, offences("errors, models ◄ subjects", found)


def test_what_only_reads_imports_no_command():
    found = [
        f"{path}: {other}"
        for path in MODULES
        if path.parts[0] in DOMAIN and path.name != "apps.py" and not is_command(path)
        for other in graph()[path]
        if is_command(other)
    ]

    assert not found, offences("A command is named commands_x.py; all others only read.", found)


def test_inside_a_screen_views_know_what_is_read_and_urls_know_views():
    steps = ["read", "views", "urls"]
    found = [
        f"{path}: {other}"
        for path in in_room("pages")
        if path.parent != Path("pages")
        for other in graph()[path]
        if other.parent == path.parent and steps.index(step_of(other)) > steps.index(step_of(path))
    ]

    assert not found, offences("access, web, forms, reads ◄ views ◄ urls", found)


def step_of(path: Path) -> str:
    """The layer of a module in a screen's package: ``views``, ``urls``, or ``read`` for the rest."""
    word = path.stem.partition("_")[0]
    return word if word in {"views", "urls"} else "read"


def test_the_rules_need_python_alone():
    found = [
        f"{path}: {name}"
        for path in in_room("rules")
        for name in imports(path)
        if name.split(".")[0] not in {*sys.stdlib_module_names, "rules", *GUESTS_OF_THE_RULES.get(path, ())}
    ]

    assert not found, offences("rules/ uses the standard library only.", found)


def test_views_are_functions():
    found = [
        f"{path}: {name}"
        for path in in_room("pages")
        for name in imports(path)
        if name.startswith("django.views.generic")
    ]

    assert not found, offences("One function, one verb.", found)


# --- who reads the clock --------------------------------------------------------------------------


def test_the_rules_have_no_clock_and_no_chance_of_their_own():
    clock = re.compile(r"(datetime\.)?(datetime|date)\.(now|utcnow|today)|time\.\w+|uuid\.\w+|secrets\.\w+")
    # ``random.Random(seed)`` gets its seed; the functions of the module ``random`` don't.
    chance = re.compile(r"random\.(?!Random$)\w+")
    found = []
    for path in [*in_room("rules"), *DOORS]:
        handed = calls_with_a_handed_random(path)
        for call, name in calls(path):
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


def test_only_views_and_tasks_read_the_clock():
    found = [
        f"{path}:{call.lineno}"
        for path in MODULES
        if not may_read_the_clock(path)
        for call, name in calls(path)
        if name in {"timezone.now", "now", "datetime.now"}
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
        or path.parts[0] in {"accounts", "server", "config", "tools"}
    )


# --- what is written how --------------------------------------------------------------------------


def test_no_model_overrides_save():
    found = [
        f"{path}:{node.lineno}"
        for path in MODULES
        if "models" in path.parts
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef) and node.name in {"save", "delete", "clean"}
    ]

    assert not found, offences("A command writes what is stored.", found)


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
        for element, moves, needs in (("a", "hx-get", " href="), ("form", "hx-post", " action="))
        if match.group(1) == element and moves in match.group() and needs not in match.group()
    ]

    assert not found, offences("A link has an href, a form an action.", found)


def test_no_file_says_where_packages_come_from():
    # In brackets, or this file would be found.
    hosts = r"(?:fil)es\.pythonhosted|(?:py)pi\.org|(?:regis)try\.npmjs|(?:de)b\.debian\.org"
    named = re.compile(rf"{hosts}|^\s*--(?:extra-)?index-url|^\s*--find-links", re.MULTILINE)
    found = [
        str(path)
        for path in written()
        if path.suffix not in {".woff2", ".png", ".jpg"}
        and named.search((ROOT / path).read_text(errors="replace"))
    ]

    assert not found, offences("The machine knows its registries; the files don't.", found)


def test_nobody_asks_which_way_of_seating_it_is():
    key = re.compile(r"(?:.+\.)?(?:way_of_)?seating(?:\.key)?|.+(?:\[|get\()['\"]seating['\"].*")
    # An unknown key isn't among SEATINGS; all others are values of their own.
    constant = re.compile(r"['\"].+['\"]|(?!SEATINGS)(?:\w+\.)*[A-Z][A-Z_]+(?:\.key)?")
    found = [
        f"{path}:{compared.lineno}"
        for path in MODULES
        if path.parts[:2] != ("rules", "seating")
        for compared in ast.walk(tree(path))
        if isinstance(compared, ast.Compare)
        and any(key.fullmatch(ast.unparse(one)) for one in operands(compared))
        and any(constant.fullmatch(ast.unparse(one)) for one in operands(compared))
    ]

    assert not found, offences("It is asked for what it means: rounds, a lot, a picture.", found)


def operands(compared: ast.Compare) -> Iterator[ast.expr]:
    """Both sides of a comparison; of a tuple or a set, what is in it."""
    for one in (compared.left, *compared.comparators):
        yield from one.elts if isinstance(one, (ast.Tuple, ast.Set, ast.List)) else [one]


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


def test_nothing_is_imported_from_a_test():
    named = re.compile(r"^ *(?:from|import) tests\b.*\btest_", re.MULTILINE)
    found = [
        str(path) for path in written() if path.suffix == ".py" and named.search((ROOT / path).read_text())
    ]

    assert not found, offences("What two tests need has a module beside them.", found)
