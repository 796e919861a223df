"""What is pressed while the day runs: a part, minutes, a break."""

from datetime import datetime

from django import forms

from pages.actions import ActionForm
from tournament.models.schedule import PhaseKind

CHOOSE = "Reload the page and choose again: the day has moved on."
OUR_YEARS = range(2000, 3000)


class PartForm(ActionForm):
    """A part of the day."""

    part = forms.ChoiceField(
        choices=PhaseKind, error_messages=dict.fromkeys(("required", "invalid_choice"), CHOOSE)
    )


class MinutesForm(ActionForm):
    """Minutes to add."""

    minutes = forms.IntegerField(
        error_messages=dict.fromkeys(("required", "invalid"), "Say how many minutes to add, as in 5 or 10.")
    )


class RoundForm(ActionForm):
    """What is done to the time of the round, and the whistle that was looked at."""

    choice = forms.ChoiceField(
        choices=[(choice, choice) for choice in ("end", "longer", "later", "early")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), CHOOSE),
    )
    whistle = forms.DateTimeField(error_messages=dict.fromkeys(("required", "invalid"), CHOOSE))


class BreakForm(ActionForm):
    """A break, named by a moment within it."""

    break_at = forms.DateTimeField(error_messages=dict.fromkeys(("required", "invalid"), CHOOSE))

    def clean_break_at(self) -> datetime:
        moment: datetime = self.cleaned_data["break_at"]
        if moment.year not in OUR_YEARS:
            raise forms.ValidationError(CHOOSE)
        return moment


class UndoForm(ActionForm):
    """What was done last to the running day."""

    change = forms.IntegerField(error_messages=dict.fromkeys(("required", "invalid"), CHOOSE))
