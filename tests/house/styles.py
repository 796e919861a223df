"""The rules of the style sheets, as a browser reads them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import tinycss2

from tests.house.reading import ROOT, STYLES


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One rule of a sheet. ``within`` are the conditions around it, such as ``@media print``."""

    sheet: str
    within: tuple[str, ...]
    selectors: tuple[str, ...]


@cache
def rules() -> list[Rule]:
    """Every rule of every sheet."""
    return [
        rule
        for path in STYLES
        for rule in _rules(name_of(path), tinycss2.parse_stylesheet((ROOT / path).read_text()), ())
    ]


def name_of(path: Path) -> str:
    """A sheet's name in bundles.py, such as ``components/cards``."""
    return str(path.relative_to("static/css").with_suffix(""))


def _rules(sheet: str, nodes: Iterable[tinycss2.ast.Node], within: tuple[str, ...]) -> Iterator[Rule]:
    for node in nodes:
        assert node.type != "error", f"{sheet}.css, line {node.source_line}: {node.message}"
        if node.type == "qualified-rule":
            yield Rule(sheet=sheet, within=within, selectors=tuple(_split(_plain(node.prelude))))
        elif node.type == "at-rule" and node.lower_at_keyword in {"media", "container"}:
            condition = f"@{node.lower_at_keyword} {_plain(node.prelude)}"
            yield from _rules(sheet, tinycss2.parse_rule_list(node.content), (*within, condition))


def _plain(nodes: Iterable[tinycss2.ast.Node]) -> str:
    return " ".join(tinycss2.serialize([node for node in nodes if node.type != "comment"]).split())


def _split(text: str, *, at: str = ",") -> list[str]:
    """Split a selector at the given characters, except inside brackets."""
    pieces, depth = [""], 0
    for mark in text:
        depth += (mark in "([") - (mark in ")]")
        if mark in at and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += mark
    return [piece.strip() for piece in pieces if piece.strip()]
