"""What is typed on the floor: which table a game goes to, which teams are level."""

from typing import Any

from django import forms
from django.http import QueryDict

from pages.actions import ActionForm
from pages.floor.lots import random_words
from tournament.models import Event, Team

NO_TIE = "Reload the page and choose again: that tie is decided."


class CallGameForm(ActionForm):
    """The table for a game; none chosen means the first that is free."""

    table = forms.IntegerField(
        required=False, error_messages={"invalid": "Choose a table by its number, or none."}
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        number = self.cleaned_data["table"]
        return {"table": event.tables.filter(number=number).first() if number else None}


class TieForm(ActionForm):
    """The teams of a tie, as the page listed them."""

    team = forms.ModelMultipleChoiceField(
        queryset=Team.objects.all(),
        error_messages=dict.fromkeys(("required", "invalid_choice", "invalid_pk_value"), NO_TIE),
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        """The teams, or none if what was sent names a team that isn't the event's."""
        chosen = list(self.cleaned_data["team"])
        return {"teams": chosen if all(team.event_id == event.pk for team in chosen) else []}


class BackForm(ActionForm):
    """A team that goes through, and whether it is here for Phase II."""

    is_back = forms.BooleanField(required=False)

    def __init__(self, data: QueryDict, *, event: Event) -> None:
        super().__init__(data)
        self.fields["team"] = forms.ModelChoiceField(
            queryset=event.teams.all(),
            error_messages=dict.fromkeys(("required", "invalid_choice"), "Tap one of the teams below."),
        )


class OrderForm(ActionForm):
    """In which order everybody goes into the bracket, where there was no Phase I."""

    order = forms.ChoiceField(
        choices=[("entry", "in the order of sign-up"), ("lot", "by lot")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose one of the two ways."),
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"words": random_words() if self.cleaned_data["order"] == "lot" else ""}
