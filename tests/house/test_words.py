"""Prose uses standard words: ``words.toml`` lists the forbidden ones, and what to write instead."""

import ast
import os
import re
from pathlib import Path

from tests.house.prose import JAVASCRIPT, of_template
from tests.house.reading import MODULES, ROOT, TEMPLATES, tree
from tests.house.words import report

# The longest name of a test, in characters.
LONGEST = 70


def test_no_prose_uses_a_word_of_the_list():
    found = report([ROOT])

    assert not found, f"{len(found)} words of tests/house/words.toml:\n" + "\n".join(
        os.path.relpath(each, ROOT) for each in found
    )


def test_the_name_of_a_test_is_a_short_sentence():
    names = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"\bdef (test_\w+)", path.read_text())
    }

    assert [name for name in sorted(names) if len(name) > LONGEST] == []


# Between letters, or after the s of a plural.
STRAIGHT = re.compile(r"(?<=[^\W_])'(?=[^\W\d_])|(?<=[a-z]s)'(?= [a-z])")


def test_what_people_read_has_typographic_apostrophes():
    """Comments, docstrings and Markdown have that of the keyboard, and guides are shown with the other."""
    texts = [(path, of_template(_without_comments((ROOT / path).read_text()))) for path in TEMPLATES]
    texts += [(path, line) for path in MODULES for line in _strings(path)]
    texts += [
        (path, found["string"] or "")
        for path in (ROOT / "static/js").rglob("*.js")
        for found in JAVASCRIPT.finditer(path.read_text())
    ]
    found = {
        f"{path}: {text[max(0, at.start() - 30) : at.end() + 30]}"
        for path, text in texts
        for at in STRAIGHT.finditer(text)
    }

    assert sorted(found) == []


def _without_comments(template: str) -> str:
    return re.sub(r"{%\s*comment.*?endcomment\s*%}|{#.*?#}", "", template, flags=re.DOTALL)


def _strings(path: Path) -> list[str]:
    """A module's texts of two words or more that are neither docstrings nor patterns."""
    nodes = list(ast.walk(tree(path)))
    docstrings = {id(each.value) for each in nodes if isinstance(each, ast.Expr)}
    texts = [each for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return [each.value for each in texts if id(each) not in docstrings and " " in each.value]
