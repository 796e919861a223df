"""The forms to import a list (file or lines, columns, confirmation), and to export one."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from pages.actions import ActionForm
from pages.desk.lists_out import labels
from pages.hall.forms_sign_up import fresh_key
from pages.widgets import list_fields
from rules.competition.taking_part import WayOfTakingPart
from tournament.models import Event
from tournament.queries.lists.columns import meanings_for
from tournament.queries.lists.imports import ListColumn

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
    """The meaning of each column."""

    has_heading = forms.BooleanField(label="The first row is headings", required=False)

    def __init__(
        self, columns: tuple[ListColumn, ...], way: WayOfTakingPart, typed: QueryDict | None, **initial: Any
    ) -> None:
        super().__init__(typed, initial=initial)
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

    @property
    def fields_of_columns(self) -> list[forms.BoundField]:
        return [self[name] for name in self.columns]

    def arguments(self, event: Event) -> dict[str, Any]:
        typed: Mapping[str, Any] = self.cleaned_data
        meanings = tuple(typed[name] for name in self.columns)
        return {"meanings": meanings, "has_heading": typed["has_heading"]}


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
