"""The prose of a file, without its code: comments, docstrings, strings, the text of templates and docs.

Each function takes a source and returns a string of the same length: prose and white space stay in place, and
code becomes NUL, so that an offset in the prose is an offset in the file.
"""

import io
import re
import tokenize
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

CODE = "\0"
# Names in backticks are code, even within prose.
TICKS = re.compile(r"``[^`]+``|`[^`\n]+`")
BRACES = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
TWO_WORDS = re.compile(r"[A-Za-z’',.:;–-]+\s+[A-Za-z’']+")
SENTENCE = re.compile(r"[A-Z“]\S* \S")
QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'')

JAVASCRIPT = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)",
    re.DOTALL,
)
CSS = re.compile(r"(?P<comment>/\*.*?\*/)|(?P<string>\"[^\"\n]*\")", re.DOTALL)
TEMPLATE = re.compile(
    r"(?P<comment>\{#.*?#\}|\{%\s*comment\b.*?endcomment\s*%\})|(?P<tag>\{%.*?%\}|\{\{.*?\}\})"
    r"|(?P<html><!--.*?-->|<[A-Za-z/!](?:\{%.*?%\}|\{\{.*?\}\}|[^>])*>)|(?P<entity>&\w+;)",
    re.DOTALL,
)
MARKDOWN = re.compile(
    r"^```.*?^```|^ {4}\S[^\n]*|\]\([^)\n]*\)|<[^>\n]*>|https?://\S+", re.DOTALL | re.MULTILINE
)


class _Prose:
    """A source that is being read: everything is code until it is marked as prose."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.characters = [each if each.isspace() else CODE for each in source]

    def keep(self, start: int, end: int) -> None:
        """Mark a range as prose, except for names in backticks."""
        self.characters[start:end] = TICKS.sub(_hidden, self.source[start:end])

    def skip(self, start: int, end: int) -> None:
        """Mark a range as blank: a quotation mark or the sign that starts a comment."""
        self.characters[start:end] = re.sub(r"\S", " ", self.source[start:end])

    def text(self) -> str:
        return "".join(self.characters)


def _hidden(match: re.Match[str]) -> str:
    return re.sub(r"\S", CODE, match.group())


def of_python(source: str) -> str:
    """Comments, docstrings, strings of two words or more, and the names of tests, which are sentences."""
    prose = _Prose(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        start, end = (starts[row - 1] + column for row, column in (token.start, token.end))
        kind = tokenize.tok_name[token.type]
        if kind == "COMMENT":
            prose.keep(start, end)
            prose.skip(start, start + 1)
        elif kind == "STRING":
            _string(prose, start, end)
        elif kind == "FSTRING_MIDDLE" and TWO_WORDS.search(source[start:end]):  # From Python 3.12 on.
            prose.keep(start, end)
        elif kind in {"FSTRING_START", "FSTRING_END"}:
            prose.skip(start, end)
        elif kind == "NAME" and token.string.startswith("test_"):
            prose.characters[start:end] = token.string.replace("_", " ")
    return prose.text()


def _string(prose: _Prose, start: int, end: int) -> None:
    literal = prose.source[start:end]
    opening = re.match(r"(?i)([rbuf]*)(\"\"\"|'''|\"|')", literal)
    assert opening
    first, last = start + opening.end(), end - len(opening[2])
    prose.skip(start, first)
    prose.skip(last, end)
    if opening[2] == '"""' or TWO_WORDS.search(prose.source[first:last]):
        prose.keep(first, last)
        if "f" in opening[1].lower():  # Until Python 3.11 an f-string is one token.
            for each in BRACES.finditer(prose.source[first:last]):
                prose.characters[first + each.start() : first + each.end()] = _hidden(each)


def of_template(source: str) -> str:
    """The text of the page, of its attributes, and of the template's comments."""
    prose = _Prose(source)
    last = 0
    for found in TEMPLATE.finditer(source):
        prose.keep(last, found.start())
        last = found.end()
        if found["comment"]:
            prose.keep(found.start(), found.end())
        elif found["tag"] or found["html"]:
            for quoted in QUOTED.finditer(source, found.start(), found.end()):
                inner = source[quoted.start() + 1 : quoted.end() - 1]
                if SENTENCE.match(inner) and "{" not in inner:
                    prose.keep(quoted.start() + 1, quoted.end() - 1)
    prose.keep(last, len(source))
    return prose.text()


def of_script(source: str, syntax: re.Pattern[str] = JAVASCRIPT) -> str:
    """Comments, and strings of two words or more."""
    prose = _Prose(source)
    for found in syntax.finditer(source):
        if found["comment"]:
            prose.keep(*found.span())
            for mark in re.finditer(r"//|/\*+|\*/|(?<=\n)\s*\*", found[0]):
                prose.skip(found.start() + mark.start(), found.start() + mark.end())
        elif TWO_WORDS.search(found[0]):
            prose.keep(found.start() + 1, found.end() - 1)
            for each in BRACES.finditer(found[0]):  # ``${…}`` in a template literal.
                prose.characters[found.start() + each.start() : found.start() + each.end()] = _hidden(each)
    return prose.text()


def of_markdown(source: str) -> str:
    """Everything except code, URLs and tags."""
    prose = _Prose(MARKDOWN.sub(_hidden, source))
    prose.keep(0, len(source))
    return prose.text()


READERS: dict[str, Callable[[str], str]] = {
    ".py": of_python,
    "": of_python,
    ".html": of_template,
    ".txt": of_template,
    ".js": of_script,
    ".mjs": of_script,
    ".css": partial(of_script, syntax=CSS),
    ".md": of_markdown,
}

# Vendored and generated files, and migrations, which are written once.
SKIPPED = {"vendor", "migrations", "fonts", "node_modules", "var", "__pycache__"}
# The test of the list, whose examples are forbidden words.
EXAMPLES = "test_words.py"


def files(paths: Iterable[Path]) -> list[Path]:
    """The files in these folders that contain prose and were written for this project, sorted."""
    found = {
        each
        for path in paths
        for each in ([path] if path.is_file() else path.rglob("*"))
        if each.is_file() and each.suffix in READERS and (each.suffix or each.name == "uptown")
    }
    return sorted(path for path in found if not _is_skipped(path))


def _is_skipped(path: Path) -> bool:
    if path.name == EXAMPLES or (path.suffix == ".txt" and "templates" not in path.parts):
        return True
    return any(part in SKIPPED or (part.startswith(".") and len(part) > 2) for part in path.parts)


def prose_of(path: Path) -> str:
    """The prose of a file, with its offsets unchanged."""
    return READERS[path.suffix](path.read_text())
