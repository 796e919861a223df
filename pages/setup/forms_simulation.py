"""The form for a simulation of the day."""

from typing import Any

from django import forms

from pages.actions import ActionForm
from rules.competition.taking_part import WayOfTakingPart

WHOLE = "Write a whole number."
KINDS = ("required", "invalid", "min_value")


def _number(label: str, help_text: str = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=1,
        help_text=help_text,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages=dict.fromkeys(KINDS, WHOLE),
    )


class SimulationForm(ActionForm):
    teams = _number("Teams")
    tables = _number("Tables")
    days = _number("Days to play", "At most 1,000: that tells the formats apart.")

    def __init__(self, *args: Any, way: WayOfTakingPart, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["teams"].label = f"{way.entrant.capitalize()}s"
        if way.by_chair:
            self.fields["days"].help_text = "At most 1,000: that shows what is usual."
