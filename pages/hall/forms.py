"""What is asked of a public page."""

from typing import Any

from django import forms


class FinderForm(forms.Form):
    """Which team is looked for."""

    team = forms.IntegerField(required=False, min_value=1)

    def number(self) -> int | None:
        """The team's number, or None."""
        return self.cleaned_data.get("team") if self.is_valid() else None


class WindowForm(forms.Form):
    """Which part of a long table is asked for."""

    find = forms.CharField(required=False, max_length=60)
    team = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)
    page = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)
    whole = forms.IntegerField(required=False, min_value=1, max_value=1)

    def words(self) -> dict[str, Any]:
        """What was asked for and makes sense."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}
