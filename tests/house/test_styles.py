"""Style sheet rules: no rule is unused, each class is styled in one sheet or on its page, all are linked.

The templates are parsed, not rendered. A class that is composed, as in ``class="chip--{{ row.state }}"``, may
end in any word that is in quotes in the Python, in a tag, or in the same attribute.
"""

import re
from collections import defaultdict
from collections.abc import Set
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from pages.modules import modules
from server.http.bundles import SHEETS
from tests.house.reading import MODULES, ROOT, STYLES, TEMPLATES
from tests.house.styles import _split, name_of, rules

# The class of a page's ``<body>``, and the sheet of that page.
BODIES = {
    ".screen": "pages/screen", ".at-sheet": "pages/score_sheet", ".at-table": "pages/score_sheet",
    ".results": "pages/games",
}  # fmt: skip
# htmx sets it on the elements that send a request.
FOREIGN = {".htmx-request"}

PYTHON = "\n".join((ROOT / path).read_text() for path in MODULES)
SCRIPTS = "\n".join(path.read_text() for path in (ROOT / "static/js").rglob("*.js"))
TEXTS = {
    str(path.relative_to("templates")): re.sub(
        r"{% comment %}.*?{% endcomment %}", "", (ROOT / path).read_text(), flags=re.DOTALL
    )
    for path in TEMPLATES
}

TAG = re.compile(r"{%.*?%}|{{.*?}}")
ATTRIBUTE = re.compile(r"""\[([\w-]+)(?:[~|^$*]?=["']([^"']*)["'])?""")
NAME = r"-?[A-Za-z_][\w-]*"
TAGS = " ".join(tag for text in TEXTS.values() for tag in TAG.findall(text))
WORDS = set(re.findall(r"""["']([\w-]+)["']""", PYTHON + TAGS)) | {str(number) for number in range(20)}
MADE_BY_CODE = {
    f".{word}"
    for value in [
        *re.findall(r'"class": "([^"]*)"', PYTHON),
        *re.findall(r'(?:className[:=] |className = |classList\.add\()"([^"]*)"', SCRIPTS),
    ]
    for word in value.split()
} | {".disc--ns"}  # A side's name in lowercase.


# --- what the sheets contain ------------------------------------------------------------------------------


def without(selector: str, *functions: str) -> str:
    """The selector without these functional pseudo-classes, such as ``:not(…)``."""
    inner = r"(?:[^()]|\([^()]*\))*"
    return re.sub(rf":(?:{'|'.join(functions)})\({inner}\)", "", selector)


def names(selector: str) -> set[str]:
    """The classes and ids in a selector: ``.card``, ``#more``."""
    return set(re.findall(rf"[.#]{NAME}", re.sub(r"\[[^]]*]", "", selector)))


def about(selector: str) -> set[str]:
    """The classes that a selector styles: those of its last compound that has any.

    A state, such as ``is-mine``, belongs to the class beside it or around it.
    """
    for piece in reversed(_split(selector, at=" >+~")):
        found = {name for name in names(without(piece, "not", "has")) if not name.startswith(".is-")}
        if found:
            return found
    return set()


def around(selector: str) -> set[str]:
    """The classes of the elements around the styled one."""
    pieces = [names(without(piece, "not", "has")) for piece in _split(selector, at=" >+~")]
    return {name for piece in pieces for name in piece} - about(selector)


@cache
def homes() -> dict[str, set[str]]:
    """The sheets that style each class, anywhere on a page.

    The look of a class inside another, such as ``.now-card .button``, may be in the other's sheet. A rule for
    ``.card.hands`` counts for the class that its sheet is about.
    """
    alone, inside = defaultdict(set), []
    for rule in rules():
        for selector in rule.selectors:
            subject = about(selector)
            if len(subject) == 1 and not around(selector):
                alone[min(subject)].add(rule.sheet)
            elif subject:
                inside.append((subject, around(selector), rule.sheet))
    for subject, others, sheet in inside:
        is_of_page = sheet in {BODIES.get(name) for name in others}
        if not is_of_page and not any(sheet in alone[name] for name in subject | others):
            for name in subject:
                alone[name].add(sheet)
    return {name: sheets for name, sheets in alone.items() if sheets}


# --- what the templates contain ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """The classes and ids of a page, and the prefixes of those that are composed."""

    whole: frozenset[str]
    begun: frozenset[str]

    def has(self, name: str) -> bool:
        """Whether the page may have an element with this class or id."""
        return name in self.whole or any(
            name.startswith(beginning) and self._may_end(name.removeprefix(beginning))
            for beginning in self.begun
        )

    def _may_end(self, word: str) -> bool:
        return word in WORDS or self.has(f".{word}")


