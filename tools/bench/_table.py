"""The table of results: each figure beside its aim, and how much is missing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


def ms(seconds: float) -> str:
    """A time in milliseconds, or in seconds from one second on."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    if 0 < seconds < 0.001:
        return f"{seconds * 1_000_000:.0f} µs"
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"


def rate(count: float) -> str:
    return f"{count:,.0f}/s"


def kilobytes(count: float) -> str:
    return f"{count / 1000:,.1f} kB"


@dataclass(frozen=True, kw_only=True)
class Row:
    """One figure."""

    what: str
    figure: float
    says: Callable[[float], str] = ms
    aim: float | None = None
    """The most that it should be; of a rate, the least."""
    floor: float | None = None
    """The figure of a bare view in the same run (``_bare_urls``): an aim beyond it is out of reach."""
    beside: str = ""

    def short_of(self, figure: float) -> float:
        """By how much a figure misses the aim; negative if it is better."""
        if self.aim is None:
            return 0.0
        return self.aim - figure if self.says is rate else figure - self.aim

    @property
    def is_missed(self) -> bool:
        return self.short_of(self.figure) > 0 and not self.is_out_of_reach

    @property
    def is_out_of_reach(self) -> bool:
        return self.floor is not None and self.short_of(self.floor) > 0

    @property
    def verdict(self) -> str:
        if self.short_of(self.figure) <= 0:
            return "met"
        if self.is_out_of_reach:
            return "out of reach here"
        return f"missed by {self.says(self.short_of(self.figure))}"

    def __str__(self) -> str:
        aim = ""
        if self.aim is not None:
            aim = f"{'at least' if self.says is rate else 'at most'} {self.says(self.aim)}: {self.verdict}"
        floor = f"bare view {self.says(self.floor)}" if self.floor else ""
        beside = "; ".join(filter(None, [self.beside, floor]))
        return f"  {self.what:<42}{self.says(self.figure):>9}  {aim:<36} {beside}".rstrip()


def show(title: str, rows: Iterable[Row]) -> list[Row]:
    """Print a part of the table as it is measured. Returns its rows."""
    print(title, flush=True)
    shown = []
    for row in rows:
        print(row, flush=True)
        shown.append(row)
    return shown


def status(rows: Iterable[Row]) -> int:
    """The exit status: 1 if an aim is missed."""
    return int(any(row.is_missed for row in rows))
