"""The right folder is easy to find: few files in each, no cycles, and what one screen reads is beside it."""

import ast
from pathlib import Path

from tests.house.reading import (
    DOMAIN,
    MODULES,
    TEMPLATES,
    circle,
    folders,
    graph,
    is_command,
    mutual_folders,
    readers,
    sizes,
    tree,
)

MOST = 20
NO_SUBJECT = {"errors", "management", "migrations", "models"}
NAMED_BY_DJANGO = {"Command", "Migration"}
OF_SUBJECTS = [
    path
    for path in MODULES
    if path.parts[0] in DOMAIN
    and len(path.parts) > 2
    and path.parts[1] not in NO_SUBJECT
    and path.name not in {"__init__.py", "sentences.py"}
]


def test_no_folder_is_too_full_to_look_through():
    # Migrations are numbered: nobody browses them.
    files = [path for path in [*MODULES, *TEMPLATES] if path.parent.name != "migrations"]
    full = {folder: count for folder, count in sizes(files).items() if count > MOST}

    assert full == {}, f"Move the files of one subject to a folder below: {MOST} files are the most."


def test_no_files_import_each_other_in_a_circle():
    assert circle(graph()) == []


def test_no_folders_import_each_other():
    assert mutual_folders() == []
    assert circle({one: others - above(one) for one, others in folders().items()}) == []


def above(folder: Path) -> set[Path]:
    return set(folder.parents)


def test_what_one_screen_alone_reads_lives_beside_it():
    found = {
        str(path): sorted(screens_that_read(path))
        for path in OF_SUBJECTS
        if not is_command(path) and not any(map(is_command, readers(path)))
    }

    assert {path for path, screens in found.items() if len(screens) < 2} == set()


def test_a_module_of_a_subject_has_its_name_alone():
    names = [path.name for path in OF_SUBJECTS]

    assert {name for name in names if names.count(name) > 1} == set()


def test_a_class_has_its_name_alone():
    # Tools may count a thing again in their own way, under its name. A nested class is read with its owner's.
    names = [
        node.name
        for path in MODULES
        if path.parts[0] != "tools"
        for node in tree(path).body
        if isinstance(node, ast.ClassDef) and node.name not in NAMED_BY_DJANGO
    ]

    assert {name for name in names if names.count(name) > 1} == set()


def screens_that_read(path: Path) -> set[str]:
    return {reader.parts[1] for reader in readers(path) if reader.parts[0] == "pages"}
