"""The forms of the floor: calling games, deciding ties, changing the schedule."""

from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict

from pages.actions import ActionForm
from pages.floor.lots import random_words
from pages.hall.forms import PINS_OF_ALL
from pages.widgets import always
from seasons.clubs.club_of_event import club_of
from seasons.ratings.grades import by_grade
from tournament.models import Event, Team
from tournament.models.schedule import PhaseKind

NO_TIE = "Reload the page and choose again: that tie is decided."
MOVED_ON = always("Reload the page and choose again: the day has moved on.")
OUR_YEARS = range(2000, 3000)


class RevealForm(ActionForm):
    """How many places the page had shown when *Show the next place* was pressed."""

    shown = forms.IntegerField(
        min_value=0, error_messages=always("Reload the page and press again: it showed an earlier place.")
    )


class PinWallForm(ActionForm):
    """The kind of page that every big screen shows."""

    kind = forms.ChoiceField(choices=PINS_OF_ALL, error_messages=always("Choose what the big screen shows."))

    def arguments(self, event: Event) -> dict[str, Any]:
        kind = self.cleaned_data["kind"]
        return {"kind": kind, "title": dict(PINS_OF_ALL)[kind]}


CARD_GONE = always("Reload the page and press again: it showed an earlier card.")


class CardForm(ActionForm):
    """The draw, and how many of its cards the page showed."""

    subject = forms.CharField(max_length=80, error_messages=CARD_GONE)
    shown = forms.IntegerField(min_value=0, max_value=10_000, error_messages=CARD_GONE)


class CallGameForm(ActionForm):
    """The table for a game. If none is chosen, it is the first that is free."""

    table = forms.IntegerField(
        required=False, error_messages={"invalid": "Choose a table by its number, or none."}
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        number = self.cleaned_data["table"]
        return {"table": event.tables.filter(number=number).first() if number else None}


class TieForm(ActionForm):
    """The teams of a tie, as the page listed them."""

    team = forms.ModelMultipleChoiceField(queryset=Team.objects.all(), error_messages=always(NO_TIE))

    def arguments(self, event: Event) -> dict[str, Any]:
        """The teams; none if one of them isn't in this event."""
        chosen = list(self.cleaned_data["team"])
        return {"teams": chosen if all(team.event_id == event.pk for team in chosen) else []}


class TiedSidePrizeForm(ActionForm):
    """The winner of the hand or card that decides a tied side prize."""

    prize = forms.CharField(max_length=40, error_messages=always(NO_TIE))
    team = forms.ModelChoiceField(queryset=Team.objects.all(), error_messages=always("Choose who won it."))

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"prize": self.cleaned_data["prize"], "team": self.cleaned_data["team"]}


class BackForm(ActionForm):
    is_back = forms.BooleanField(required=False)

    def __init__(self, data: QueryDict, *, event: Event) -> None:
        super().__init__(data)
        self.fields["team"] = forms.ModelChoiceField(
            queryset=event.teams.all(), error_messages=always("Tap one of the teams below.")
        )


class OrderForm(ActionForm):
    """The order of the seeds, if there was no Phase I."""

    order = forms.ChoiceField(
        choices=[("entry", "in the order of sign-up"), ("lot", "by lot"), ("grade", "by grade")],
        error_messages=always("Choose one of the ways."),
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        order = self.cleaned_data["order"]
        return {
            "words": random_words() if order == "lot" else "",
            "graded": by_grade(event, club_of(event)) if order == "grade" else (),
        }


class PartForm(ActionForm):
    part = forms.ChoiceField(choices=PhaseKind, error_messages=MOVED_ON)


class MinutesForm(ActionForm):
    minutes = forms.IntegerField(error_messages=always("Say how many minutes to add, as in 5 or 10."))


class RoundForm(ActionForm):
    """A change to the time of the round, and the whistle that the page showed."""

    choice = forms.ChoiceField(
        choices=[(choice, choice) for choice in ("end", "longer", "later", "early")], error_messages=MOVED_ON
    )
    whistle = forms.DateTimeField(error_messages=MOVED_ON)


class BreakForm(ActionForm):
    break_at = forms.DateTimeField(error_messages=MOVED_ON)

    def clean_break_at(self) -> datetime:
        moment: datetime = self.cleaned_data["break_at"]
        if moment.year not in OUR_YEARS:
            raise forms.ValidationError(MOVED_ON["invalid"])
        return moment


class UndoChangeForm(ActionForm):
    change = forms.IntegerField(error_messages=MOVED_ON)
