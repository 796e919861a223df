"""How long lists hang on the wall: in so many columns and pages that every name is read from afar."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

Row = TypeVar("Row")

BETWEEN = 0.3
"""The room between two rows, in lines."""
UNEVEN = 1.25
"""How much higher than the average the highest column of a long list is at most: names differ in length."""


@dataclass(frozen=True, kw_only=True)
class Layout:
    """What a page holds in the smallest type that is read from afar: 32 pixels on a wall of 1920 by 1080.

    Each of its ``columns`` has so many ``lines``, with room for so many ``letters`` of a name. In a browser
    static/js/parts/fit.js makes the type as large as the page has room for.
    """

    columns: int
    lines: int
    letters: int

    def pages(self, lengths: Sequence[int]) -> int:
        """On how many pages names of these ``lengths`` fit, in any order."""
        heights = sorted(map(self._height, lengths), reverse=True)
        average = sum(heights) / max(1, len(heights))
        pages = 0
        while True:
            pages += 1
            rows = ceil(ceil(len(heights) / pages) / self.columns)
            if min(sum(heights[:rows]), UNEVEN * average * rows) <= self.lines:
                return pages

    def in_columns(self, rows: Sequence[Row], name: Callable[[Row], str]) -> tuple[tuple[Row, ...], ...]:
        """The rows in columns of about the same height, none empty."""
        heights = [self._height(len(name(row))) for row in rows]
        columns: list[list[Row]] = [[] for _ in range(min(self.columns, len(rows)))]
        above = 0.0
        for row, height in zip(rows, heights, strict=True):
            columns[int(len(columns) * (above + height / 2) / sum(heights))].append(row)
            above += height
        return tuple(tuple(column) for column in columns if column)

    def _height(self, length: int) -> float:
        return BETWEEN + ceil(length / self.letters)


STANDINGS = (Layout(columns=1, lines=23, letters=42), Layout(columns=2, lines=23, letters=18))
SEATS = (Layout(columns=2, lines=24, letters=27), Layout(columns=3, lines=24, letters=16))
PLAYOFFS = (Layout(columns=1, lines=24, letters=50), Layout(columns=2, lines=24, letters=27))


def paged(lengths: Sequence[int], layouts: Sequence[Layout]) -> tuple[Layout, list[tuple[int, int]]]:
    """In which layout names of these ``lengths`` are shown, and where each page starts and ends.

    On as few pages as can be, and then in as few columns.
    """
    layout = min(layouts, key=lambda each: each.pages(lengths))
    return layout, parts(len(lengths), layout.pages(lengths))


def parts(count: int, number: int) -> list[tuple[int, int]]:
    """So many parts of about the same length: where each starts and ends."""
    return [(count * part // number, count * (part + 1) // number) for part in range(number)]
