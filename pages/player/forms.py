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


class DisputeForm(forms.Form):
    """The other team's entry is wrong. ``key`` is the dispute's own id, made when the form was."""

    key = forms.UUIDField(error_messages={"required": "Reload the page, then say it again."})


class ResultForm(forms.Form):
    """A result is right. ``written`` is how many hands were written for the game as it was seen."""

    written = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class ObjectionForm(ResultForm):
    """What is wrong with a result. ``key`` is the objection's own id, made when the form was."""

    key = forms.UUIDField(required=False)
    why = forms.CharField(max_length=120, required=False)
