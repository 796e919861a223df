"""Measure the code base: ``python -m tests.house``. The tests in this folder check what is forbidden."""

import os
from dataclasses import astuple

import django

from tests.house.reading import (
    MODULES,
    ROOMS,
    ROOT,
    STYLES,
    TEMPLATES,
    Lines,
    lines,
    lines_of,
    production,
    sizes,
)
from tests.house.styles import rules


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    templates = [line for path in TEMPLATES for line in (ROOT / path).read_text().splitlines()]
    print(f"{'package':>32}  {'lines':>7} {'code':>7} {'docstr.':>7} {'comment':>7} {'blank':>7}")
    for package, counted in by_package().items():
        figures_of = (counted.total, *astuple(counted))
        print(f"{package:>32}  {' '.join(f'{each:>7,}' for each in figures_of)}")
    figures = {
        "modules": f"{len(production())}",
        "fullest folders": fullest(),
        "templates": f"{len(TEMPLATES)}, longest line {max(map(len, templates))} characters",
        "style sheets": f"{len(STYLES)}, {lines(STYLES):,} lines, {len(rules())} rules",
    }
    for name, figure in figures.items():
        print(f"{name:>32}  {figure}")


def by_package() -> dict[str, Lines]:
    """The lines of each package and of all packages, without migrations."""
    found = dict.fromkeys([*ROOMS, "all"], Lines())
    for path in production():
        for package in (path.parts[0], "all"):
            found[package] += lines_of(path)
    return found


def fullest() -> str:
    """The three folders with the most files."""
    counted = sizes([*MODULES, *TEMPLATES]).most_common(3)
    return ", ".join(f"{folder} {count}" for folder, count in counted)


if __name__ == "__main__":
    main()
