"""Forms about volunteers."""

import re
from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.widgets import text_field
from tournament.models import Event, Role

ITEM = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?")
MOST_TABLES = 200


class TablesField(forms.CharField):
    """Table numbers as people write them: ``1-8, 12``. Its value is a list; empty: every table."""

    def __init__(self) -> None:
        super().__init__(
            label="Only at tables",
            max_length=200,
            required=False,
            help_text="Such as 1-8, 12. Empty: all of them.",
        )

    def to_python(self, value: Any) -> Any:
        numbers: set[int] = set()
        for part in filter(None, (one.strip() for one in re.split(r"[,;]", str(value or "")))):
            item = ITEM.fullmatch(part)
            first, last = (int(item[1]), int(item[2] or item[1])) if item else (1, 0)
            if not 0 <= last - first < MOST_TABLES:
                raise forms.ValidationError("Write table numbers with commas between them, such as 1-8, 12.")
            numbers.update(range(first, last + 1))
        return sorted(numbers)


class BadgeForm(ActionForm):
    role = forms.ChoiceField(
        label="What they do",
        choices=((Role.REFEREE, "Referee"), (Role.DESK, "Desk volunteer")),
        initial=Role.REFEREE,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose what they do.",
            "invalid_choice": "Choose referee or desk volunteer.",
        },
    )
    name = text_field(
        "Their name",
        80,
        "a name",
        required="Write the volunteer’s name: it is shown beside everything they enter.",
    )
    tables = TablesField()


class RefereeForm(ActionForm):
    is_head = forms.BooleanField(required=False)
    tables = TablesField()

    def __init__(self, typed: Any, event: Event) -> None:
        super().__init__(typed)
        self.fields["plays_in"] = forms.ModelChoiceField(
            event.teams.all(),
            required=False,
            to_field_name="number",
            error_messages={"invalid_choice": "Choose a team of this event, or none."},
        )
