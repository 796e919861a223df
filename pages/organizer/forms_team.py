"""What is typed about a team while the day is on: who sits in for whom."""

from collections.abc import Iterable
from typing import Any

from django import forms

from pages.hall.forms_sign_up import fresh_key
from tournament.queries.teams import TeamPlayer


class SubstituteForm(forms.Form):
    """Somebody sits in for a player who leaves."""

    key = fresh_key()

    def __init__(self, typed: Any, players: Iterable[TeamPlayer]) -> None:
        super().__init__(typed)
        choices = [(player.pk, player.name) for player in players]
        self.fields["player"] = forms.TypedChoiceField(
            label="Who leaves",
            coerce=int,
            choices=choices,
            # Of one there is nothing to choose.
            initial=choices[0][0] if len(choices) == 1 else None,
            widget=forms.RadioSelect,
            error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose who leaves."),
        )
        self.fields["name"] = forms.CharField(
            label="Who sits in",
            max_length=60,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            error_messages={
                "required": "Write who sits in.",
                "max_length": "Sixty letters are enough for a name.",
            },
        )
        self.fields["reason"] = forms.CharField(
            label="Why",
            max_length=200,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            error_messages={
                "required": "Write why somebody sits in: it stays on the record.",
                "max_length": "Two hundred letters are enough for a reason.",
            },
        )


class LeaveForm(forms.Form):
    """A team that leaves its game. ``key`` makes sure that it is forfeited once."""

    key = fresh_key()
