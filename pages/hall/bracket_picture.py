"""The bracket as an SVG: the position of each box and line."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.bracket.bracket_rows import BracketCell, BracketPage, BracketPart, BracketSide

WIDE, HIGH = 240, 56
"""A box with two lines."""
STEP_X, STEP_Y = 290, 92
TITLE, MARGIN = 56, 24
LONGEST = 24


@dataclass(frozen=True, kw_only=True)
class BracketLine:
    y: int
    number: str
    name: str
    score: str
    is_winner: bool


@dataclass(frozen=True, kw_only=True)
class Box:
    """A game, at its upper left corner."""

    x: int
    y: int
    label: str
    lines: tuple[BracketLine, ...]
    path: str
    """Leads to the next game; empty if there is none."""


class Heading(NamedTuple):
    y: int
    title: str


@dataclass(frozen=True, kw_only=True)
class Picture:
    """The picture, in the units of its view box."""

    width: int
    height: int
    box_width: int
    box_height: int
    headings: tuple[Heading, ...]
    boxes: tuple[Box, ...]


def picture(page: BracketPage) -> Picture:
    """The bracket's parts below each other, as on its page. No query."""
    y, boxes, headings = MARGIN, list[Box](), list[Heading]()
    for part in page.parts:
        headings.append(Heading(y + 24, part.title))
        y += TITLE
        boxes += _boxes(part, y)
        y += _height(part)
    columns = max((len(part.rounds) for part in page.parts), default=1)
    return Picture(
        width=2 * MARGIN + STEP_X * columns,
        height=y + MARGIN,
        box_width=WIDE,
        box_height=HIGH,
        headings=tuple(headings),
        boxes=tuple(boxes),
    )


def _height(part: BracketPart) -> int:
    lowest = max(_middle(part, len(part.rounds) - 1, number) for number in range(len(part.rounds[-1].cells)))
    return max(STEP_Y * _rows(part), lowest + STEP_Y // 2)


def _rows(part: BracketPart) -> int:
    return max(len(_in_the_tree(each.cells)) if part.is_tree else len(each.cells) for each in part.rounds)


def _boxes(part: BracketPart, top: int) -> Iterable[Box]:
    for column, each in enumerate(part.rounds):
        has_next = part.is_tree and column + 1 < len(part.rounds)
        for number, cell in enumerate(each.cells):
            if cell.sides:
                follows = number if each.is_straight else number // 2
                to = top + _middle(part, column + 1, follows) if has_next else None
                yield _box(cell, column, top + _middle(part, column, number), to)


def _middle(part: BracketPart, column: int, number: int) -> int:
    """The y of a cell's middle: the cells of a round share the height of the tree.

    The game for third place is right below the final.
    """
    cells = _in_the_tree(part.rounds[column].cells)
    if not part.is_tree:
        return STEP_Y * number + STEP_Y // 2
    if number >= len(cells):
        return _middle(part, column, len(cells) - 1) + STEP_Y
    return STEP_Y * _rows(part) * (2 * number + 1) // (2 * len(cells))


def _in_the_tree(cells: Sequence[BracketCell]) -> list[BracketCell]:
    return [cell for cell in cells if cell.kind != "third"]


def _box(cell: BracketCell, column: int, middle: int, to: int | None) -> Box:
    x, y = MARGIN + STEP_X * column, middle - HIGH // 2
    right, half = x + WIDE, x + WIDE + (STEP_X - WIDE) // 2
    return Box(
        x=x,
        y=y,
        label=" · ".join(filter(None, (cell.label, _seeds(cell)))),
        lines=tuple(_line(side, y + 21 + 27 * row) for row, side in enumerate(cell.sides)),
        path=f"M{right} {middle}H{half}V{to}H{x + STEP_X}" if to is not None else "",
    )


def _seeds(cell: BracketCell) -> str:
    """``seeds 4 and 5``: the number before a name is the team's, and would be read as its seed."""
    seeds = [str(side.seed) for side in cell.sides if side.seed]
    return f"seed{'s' if len(seeds) > 1 else ''} {' and '.join(seeds)}" if seeds else ""


def _line(side: BracketSide, y: int) -> BracketLine:
    name = side.team.name if side.team else side.waits_for
    longest = LONGEST if side.team else 2 * LONGEST
    return BracketLine(
        y=y,
        number=str(side.team.number) if side.team else "",
        name=name if len(name) <= longest else f"{name[: longest - 1]}…",
        score="" if side.units is None else str(side.units),
        is_winner=side.is_winner,
    )
