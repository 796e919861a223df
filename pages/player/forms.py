"""The forms of a team's page."""

from typing import Any

from django import forms

from pages.actions import ActionForm
from tournament.models import Event

WHY = (
    ("A renege is claimed.", "A renege"),
    ("We don’t agree on the score.", "The score"),
    ("We don’t agree on a rule.", "A rule"),
    ("Something else.", "Something else"),
)


class CallForm(ActionForm):
    why = forms.ChoiceField(choices=WHY, widget=forms.RadioSelect, required=False, label="What is it about?")


class HelpForm(ActionForm):
    """Yes or no to the question whether somebody substitutes."""

    says = forms.ChoiceField(
        choices=(("yes", "Yes"), ("no", "No")),
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Press Yes or No."),
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"is_accepted": self.cleaned_data["says"] == "yes"}


class DisputeForm(ActionForm):
    """The other side's entry is wrong. ``key`` is the id of the dispute."""

    key = forms.UUIDField(error_messages={"required": "Reload the page, then say it again."})

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"report_id": self.cleaned_data["key"]}


class ResultForm(ActionForm):
    """A result is right. ``written`` is how many hands the page knew that were ever written for the game."""

    written = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class ObjectionForm(ResultForm):
    """A result is wrong. ``key`` is the id of the objection."""

    key = forms.UUIDField(required=False)
    why = forms.CharField(max_length=120, required=False)
