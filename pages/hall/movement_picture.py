"""The movement as a picture: tables in a column, with arrows to where people go from each."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.seating.seating import Seating, Step

SHOWN = range(2, 6)
"""How many tables a picture can have."""
WIDE, BOX_X, BOX_WIDE, BOX_HIGH, STEP_Y, MARGIN = 360, 115, 130, 52, 88, 16
NARROWEST, MORE_BULGE = 30, 26
HEAD_LONG, HEAD_HALF = 11, 6


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """An arrow's shaft and its head, as SVG paths."""

    kind: int
    """The index of its mover in the legend."""
    path: str
    head: str


@dataclass(frozen=True, kw_only=True)
class TableLabel:
    y: int
    baseline: int
    words: str


@dataclass(frozen=True, kw_only=True)
class MoverLabel:
    kind: int
    words: str


@dataclass(frozen=True, kw_only=True)
class MovementPicture:
    """The picture, in the units of its view box; without tables if seats don't depend on the last table."""

    sentence: str
    height: int
    tables: tuple[TableLabel, ...]
    arrows: tuple[Arrow, ...]
    movers: tuple[MoverLabel, ...]
    width: int = WIDE
    box_x: int = BOX_X
    box_width: int = BOX_WIDE
    box_height: int = BOX_HIGH


def movement_picture(movement: Seating, tables: int) -> MovementPicture:
    """The picture of a movement for this number of tables, or as many as can be shown. No query."""
    many = min(max(tables, SHOWN.start), SHOWN[-1])
    steps = movement.steps(many)
    who = tuple(dict.fromkeys(step.who for step in steps))
    staying = {one for one in who if all(step.table == step.to for step in steps if step.who == one)}
    moving = [one for one in who if one not in staying]
    has_head = any(step.who == "Winners" and step.to < step.table for step in steps)
    return MovementPicture(
        sentence=movement.sentence,
        height=2 * MARGIN + STEP_Y * (many - 1) + BOX_HIGH,
        tables=tuple(_tables(many, has_head=has_head)) if steps else (),
        arrows=tuple(_arrow(step, moving.index(step.who)) for step in steps if step.who in moving),
        movers=(
            *(MoverLabel(kind=kind, words=one) for kind, one in enumerate(moving)),
            *(MoverLabel(kind=-1, words=f"{one} stay{'s' if one == 'North' else ''}") for one in staying),
        ),
    )


def _tables(many: int, *, has_head: bool) -> Iterable[TableLabel]:
    for number in range(1, many + 1):
        middle = _middle(number)
        words = "head table" if has_head and number == 1 else ""
        yield TableLabel(y=middle - BOX_HIGH // 2, baseline=middle - 1 if words else middle + 7, words=words)


def _middle(number: int) -> int:
    return MARGIN + BOX_HIGH // 2 + STEP_Y * (number - 1)


def _arrow(step: Step, kind: int) -> Arrow:
    """A curve beside the tables, wider for a longer way; a loop back to the same table for one who stays."""
    way = step.to - step.table
    off = 0 if way == 0 else (1 if way > 0 else -1)
    begins = _middle(step.table) + (12 * off if off else -16)
    ends = _middle(step.to) - (12 * off if off else -16)
    bulge = NARROWEST + MORE_BULGE * abs(way)
    x, out = (BOX_X + BOX_WIDE, 1) if step.side else (BOX_X, -1)
    tip, back = x + 2 * out, x + (2 + HEAD_LONG) * out
    far = x + bulge * out
    return Arrow(
        kind=kind,
        path=f"M{x} {begins}C{far} {begins} {far} {ends} {back} {ends}",
        head=f"M{tip} {ends}L{back} {ends - HEAD_HALF}V{ends + HEAD_HALF}Z",
    )
