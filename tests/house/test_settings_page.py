"""The table of settings has exactly the settings that the code reads, and docs/operator.md shows it."""

import ast
import re

from config.environment import TABLE, as_tables
from tests.house.reading import MODULES, ROOT

# Settings of Django, of a library, or of the system; UPTOWN_HALL is passed on to web processes.
NOT_SET_BY_AN_OPERATOR = {"DJANGO_SETTINGS_MODULE", "PROMETHEUS_MULTIPROC_DIR", "LD_LIBRARY_PATH"}


def names_in(node: ast.AST) -> set[str]:
    """The name read by ``value``, or from ``os.environ``."""
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
        found = node.slice
    elif isinstance(node, ast.Call) and ast.unparse(node.func) in {"value", "os.environ.get", "os.getenv"}:
        found = node.args[0]
    else:
        return set()
    return {found.value} if isinstance(found, ast.Constant) else set()


def test_the_table_of_settings_lists_what_the_code_reads():
    sources = [(ROOT / path).read_text() for path in MODULES] + [(ROOT / "uptown").read_text()]
    read = {name for source in sources for node in ast.walk(ast.parse(source)) for name in names_in(node)}

    assert sorted(TABLE) == sorted(read - NOT_SET_BY_AN_OPERATOR)


def test_the_docs_show_the_table_of_settings():
    docs = (ROOT / "docs/operator.md").read_text()
    shown = re.search(r"(?s)\n(\*\*Starting\*\*\n.*?)\n\n## Sign in with", docs)[1]

    assert shown.splitlines() == as_tables().splitlines()
