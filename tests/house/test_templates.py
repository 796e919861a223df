"""The templates have readable lines, and every partial is used."""

import re

from tests.house.reading import MODULES, ROOT, TEMPLATES

LONGEST = 120
NAMED = re.compile(r"""["']([\w/]+\.html)["']""")


def test_a_line_of_a_template_can_be_read():
    found = [
        f"{path}:{number}: {len(line)} characters"
        for path in TEMPLATES
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if len(line) > LONGEST
    ]

    assert not found, f"Longer than {LONGEST} characters:\n" + "\n".join(found)


def test_a_part_is_included_or_shown_alone():
    parts = {str(path.relative_to("templates")) for path in TEMPLATES if path.name.startswith("_")}
    shown = {name for path in [*TEMPLATES, *MODULES] for name in NAMED.findall((ROOT / path).read_text())}

    assert parts <= shown, "Nothing shows " + ", ".join(sorted(parts - shown))


# Each of these lasts as long as the page does: only a script changes its text.
LIVE_REGIONS = {"base.html", "hall/finder/_found.html", "parts/_messages.html", "setup/tables.html"}


def test_what_is_swapped_in_is_read_by_the_place_that_stays():
    said = {
        str(path.relative_to("templates"))
        for path in TEMPLATES
        if 'role="status"' in (ROOT / path).read_text()
    }

    assert said == LIVE_REGIONS, "A screen reader misses what replaces a live region: write data-aloud"
