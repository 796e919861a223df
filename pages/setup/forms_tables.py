"""The form for a table of the hall."""

from collections.abc import Iterable
from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.setup.tables import RoomTable
from pages.widgets import text_field
from tournament.models import Event, Table


class TableForm(ActionForm):
    zone = text_field("Zone", 30, "a zone", help_text="As people say it: by the window, upstairs.")
    is_accessible = forms.BooleanField(label="Wheelchair-accessible", required=False)
    is_out_of_use = forms.BooleanField(label="Out of use", required=False)

    def __init__(self, typed: Any, table: RoomTable | Table, referees: Iterable[tuple[int, str]]) -> None:
        start = {
            "zone": table.zone,
            "is_accessible": table.is_accessible,
            "is_out_of_use": table.is_out_of_use,
            "referee": table.referee_id,
        }
        super().__init__(typed, initial=start, auto_id=f"table-{table.number}-%s")
        self.fields["referee"] = forms.TypedChoiceField(
            label="Looked after by",
            required=False,
            coerce=int,
            empty_value=None,
            choices=[("", "any free referee"), *referees],
            error_messages={"invalid_choice": "Choose a referee of this event."},
        )

    def arguments(self, event: Event) -> dict[str, Any]:
        chosen = self.cleaned_data["referee"]
        referee = event.badges.filter(pk=chosen).first() if chosen else None
        return {**self.cleaned_data, "referee": referee}
