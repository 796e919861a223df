"""Long lists on the big screen: columns and pages that can be read from across the room."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

Row = TypeVar("Row")

BETWEEN = 0.3
"""The gap between two rows, in lines."""
UNEVEN = 1.25
"""The most that a long list's tallest column exceeds the average, as a factor. Names differ in length."""


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A page in the smallest type that can be read from across the room: 32 pixels at 1920 by 1080."""

    columns: int
    lines: int
    """Per column."""
    letters: int
    """The width of a name. In the browser, static/js/parts/fit.js makes the type as large as the page allows.
    """

    def pages(self, lengths: Sequence[int]) -> int:
        """How many pages names of these ``lengths`` take, in any order."""
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
    """The layout for names of these ``lengths``, with the start and end of each page.

    It has the fewest pages, then the fewest columns.
    """
    layout = min(layouts, key=lambda each: each.pages(lengths))
    return layout, parts(len(lengths), layout.pages(lengths))


def parts(count: int, number: int) -> list[tuple[int, int]]:
    return [(count * part // number, count * (part + 1) // number) for part in range(number)]
