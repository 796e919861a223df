"""The forms to import a list (file or lines, columns, confirmation), and to export one."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from pages.actions import ActionForm
from pages.desk.lists_out import labels
from pages.hall.forms_sign_up import fresh_key
from pages.widgets import always, list_fields, text_field
from rules.competition.taking_part import WayOfTakingPart
from tournament.models import Event
from tournament.queries.lists.columns import meanings_for
from tournament.queries.lists.entries import Entry
from tournament.queries.lists.imports import ListColumn, LookedAt
from tournament.queries.lists.reading import LONGEST_CELL, MOST_ROWS

MOST_CELLS = 12
"""The most cells of a row that can be corrected here. A list has no more columns that mean something."""
A_CELL = re.compile(r"cell_(\d{1,6})_(\d{1,2})")
EXAMPLES = {1: "Ann Brown", 2: "Aces: Ann Brown & Ray Lee", 3: "Ann Brown, Ray Lee, Mo King"}


class ListForm(ActionForm):
    """A file, or lines that were pasted."""

    key = fresh_key()
    file, lines = list_fields("CSV or Excel (.xlsx), up to 2 MB")

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
        return {"key": key, "content": lines.encode(errors="replace")}


class ColumnsForm(ActionForm):
    """The meaning of each column, and the cells of rows that are wrong: one form, so that nothing is lost.

    ``wrong`` are the rows to correct; of those, a form that was sent has the rows in it.
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

    def __init__(
        self,
        seen: LookedAt | None,
        wrong: Sequence[Entry],
        way: WayOfTakingPart,
        typed: QueryDict | None = None,
    ) -> None:
        initial = {"heading": seen.heading, "seen": seen.pk} if seen else {}
        super().__init__(typed, initial=initial)
        columns = seen.columns if seen else ()
        self.columns = [f"column_{place}" for place in range(len(columns))]
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
        rows = [entry for entry in wrong if sent is None or entry.row in sent]
        self.rows = [(entry, self._add(entry, columns)) for entry in rows]

    def _add(self, entry: Entry, columns: Sequence[ListColumn]) -> dict[int, str]:
        """Add the fields of a row; returns their names by column."""
        wanted = [place for place, column in enumerate(columns) if column.meaning or not column.heading]
        names = {place: f"cell_{entry.row}_{place}" for place in wanted[:MOST_CELLS]}
        for place, name in names.items():
            column = columns[place]
            label = column.words if column.heading else f"Column {column.letter}"
            field = text_field(label if len(columns) > 1 else "Line", LONGEST_CELL, "a cell")
            field.initial = "".join(entry.cells[place : place + 1])[:LONGEST_CELL]
            self.fields[name] = field
        return names

    @property
    def fields_of_columns(self) -> list[forms.BoundField]:
        return [self[name] for name in self.columns]

    @property
    def fields_of_rows(self) -> list[tuple[Entry, list[forms.BoundField]]]:
        return [(entry, [self[name] for name in names.values()]) for entry, names in self.rows]

    @property
    def has_wrong_columns(self) -> bool:
        return any(name in self.errors for name in ("heading", *self.columns))

    def arguments(self, event: Event) -> dict[str, Any]:
        typed: Mapping[str, Any] = self.cleaned_data
        return {
            "meanings": tuple(typed[name] for name in self.columns),
            "heading": typed["heading"],
            "seen": typed["seen"],
            "cells": {
                entry.row: {place: typed[name] for place, name in names.items()} for entry, names in self.rows
            },
        }


def _rows(typed: QueryDict) -> set[int]:
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


class ConfirmForm(ActionForm):
    leaves_out = forms.BooleanField(required=False)
