"""Forms of the page Programs."""

import re
from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.widgets import always, text_field
from tournament.errors import Refused
from tournament.models import Event
from tournament.models.programs import Scope


class TokenForm(ActionForm):
    name = text_field(
        "What it is called", 80, "a name", required="Write what the program is called: the log shows it."
    )
    scope = forms.ChoiceField(
        label="What it may do",
        choices=Scope,
        initial=Scope.READ,
        widget=forms.RadioSelect,
        error_messages=always("Choose what the program may do."),
    )
    tables = text_field(
        "Only at these tables",
        200,
        "tables",
        help_text="Numbers with commas, for results only. Empty: at all.",
    )
    is_of_club = forms.BooleanField(
        label="For all events of the club where you are an organizer, also those that it opens for you",
        required=False,
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = dict(self.cleaned_data)
        typed_numbers = re.split(r"[\s,;]+", typed.pop("tables").strip())
        if wrong := [word for word in typed_numbers if word and not re.fullmatch(r"[0-9]{1,4}", word)]:
            raise Refused("token.table", table=wrong[0], field="tables")
        return {**typed, "tables": [int(word) for word in typed_numbers if word]}


class WebhookForm(ActionForm):
    url = text_field(
        "Address",
        400,
        "an address",
        required="Write the address that is to get what happens.",
        inputmode="url",
    )
    actions = text_field(
        "Only these entries",
        400,
        "entries",
        help_text="Their names with commas, as in hand, round.called. Empty: all.",
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = self.cleaned_data
        return {**typed, "actions": [word for word in re.split(r"[\s,;]+", typed["actions"]) if word]}
