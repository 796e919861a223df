"""The templates: their lines can be read, and none of their parts is left over."""

import re
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
TEMPLATES = HOUSE / "templates"
LONGEST = 120
NAMED = re.compile(r"""["']([\w/]+\.html)["']""")


def test_a_line_of_a_template_can_be_read():
    found = [
        f"{path.relative_to(HOUSE)}:{number}: {len(line)} characters"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST
    ]

    assert not found, f"Longer than {LONGEST} characters:\n" + "\n".join(found)


def test_a_part_is_included_or_shown_alone():
    parts = {path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("_*.html")}
    shown = {
        name
        for path in [*TEMPLATES.rglob("*.html"), *(HOUSE / "pages").rglob("*.py")]
        for name in NAMED.findall(path.read_text())
    }

    assert parts <= shown, "Nothing shows " + ", ".join(sorted(parts - shown))
