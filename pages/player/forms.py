"""What a team types."""

from django import forms

WHY = (
    ("A renege is claimed.", "A renege"),
    ("We don’t agree on the score.", "The score"),
    ("We don’t agree on a rule.", "A rule"),
    ("Something else.", "Something else"),
)


class CallForm(forms.Form):
    """What a referee is wanted for."""

    why = forms.ChoiceField(
        choices=WHY,
        widget=forms.RadioSelect,
        required=False,
        label="What is it about?",
    )
