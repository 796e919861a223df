"""The filter of the log, and the clock of a practice event."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.http import QueryDict

from pages.floor.audit_log import Narrowed
from pages.widgets import always, clock_input, day_input
from rules.time.schedule import NIGHT_ENDS, is_past_midnight


class LogFilter(forms.Form):
    """The filter of the log. ``game`` and ``before`` (show entries older than this id) come from links."""

    since = forms.TimeField(label="From", required=False, widget=clock_input())
    until = forms.TimeField(label="Until", required=False, widget=clock_input())
    words = forms.CharField(label="Words in it", max_length=80, required=False)
    game = forms.IntegerField(required=False, widget=forms.HiddenInput)
    before = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        typed: QueryDict,
        choices: Mapping[str, Sequence[tuple[str, str]]],
        entrant: str,
        days: Sequence[date],
    ) -> None:
        super().__init__(typed)
        self.typed, self.days = typed, days
        if len(days) > 1:
            dates = [(day.isoformat(), f"{day:%A, %B %-d}") for day in days]
            self.fields["on"] = forms.ChoiceField(
                label="Day", required=False, choices=[("", "All days"), *dates]
            )
        for name, label, everything in (
            ("who", "Who", "Everybody"),
            ("what", "What", "Everything"),
            ("table", "Table", "All tables"),
            ("team", entrant.capitalize(), f"All {entrant}s"),
        ):
            self.fields[name] = forms.ChoiceField(
                label=label, required=False, choices=[("", everything), *choices[name]]
            )
        self.order_fields(("who", "what", "table", "team", "on", "since", "until", "words"))

    def narrowed(self, day: datetime) -> Narrowed:
        """The filter; invalid values filter nothing. ``day`` is a time on the event's first day."""
        self.is_valid()
        typed = self.cleaned_data
        numbers = {name: int(typed[name]) if typed.get(name) else None for name in ("who", "table", "team")}
        return Narrowed(
            **numbers,
            what=typed.get("what", ""),
            query=typed.get("words", ""),
            game=typed.get("game"),
            since=self._moment(day, "since"),
            until=self._moment(day, "until"),
        )

    @property
    def before_sent(self) -> int | None:
        return self.cleaned_data.get("before")

    @property
    def address(self) -> str:
        query = self.typed.copy()
        query.pop("before", None)
        return f"?{query.urlencode()}" if query else ""

    def address_of(self, before: int) -> str:
        query = self.typed.copy()
        query["before"] = str(before)
        return f"?{query.urlencode()}"

    def _moment(self, day: datetime, name: str) -> datetime | None:
        clock, on = self.cleaned_data.get(name), self.cleaned_data.get("on")
        if on or (clock and len(self.days) > 1):
            # Without a day, ``since`` is on the first day and ``until`` on the last.
            of = date.fromisoformat(on) if on else self.days[0 if name == "since" else -1]
            whole = clock or NIGHT_ENDS
            is_next = whole < NIGHT_ENDS or (name == "until" and whole == NIGHT_ENDS)
            return datetime.combine(of + timedelta(days=is_next), whole, tzinfo=day.tzinfo)
        if clock is None:
            return None
        days = timedelta(days=is_past_midnight(day.time(), clock))
        return datetime.combine(day.date() + days, clock, tzinfo=day.tzinfo)


class ClockForm(forms.Form):
    on = forms.DateField(
        label="Date", widget=day_input(), error_messages=always("Write the date, as in 2026-06-27.")
    )
    shown = forms.TimeField(
        label="The clock shows",
        widget=clock_input(),
        error_messages={
            "required": "Write what the clock should show.",
            "invalid": "Write a time, as in 3:00 PM.",
        },
        input_formats=["%H:%M", "%H:%M:%S", "%I:%M %p"],
    )
    speed = forms.FloatField(
        label="It runs",
        widget=forms.Select(
            choices=(
                (0, "stopped"),
                (1, "as a clock does"),
                (10, "10 times as fast"),
                (30, "30 times as fast"),
                (60, "a minute every second"),
                (300, "5 minutes every second"),
            )
        ),
        error_messages={"required": "Say how fast it runs.", "invalid": "A number: 1 is as fast as a clock."},
    )

    def __init__(self, *args: Any, has_days: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_days:
            del self.fields["on"]
