"""The lists uploaded to an event: the one in preview, and those that were imported."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Event, ListImport
from tournament.queries.lists.columns import Columns, letter
from tournament.queries.lists.entries import BACK, KNOWN, WRONG, Entry, entry_of, sentence_of
from tournament.queries.lists.reading import Row

MOST_ENTRIES = 1_000
"""The most entries of one list, because they are imported in one transaction."""
SAMPLES = 2


@dataclass(frozen=True, kw_only=True)
class ListColumn:
    letter: str
    heading: str
    samples: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, kw_only=True)
class LookedAt:
    """A list in preview. ``problem`` says why it couldn't be read or imported."""

    name: str
    is_busy: bool
    is_imported_next: bool
    done: int
    total: int
    problem: str
    columns: tuple[ListColumn, ...]
    has_heading: bool
    entries: tuple[Entry, ...]

    @property
    def per_cent(self) -> int:
        return 100 * self.done // self.total if self.total else 0

    @property
    def states(self) -> Counter[str]:
        return Counter(entry.state for entry in self.entries)

    @property
    def teams(self) -> int:
        return sum(entry.is_team and entry.comes_in for entry in self.entries)

    @property
    def singles(self) -> int:
        return sum(entry.comes_in for entry in self.entries) - self.teams

    @property
    def wrong(self) -> int:
        return self.states[WRONG]

    @property
    def known(self) -> int:
        return self.states[KNOWN]

    @property
    def to_look_at(self) -> tuple[Entry, ...]:
        """The entries: errors first, then known ones, returning teams, those with a note, and the rest."""
        order = {WRONG: 0, KNOWN: 1, BACK: 2}
        return tuple(sorted(self.entries, key=lambda one: order.get(one.state, 3 if one.said else 4)))


@dataclass(frozen=True, kw_only=True)
class Imported:
    """An imported list. ``problem`` says why it couldn't be undone."""

    pk: int
    name: str
    at: datetime
    by: str
    teams: int
    players: int
    is_busy: bool
    undone_at: datetime | None
    problem: str


@dataclass(frozen=True, kw_only=True)
class Lists:
    looked_at: LookedAt | None
    refused: str
    imported: tuple[Imported, ...]

    @property
    def is_busy(self) -> bool:
        return (self.looked_at is not None and self.looked_at.is_busy) or any(
            each.is_busy for each in self.imported
        )


def looked_at(event: Event) -> ListImport | None:
    return ListImport.objects.open().filter(event=event).first()


def pasted(event: Event) -> str:
    """The lines of the list in preview, if they were pasted; empty for a file. One query."""
    content = ListImport.objects.open().filter(event=event, name="").values_list("content", flat=True).first()
    return bytes(content or b"").decode(errors="replace")


def lists(event: Event) -> Lists:
    """The context of the page of lists. One query."""
    rows = list(event.imports.select_related("by").defer("content"))
    found = next((row for row in rows if row.imported_at is None and row.dropped_at is None), None)
    last = rows[-1] if rows else None
    return Lists(
        looked_at=_looked_at(found) if found else None,
        refused=problem_of(last) if last and last.dropped_at else "",
        imported=tuple(_imported(row) for row in reversed(rows) if row.imported_at),
    )


def columns_of(row: ListImport) -> Columns:
    return Columns(meanings=tuple(row.columns["meanings"]), has_heading=row.columns["has_heading"])


def shown_cells(rows: Sequence[Row], width: int) -> list[list[str]]:
    """The first cells of each column, from which the organizer recognizes it."""
    first = rows[: SAMPLES + 1]
    return [
        [row.cells[place][:60] if place < len(row.cells) else "" for row in first] for place in range(width)
    ]


def _looked_at(row: ListImport) -> LookedAt:
    has_heading = row.columns.get("has_heading", False)
    shown = zip(row.columns.get("shown", ()), row.columns.get("meanings", ()), strict=True)
    return LookedAt(
        name=str(row),
        is_busy=bool(row.task),
        is_imported_next=row.task == ListImport.Task.WRITE,
        done=row.done,
        total=row.total,
        problem=problem_of(row),
        columns=tuple(
            ListColumn(
                letter=letter(place),
                heading=cells[0] if has_heading else "",
                samples=tuple(cell for cell in cells[1 if has_heading else 0 :][:SAMPLES] if cell),
                meaning=meaning,
            )
            for place, (cells, meaning) in enumerate(shown)
        ),
        has_heading=has_heading,
        entries=tuple(map(entry_of, row.rows)),
    )


def _imported(row: ListImport) -> Imported:
    assert row.imported_at
    return Imported(
        pk=row.pk,
        name=str(row),
        at=row.imported_at,
        by=row.by.name,
        teams=len(row.made["teams"]),
        players=len(row.made["players"]),
        is_busy=bool(row.task),
        undone_at=row.undone_at,
        problem=problem_of(row),
    )


def problem_of(row: ListImport) -> str:
    if not row.problem:
        return ""
    where, sentence = row.problem["field"], sentence_of(row.problem)
    return f"{where.capitalize()}: {sentence}" if where.startswith("row ") else sentence
