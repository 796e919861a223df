"""What is typed on the floor: which table a game goes to, which teams are level."""

from django import forms

from tournament.models import Event, Table, Team


class CallGameForm(forms.Form):
    """The table for a game; none chosen means the first that is free."""

    table = forms.IntegerField(required=False, min_value=1)

    def chosen(self, event: Event) -> Table | None:
        """The table that was chosen, or None."""
        return event.tables.filter(number=self.cleaned_data["table"]).first()


class TieForm(forms.Form):
    """The teams of a tie, as the page listed them."""

    team = forms.ModelMultipleChoiceField(queryset=Team.objects.none())

    def __init__(self, data: object, *, event: Event) -> None:
        super().__init__(data)
        self.fields["team"].queryset = event.teams.all()

    def teams(self) -> list[Team]:
        """The teams, or none if what was sent names no team of the event."""
        return list(self.cleaned_data["team"]) if self.is_valid() else []
