"""docs/operator.md lists exactly the settings that the code reads from the environment."""

import ast
import re

from tests.house.reading import MODULES, ROOT

OF_UPTOWN = re.compile(r"UPTOWN_[A-Z_]+")
# Settings of Django, of a library, or of the system.
NOT_SET_BY_AN_OPERATOR = {"DJANGO_SETTINGS_MODULE", "PROMETHEUS_MULTIPROC_DIR", "LD_LIBRARY_PATH"}


def names_in(node: ast.AST) -> set[str]:
    """The names read from ``os.environ``, and every other whole word that begins with UPTOWN_."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and OF_UPTOWN.fullmatch(node.value):
        return {node.value}
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
        found = node.slice
    elif isinstance(node, ast.Call) and ast.unparse(node.func) in {"os.environ.get", "os.getenv"}:
        found = node.args[0]
    else:
        return set()
    return {found.value} if isinstance(found, ast.Constant) else set()


def test_the_table_of_settings_lists_what_the_code_reads():
    sources = [(ROOT / path).read_text() for path in MODULES] + [(ROOT / "uptown").read_text()]
    read = {name for source in sources for node in ast.walk(ast.parse(source)) for name in names_in(node)}
    table = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operator.md").read_text(), re.MULTILINE)

    assert sorted(table) == sorted(read - NOT_SET_BY_AN_OPERATOR)
