"""What is typed on the floor: which table a game goes to, which teams are level."""

from django import forms
from django.http import QueryDict

from tournament.models import Event, Table, Team


class CallGameForm(forms.Form):
    """The table for a game; none chosen means the first that is free."""

    table = forms.IntegerField(required=False, min_value=1)

    def chosen(self, event: Event) -> Table | None:
        """The table that was chosen, or None."""
        number = self.cleaned_data.get("table") if self.is_valid() else None
        return event.tables.filter(number=number).first() if number else None


class TieForm(forms.Form):
    """The teams of a tie, as the page listed them."""

    team = forms.ModelMultipleChoiceField(queryset=Team.objects.all())

    def teams(self, event: Event) -> list[Team]:
        """The teams, or none if what was sent names a team that isn't the event's."""
        chosen = list(self.cleaned_data["team"]) if self.is_valid() else []
        return chosen if all(team.event_id == event.pk for team in chosen) else []


class BackForm(forms.Form):
    """A team that goes through, and whether it is here for Phase II."""

    is_back = forms.BooleanField(required=False)

    def __init__(self, data: QueryDict, *, event: Event) -> None:
        super().__init__(data)
        self.fields["team"] = forms.ModelChoiceField(
            queryset=event.teams.all(),
            error_messages=dict.fromkeys(("required", "invalid_choice"), "Tap one of the teams below."),
        )


class OrderForm(forms.Form):
    """In which order everybody goes into the bracket, where there was no Phase I."""

    order = forms.ChoiceField(
        choices=[("entry", "in the order of sign-up"), ("lot", "by lot")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose one of the two ways."),
    )
