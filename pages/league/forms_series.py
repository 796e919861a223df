"""The forms of a series."""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django import forms

from pages.actions import ActionForm
from pages.widgets import always, day_input, text_field, whole_number
from rules.seasons.series import MOST_POINTS, USUAL_TABLE
from seasons.models import Series
from seasons.models.series import Counts
from tournament.errors import Refused
from tournament.models import Event

MOST_PLACES = 100
LIMITS = {"best": 99, "least_field": 999, "least_events": 99, "qualify": 999}
RULE = ("by_pairs", "counting", "below", *LIMITS)
PAIRS = "pairs"
WHO = (("people", "each person"), (PAIRS, "each pair"))


def _limit(label: str, most: int, help_text: str) -> forms.IntegerField:
    return whole_number(label, 0, most, help_text=help_text)


class SeriesForm(ActionForm):
    """The name and the rule of a series."""

    name = text_field("Name of the series", 60, "a series’ name", required="Write the series’ name.")
    by_pairs = forms.TypedChoiceField(
        label="Who gets the points",
        choices=WHO,
        coerce=PAIRS.__eq__,
        error_messages=always("Choose one of the two."),
    )
    counting = forms.ChoiceField(
        label="What counts",
        choices=Counts.choices,
        error_messages=always("Choose one of the three."),
    )
    table = text_field(
        "Points by place", 400, "the points", help_text="The first place first. Only for points by place."
    )
    """Typed as ``25, 18, 15``."""
    below = _limit("Everybody else who played", MOST_POINTS, "Points for places below these")
    best = _limit("How many of the best events count", LIMITS["best"], "0: all")
    least_field = _limit("Smallest field", LIMITS["least_field"], "An event with fewer doesn’t count. 0: any")
    least_events = _limit("Fewest events to qualify", LIMITS["least_events"], "0: any")
    qualify = _limit("How many qualify for the final", LIMITS["qualify"], "0: no final")

    @classmethod
    def of(cls, series: Series) -> "SeriesForm":
        initial = {name: getattr(series, name) for name in ("name", *RULE)}
        initial["by_pairs"] = PAIRS if series.by_pairs else "people"
        return cls(initial={**initial, "table": in_line(series.table)})

    @classmethod
    def blank(cls) -> "SeriesForm":
        return cls.of(Series(name="", table=list(USUAL_TABLE)))

    def clean_table(self) -> list[int]:
        cells = re.sub(r"[,;]", " ", self.cleaned_data["table"]).split()
        table = [int(cell) for cell in cells if cell.isascii() and cell.isdigit() and len(cell) < 6]
        if len(table) < len(cells) or len(table) > MOST_PLACES or max(table, default=0) > MOST_POINTS:
            raise forms.ValidationError(str(Refused("series.table")))
        if not table and self.cleaned_data.get("counting") == Counts.PLACES:
            raise forms.ValidationError(str(Refused("series.table")))
        return table


class AddForm(ActionForm):
    """An event of the club, past or coming."""

    added = forms.TypedChoiceField(
        label="Event", coerce=int, error_messages=always("Choose one of the list.")
    )

    def __init__(self, typed: Mapping[str, Any] | None, events: Iterable[tuple[Event, date]]) -> None:
        super().__init__(typed)
        held_on = dict(events)
        self._events = {event.pk: event for event in held_on}
        choices = [(event.pk, f"{event.name}, {day:%B %-d, %Y}") for event, day in held_on.items()]
        self.fields["added"].choices = choices  # type: ignore[attr-defined]

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"added": self._events[self.cleaned_data["added"]]}


class FinalForm(ActionForm):
    held_on = forms.DateField(
        label="Day of the final",
        widget=day_input(),
        error_messages=always("Write the day, as in 2026-01-31."),
    )


def in_line(table: Iterable[int]) -> str:
    return ", ".join(str(points) for points in table)
