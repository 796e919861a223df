"""What is asked of a public page."""

from django import forms

PINS = (("seats", "Seats"), ("standings", "Standings"), ("line", "Who is next"), ("bracket", "Bracket"))
"""The pages of the big screen that can stay on a wall."""


class FinderForm(forms.Form):
    """Which team is looked for."""

    team = forms.IntegerField(required=False, min_value=1)

    def number(self) -> int | None:
        """The team's number, or None."""
        return self.cleaned_data.get("team") if self.is_valid() else None


class PinForm(forms.Form):
    """Which of its pages a big screen stays with."""

    pin = forms.ChoiceField(required=False, choices=PINS)

    def kind(self) -> str:
        """The kind of page; empty if it shows them all."""
        return self.cleaned_data["pin"] if self.is_valid() else ""
