"""Which way to play Phase I was chosen."""

from django import forms

from pages.setup.fit import LABELS


class WayForm(forms.Form):
    """One of the ways that were offered."""

    way = forms.ChoiceField(
        choices=[(key, label) for key, label in LABELS.items() if key != "rise"],
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), "Choose one of the ways that are offered."
        ),
    )
