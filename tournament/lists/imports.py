"""The lists uploaded to an event: the one in preview, and those that were imported."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from rules.competition.taking_part import WayOfTakingPart
from tournament.lists.columns import letter, meanings_for, same_contacts
from tournament.lists.list_entries import BACK, KNOWN, OUT, WRONG, Entry, entry_of, sentence_of
from tournament.lists.reading import Row
from tournament.models import Event, ListImport

MOST_ENTRIES = 1_000
"""The most entries of one list, because they are imported in one transaction."""
SAMPLES = 2
LONGEST_SHOWN = 60


@dataclass(frozen=True, kw_only=True)
class ListColumn:
    letter: str
    heading: str
    samples: tuple[str, ...]
    meaning: str
    label: str

    @property
    def words(self) -> str:
        """``C “Phone”``, or ``C`` without a heading."""
        return f"{self.letter} “{self.heading}”" if self.heading else self.letter


@dataclass(frozen=True, kw_only=True)
class LookedAt:
    """A list in preview.

    ``sheets`` are those of a workbook that has several, of which ``sheet`` is read.
    """

    pk: int
    name: str
    is_busy: bool
    is_imported_next: bool
    done: int
    total: int
    problem: str
    """Says why it couldn't be read or imported."""
    columns: tuple[ListColumn, ...]
    heading: int
    sheet: str
    sheets: tuple[str, ...]
    entries: tuple[Entry, ...]

    @property
    def other_sheets(self) -> tuple[str, ...]:
        return tuple(title for title in self.sheets if title != self.sheet)

    @property
    def same_contacts(self) -> list[list[str]]:
        found = same_contacts([column.meaning for column in self.columns])
        return [[self.columns[index].words for index in same] for same in found]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The columns that have something and mean nothing."""
        return tuple(
            each.words for each in self.columns if not each.meaning and (each.heading or each.samples)
        )

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
    def to_correct(self) -> tuple[Entry, ...]:
        """The entries whose rows can be corrected in the preview."""
        return tuple(entry for entry in self.entries if entry.cells)

    @property
    def known(self) -> int:
        return self.states[KNOWN]

    @property
    def out(self) -> int:
        return self.states[OUT]

    @property
    def to_look_at(self) -> tuple[Entry, ...]:
        """The entries: errors first, then those who aren't coming, known ones, returning teams, those with a
        note, and the rest.
        """
        order = {WRONG: 0, OUT: 1, KNOWN: 2, BACK: 3}
        return tuple(sorted(self.entries, key=lambda one: order.get(one.state, 4 if one.said else 5)))


@dataclass(frozen=True, kw_only=True)
class Imported:
    """An imported list."""

    pk: int
    name: str
    at: datetime
    by: str
    teams: int
    players: int
    is_busy: bool
    undone_at: datetime | None
    problem: str
    """Says why it couldn't be undone."""


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
    """The lines of the list in preview, if they were pasted or changed here; else empty. One query."""
    is_text = Q(name="") | Q(columns__is_text=True)
    content = ListImport.objects.open().filter(is_text, event=event).values_list("content", flat=True).first()
    return bytes(content or b"").decode(errors="replace")


def choices_at(events: Iterable[Event]) -> dict[str, str]:
    """The last choices for columns in lists of these events, by ``heading_key``. One query."""
    rows = ListImport.objects.filter(event__in=events, columns__has_key="choices").order_by("pk")
    chosen: dict[str, str] = {}
    for choices in rows.values_list("columns__choices", flat=True):
        chosen |= choices
    return chosen


def lists(event: Event) -> Lists:
    """The context of the page of lists. One query."""
    rows = list(event.imports.select_related("by").defer("content"))
    found = next((row for row in rows if row.imported_at is None and row.dropped_at is None), None)
    last = rows[-1] if rows else None
    return Lists(
        looked_at=_looked_at(found, event.way) if found else None,
        refused=problem_of(last) if last and last.dropped_at else "",
        imported=tuple(_imported(row) for row in reversed(rows) if row.imported_at),
    )


def shown_cells(rows: Sequence[Row], width: int) -> list[list[str]]:
    """The first cells of each column, from which the organizer recognizes it."""
    first = rows[:SAMPLES]
    return [
        [row.cells[index][:LONGEST_SHOWN] if index < len(row.cells) else "" for row in first]
        for index in range(width)
    ]


def _looked_at(row: ListImport, way: WayOfTakingPart) -> LookedAt:
    meanings = meanings_for(way)
    headings = row.columns.get("headings", [])
    shown = zip(row.columns.get("shown", ()), row.columns.get("meanings", ()), strict=True)
    return LookedAt(
        pk=row.pk,
        name=str(row),
        is_busy=bool(row.task),
        is_imported_next=row.task == ListImport.Task.WRITE,
        done=row.done,
        total=row.total,
        problem=problem_of(row),
        columns=tuple(
            ListColumn(
                letter=letter(index),
                heading="".join(headings[index : index + 1]),
                samples=tuple(filter(None, cells)),
                meaning=meaning,
                label=meanings.get(meaning, ""),
            )
            for index, (cells, meaning) in enumerate(shown)
        ),
        heading=row.columns.get("heading", 0),
        sheet=row.columns.get("sheet", ""),
        sheets=tuple(row.columns.get("sheets", ())),
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
