"""The table: what was measured, what it should be, and whether it is."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Row:
    """One figure. ``is_met`` is None where there is nothing to aim at."""

    what: str
    figure: str
    aim: str = ""
    is_met: bool | None = None
    beside: str = ""

    def __str__(self) -> str:
        verdict = {None: "", True: "met", False: "NOT MET"}[self.is_met]
        return f"  {self.what:<44}{self.figure:>14}  {self.beside:<20} {self.aim:<36} {verdict}".rstrip()


def show(title: str, rows: Iterable[Row]) -> list[Row]:
    """Print a part of the table as it is measured."""
    print(f"\n{title}", flush=True)
    shown = []
    for row in rows:
        print(row, flush=True)
        shown.append(row)
    return shown


def missed(rows: Iterable[Row]) -> list[str]:
    """A sentence for each aim that is missed."""
    return [
        f"{row.what}: {row.figure}{row.beside and f' ({row.beside})'}, not {row.aim}."
        for row in rows
        if row.is_met is False
    ]


def ms(seconds: float) -> str:
    """A time, as precisely as it is read."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"
