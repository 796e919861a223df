"""The forms to import a list (file or lines, columns, confirmation), and to export one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.desk.lists_out import labels
from pages.hall.forms_sign_up import fresh_key
from pages.widgets import always, list_fields, sheet_field, text_field
from rules.competition.taking_part import WayOfTakingPart
from tournament.event.names import count
from tournament.lists.columns import meanings_for
from tournament.lists.imports import ListColumn, LookedAt
from tournament.lists.list_entries import Entry
from tournament.lists.reading import LONGEST_CELL, MOST_ROWS
from tournament.models import Event

MOST_CELLS = 12
"""The most cells of a row that can be corrected here. A list has no more columns that mean something."""
A_CELL = re.compile(r"cell_(\d{1,6})_(\d{1,2})")
IN_FORM = {"form": "choose-columns"}
"""The attribute of fields that are shown outside their form, beside what they are about."""
Lines = list[tuple[int, list[forms.BoundField]]]
EXAMPLES = {1: "Ann Brown", 2: "Aces: Ann Brown & Ray Lee", 3: "Ann Brown, Ray Lee, Mo King"}


class ListForm(ActionForm):
    """A file, or lines that were pasted."""

    key = fresh_key()
    file, lines = list_fields("CSV or Excel (.xlsx), up to 2 MB")
    sheet = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, way: WayOfTakingPart, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        example = EXAMPLES.get(way.members, EXAMPLES[3])
        entrant = way.entrant if way.members > 1 else "name"
        self.fields[
            "lines"
        ].help_text = f"One {entrant} on each line, as in “{example}”, or from a spreadsheet"

    def arguments(self, event: Event) -> dict[str, Any]:
        key, file, lines = (self.cleaned_data[name] for name in ("key", "file", "lines"))
        if file:
            return {"key": key, "content": file.read(), "name": file.name}
        return {"key": key, "content": lines.encode(errors="replace"), "sheet": self.cleaned_data["sheet"]}


@dataclass(frozen=True)
class _RowToCorrect:
    """A row that can be corrected, with the names of its fields by column."""

    number: int
    cells: Sequence[str]
    names: Mapping[int, str]

    def changed(self, typed: Mapping[str, str]) -> dict[int, str]:
        return {
            index: typed[name]
            for index, name in self.names.items()
            if typed[name] != _cell(self.cells, index)
        }


class ColumnsForm(ActionForm):
    """The sheet, the meaning of each column, and cells to correct: one form, so that nothing typed is lost.

    ``entries`` are those whose rows can be corrected; of those, a form that was sent has the rows in it. What
    isn't sent stays as it is.
    """

    seen = forms.IntegerField(
        widget=forms.HiddenInput, required=False, error_messages=always("Load the page again.")
    )
    heading = forms.IntegerField(
        label="Row with the headings",
        min_value=0,
        max_value=MOST_ROWS,
        help_text="0 if there are none. Rows above it are left out.",
        error_messages=always(f"From 0 to {MOST_ROWS:,}."),
    )
    leaves_out = forms.BooleanField(required=False, widget=forms.CheckboxInput(attrs=IN_FORM))

    def __init__(
        self,
        seen: LookedAt | None,
        entries: Sequence[Entry],
        way: WayOfTakingPart,
        typed: Mapping[str, Any] | None = None,
    ) -> None:
        initial = {"heading": seen.heading, "seen": seen.pk} if seen else {"heading": 0}
        super().__init__(typed, initial=initial)
        columns = seen.columns if seen else ()
        if seen and seen.sheets:
            self.fields["sheet"] = sheet_field(seen.sheets, seen.sheet)
        if seen and seen.wrong:
            self.fields["leaves_out"].label = f"Leave out the {count(seen.wrong, 'row')} with something wrong"
        self.columns = [f"column_{index}" for index in range(len(columns))]
        for name, column in zip(self.columns, columns, strict=True):
            shown = [column.heading, *column.samples]
            self.fields[name] = forms.ChoiceField(
                label=f"Column {column.letter}",
                required=False,
                choices=list(meanings_for(way).items()),
                initial=column.meaning,
                help_text=" · ".join(cell for cell in shown if cell),
                error_messages={"invalid_choice": "Choose what the column has from the list."},
            )
        sent = _rows(typed) if typed is not None else None
        self.entries = entries
        self.lines = {
            entry.row: [
                _RowToCorrect(number, cells, self._add(number, cells, columns))
                for number, cells in entry.lines
                if sent is None or number in sent
            ]
            for entry in entries
        }
        if typed is not None:
            unsent = {name: self.get_initial_for_field(field, name) for name, field in self.fields.items()}
            self.data = {**unsent, "leaves_out": None, **dict(typed.items())}

    def _add(self, number: int, cells: Sequence[str], columns: Sequence[ListColumn]) -> dict[int, str]:
        """Add the fields of a row; returns their names by column."""
        wanted = [index for index, column in enumerate(columns) if column.meaning or not column.heading]
        names = {index: f"cell_{number}_{index}" for index in wanted[:MOST_CELLS]}
        for index, name in names.items():
            column = columns[index]
            label = column.words if column.heading else f"Column {column.letter}"
            field = text_field(label if len(columns) > 1 else "Line", LONGEST_CELL, "a cell", **IN_FORM)
            field.initial = " ".join(_cell(cells, index).splitlines())[:LONGEST_CELL]
            self.fields[name] = field
        return names

    @property
    def fields_of_columns(self) -> list[forms.BoundField]:
        return [self[name] for name in self.columns]

    @property
    def wrong_rows(self) -> list[tuple[Entry, Lines]]:
        """The entries that are wrong, with the fields of their rows."""
        wrong = [entry for entry in self.entries if entry.is_wrong and self.lines[entry.row]]
        return [(entry, self.lines_of(entry)) for entry in wrong]

    def lines_of(self, entry: Entry) -> Lines:
        """The number of each row of an entry that can be corrected, with its fields."""
        lines = self.lines.get(entry.row, ())
        return [(line.number, [self[name] for name in line.names.values()]) for line in lines]

    @property
    def typed_rows(self) -> set[int]:
        """The first rows of the entries in whose cells something was typed."""
        changed = set(self.changed_data) if self.is_bound else set()
        return {
            row
            for row, lines in self.lines.items()
            if any(changed & {*line.names.values()} for line in lines)
        }

    @property
    def has_wrong_columns(self) -> bool:
        return any(name in self.errors for name in ("heading", *self.columns))

    @property
    def is_corrected(self) -> bool:
        """Whether something was changed since the preview was shown."""
        return bool({*self.changed_data} - {"seen", "leaves_out"})

    def arguments(self, event: Event) -> dict[str, Any]:
        typed: Mapping[str, Any] = self.cleaned_data
        changed = {line.number: line.changed(typed) for lines in self.lines.values() for line in lines}
        return {
            "meanings": tuple(typed[name] for name in self.columns),
            "heading": typed["heading"],
            "sheet": typed.get("sheet", ""),
            "seen": typed["seen"],
            "cells": {number: cells for number, cells in changed.items() if cells},
        }


class ConfirmForm(ColumnsForm):
    """The same form, sent to import the list."""

    def arguments(self, event: Event) -> dict[str, Any]:
        leaves_out = self.cleaned_data["leaves_out"]
        return {**super().arguments(event), "leaves_out": leaves_out, "is_corrected": self.is_corrected}


def _cell(cells: Sequence[str], index: int) -> str:
    return "".join(cells[index : index + 1])


def _rows(typed: Mapping[str, Any]) -> set[int]:
    """The numbers of the rows whose cells were sent."""
    return {int(found[1]) for name in typed if (found := A_CELL.fullmatch(name))}


class OutForm(forms.Form):
    """The list to export, its format, and whether contacts are included."""

    kind = forms.ChoiceField(label="As", choices=[("xlsx", "Excel"), ("csv", "CSV")], initial="xlsx")
    contacts = forms.BooleanField(
        label="With phone numbers, e-mails and notes",
        help_text="Only if you need them: everybody who gets the file can read them.",
        required=False,
    )

    def __init__(self, way: WayOfTakingPart, *args: Any) -> None:
        super().__init__(*args)
        self.fields["list"] = forms.ChoiceField(
            label="Which list", choices=list(labels(way).items()), initial="teams"
        )