@cache
def shown(template: str) -> Shown:
    """The classes and ids of one template, without its includes."""
    text = TEXTS[template]
    bare = TAG.sub("\0", text)  # A tag may contain quotation marks.
    values = re.findall(r'\b(class|id)="([^"]*)"', bare)
    values += [("class", value) for value in re.findall(r"{% block \w+_class %}(.*?){% endblock %}", text)]
    pressed = re.findall(r"{% press [^%]*?\b(?:form|button)=.*?%}", text)
    values += [
        ("class", value) for tag in pressed for value in re.findall(r'\b(?:form|button)=\S*?"([^"]*)"', tag)
    ]
    whole, begun = set(), set()
    for attribute, value in values:
        mark = "." if attribute == "class" else "#"
        for piece, after in pairwise([*re.split(r"(\s+|\0)", TAG.sub("\0", value)), ""]):
            (begun if piece.endswith("-") and after == "\0" else whole).add(mark + piece)
    return Shown(frozenset(whole), frozenset(begun))


@cache
def parts_of(template: str) -> frozenset[str]:
    """The template, everything it extends, and everything that these include."""
    found, new = set(), {template}
    while new:
        found |= new
        new = {
            name for each in new for name in re.findall(r'{% (?:extends|include) "([^"]+)"', TEXTS[each])
        } - found
    return frozenset(found)


@cache
def on_page(template: str) -> frozenset[str]:
    """The names in the sheets that a page may have, includes counted."""
    parts = [shown(part) for part in parts_of(template)]
    page = Shown(
        frozenset().union(*(part.whole for part in parts)),
        frozenset().union(*(part.begun for part in parts)),
    )
    return frozenset(filter(page.has, in_sheets()))


@cache
def in_sheets() -> frozenset[str]:
    """All classes and ids that the sheets name."""
    return frozenset().union(*(names(selector) for rule in rules() for selector in rule.selectors))


def may_match(selector: str, present: Set[str]) -> bool:
    """Whether everything a selector names may be on one page."""
    functions = re.findall(r":(?:is|has)\(((?:[^()]|\([^()]*\))*)\)", without(selector, "not"))
    choices = [[names(choice) for choice in _split(inner)] for inner in functions]
    needed = names(without(selector, "not", "is", "has"))
    return needed <= present and all(any(one <= present for one in each) for each in choices)


EXTENDED = {name for text in TEXTS.values() for name in re.findall(r'{% extends "([^"]+)"', text)}
PAGES = sorted(name for name, text in TEXTS.items() if "{% extends" in text and name not in EXTENDED)


# --- the rules --------------------------------------------------------------------------------------------


def test_every_rule_can_match_something_on_some_page():
    found = [
        f"{rule.sheet}.css: {selector}"
        for rule in rules()
        for selector in rule.selectors
        if not any(may_match(selector, on_page(page) | MADE_BY_CODE | FOREIGN) for page in PAGES)
    ]

    assert not found, "These match nothing:\n" + "\n".join(found)


def test_every_attribute_that_a_rule_names_is_written_somewhere():
    sources = "\n".join([*TEXTS.values(), SCRIPTS, PYTHON])
    found = []
    for rule in rules():
        for attribute, value in ATTRIBUTE.findall(" ".join(rule.selectors)):
            if (attribute not in sources and in_a_script(attribute) not in SCRIPTS) or value not in sources:
                found.append(f"{rule.sheet}.css: [{attribute}] {value}")

    assert not found, "Nothing has these:\n" + "\n".join(found)


def in_a_script(attribute: str) -> str:
    """A ``data-…`` attribute as a script writes it: ``dataset.outboxList``."""
    first, *others = attribute.removeprefix("data-").split("-")
    return f"dataset.{first}{''.join(map(str.capitalize, others))}"


def test_a_class_is_styled_in_one_sheet():
    found = [
        f"{name}: {', '.join(sorted(sheets))}" for name, sheets in sorted(homes().items()) if len(sheets) > 1
    ]

    assert not found, (
        "How a class looks is in one sheet; how it looks inside another may be in the other's:\n"
        + "\n".join(found)
    )


def test_no_selector_is_written_twice_in_a_sheet():
    seen, found = set(), []
    for rule in rules():
        key = (rule.sheet, rule.within, frozenset(rule.selectors))
        if key in seen:
            found.append(f"{rule.sheet}.css: {' '.join(rule.within)} {', '.join(rule.selectors)}")
        seen.add(key)

    assert not found, "One rule says it all:\n" + "\n".join(found)


def test_every_sheet_is_in_the_one_that_pages_link():
    assert sorted(SHEETS) == sorted(map(name_of, STYLES))


def test_no_page_links_its_own_sheet_or_script():
    linked = {file for text in TEXTS.values() for file in re.findall(r"'((?:css|js)/[^']+)'", text)}

    # One runs before the first paint, one is a worker, and htmx is a classic script.
    assert linked == {"css/uptown.css", "js/main.js", "js/home.js", "js/stream_worker.js"}


def test_every_module_is_imported():
    # They run before the first paint, at a separate address, and in a worker.
    alone = {"js/home.js", "js/service_worker.js", "js/stream_worker.js", "js/stream/shared_stream.js"}
    written = {str(path.relative_to(ROOT / "static")) for path in (ROOT / "static/js").rglob("*.js")}

    assert written == {*modules(), *alone}
