"""Forms for the query strings of public pages."""

from typing import Any

from django import forms

PINS = (
    ("seats", "Seats"),
    ("standings", "Standings"),
    ("line", "Who is next"),
    ("playoff", "Play-off"),
    ("lot", "The lot"),
    ("through", "Who plays on"),
    ("prizes", "Side prizes"),
    ("bracket", "Bracket"),
    ("podium", "Winners"),
    ("calls", "Calls so far"),
)
"""The pages of the big screen that can be pinned, on one screen by anybody."""
PINS_OF_ALL = (
    *PINS,
    ("draw-round", "The round, card by card"),
    ("draw-lot", "The lot, card by card"),
    ("draw-bracket", "The bracket, card by card"),
)
"""What an organizer pins on every screen."""


class FindForm(forms.Form):
    """The team to look for: by words, or by number."""

    find = forms.CharField(required=False, max_length=60)
    team = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)

    def parameters(self) -> dict[str, Any]:
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}


class LongTableForm(FindForm):
    """The page of a long table."""

    page = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)
    whole = forms.IntegerField(required=False, min_value=1, max_value=1)


class OfTableForm(forms.Form):
    """The number of one table; none for all tables."""

    table = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)

    def number(self) -> int | None:
        return self.cleaned_data["table"] if self.is_valid() else None


class PageForm(LongTableForm):
    """The page of a long table in several parts."""

    part = forms.SlugField(required=False, max_length=20)
    field_order = ("part", "find", "team", "page", "whole")


class PinForm(forms.Form):
    pin = forms.ChoiceField(required=False, choices=PINS)

    def kind(self) -> str:
        return self.cleaned_data["pin"] if self.is_valid() else ""
