"""What is asked of a public page."""

from django import forms


class FinderForm(forms.Form):
    """Which team is looked for."""

    team = forms.IntegerField(required=False, min_value=1)

    def number(self) -> int | None:
        """The team's number, or None."""
        return self.cleaned_data.get("team") if self.is_valid() else None
