"""Forms about volunteers."""

from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.widgets import text_field
from tournament.models import Event, Role


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
        required="Write the volunteer's name: it is shown beside everything they enter.",
    )


class RefereeForm(ActionForm):
    is_head = forms.BooleanField(required=False)

    def __init__(self, typed: Any, event: Event) -> None:
        super().__init__(typed)
        self.fields["plays_in"] = forms.ModelChoiceField(
            event.teams.all(),
            required=False,
            to_field_name="number",
            error_messages={"invalid_choice": "Choose a team of this event, or none."},
        )
