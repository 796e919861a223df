"""Forms about a team: substitutes, leaving, where it can sit."""

from collections.abc import Iterable
from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.hall.forms_sign_up import fresh_key
from tournament.models import Event
from tournament.queries.teams import TeamPlayer


class SubstituteForm(ActionForm):
    key = fresh_key()

    def __init__(self, typed: Any, players: Iterable[TeamPlayer]) -> None:
        super().__init__(typed)
        choices = [(player.pk, player.name) for player in players]
        self.fields["player"] = forms.TypedChoiceField(
            label="Who leaves",
            coerce=int,
            choices=choices,
            initial=choices[0][0] if len(choices) == 1 else None,
            widget=forms.RadioSelect,
            error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose who leaves."),
        )
        self.fields["name"] = forms.CharField(
            label="Substitute",
            max_length=60,
            widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
            error_messages={
                "required": "Write the substitute's name.",
                "max_length": "At most 60 characters for a name.",
            },
        )
        self.fields["reason"] = forms.CharField(
            label="Why",
            max_length=200,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            error_messages={
                "required": "Write why there is a substitute: it stays on the record.",
                "max_length": "At most 200 characters for a reason.",
            },
        )

    def arguments(self, event: Event) -> dict[str, Any]:
        return {**self.cleaned_data, "player": event.players.get(pk=self.cleaned_data["player"])}


class LeaveForm(ActionForm):
    """A team leaves its game. ``key`` makes sure that the game is forfeited once."""

    key = fresh_key()


class PlaceForm(ActionForm):
    home = forms.CharField(
        label="From",
        required=False,
        max_length=60,
        help_text="City or club. Who comes from one home can be kept apart.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"max_length": "At most 60 characters for a home."},
    )
    needs_accessible = forms.BooleanField(label="They need a wheelchair-accessible table", required=False)

    def __init__(self, typed: Any, tables: Iterable[int], **more: Any) -> None:
        super().__init__(typed, **more)
        self.fields["fixed_table"] = forms.TypedChoiceField(
            label="They always sit at",
            required=False,
            coerce=int,
            empty_value=None,
            choices=[("", "any table"), *((number, f"Table {number}") for number in tables)],
            error_messages={"invalid_choice": "Choose a table of the hall."},
        )

    def arguments(self, event: Event) -> dict[str, Any]:
        number = self.cleaned_data["fixed_table"]
        fixed = event.tables.filter(number=number).first() if number else None
        return {**self.cleaned_data, "fixed_table": fixed}
