"""The table of results: each figure, its aim, and whether it is met."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Row:
    """One figure."""

    what: str
    figure: str
    aim: str = ""
    is_met: bool | None = None
    """None if there is no aim."""
    beside: str = ""

    def __str__(self) -> str:
        verdict = {None: "", True: "met", False: "NOT MET"}[self.is_met]
        return f"  {self.what:<44}{self.figure:>14}  {self.beside:<20} {self.aim:<36} {verdict}".rstrip()


def show(title: str, rows: Iterable[Row]) -> list[Row]:
    """Print a part of the table as it is measured. Returns its rows."""
    print(f"\n{title}", flush=True)
    shown = []
    for row in rows:
        print(row, flush=True)
        shown.append(row)
    return shown


def missed(rows: Iterable[Row]) -> list[str]:
    """A sentence for each missed aim."""
    return [
        f"{row.what}: {row.figure}{row.beside and f' ({row.beside})'}, not {row.aim}."
        for row in rows
        if row.is_met is False
    ]


def ms(seconds: float) -> str:
    """A time in milliseconds, or in seconds from one second on."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"
