"""The sessions of Phase I after the first, as an organizer adds them; what is left empty is none."""

from collections.abc import Mapping
from datetime import date, time
from typing import Any

from django import forms

from rules.competition.hours import MOST_SESSIONS, SessionPlan
from tournament.commands.events import DayPlan
from tournament.models.schedule import OF_A_SESSION, TURNS_TO, Seating


def _time_field(label: str) -> forms.TimeField:
    return forms.TimeField(
        label=label,
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "Write the time as in 1:00 PM."},
    )


class SessionForm(forms.Form):
    """One more session: its date and its hours. ``number`` is which; one that was there can be removed."""

    held_on = forms.DateField(
        label="Date",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": "Write the date as in 2026-06-27."},
    )
    starts_at = _time_field("From")
    ends_at = _time_field("Until")
    seating = forms.ChoiceField(
        label="Who plays whom",
        required=False,
        choices=[("", "As in the session before"), *((way.value, way.label) for way in OF_A_SESSION)],
        error_messages={"invalid_choice": "Choose one of the ways of seating from the list."},
    )
    is_gone = forms.BooleanField(label="Remove this session", required=False)

    def __init__(
        self, typed: Mapping[str, Any] | None, *, number: int, before: SessionPlan | None, has_ways: bool
    ) -> None:
        initial = {name: getattr(before, name) for name in SessionPlan.__dataclass_fields__} if before else {}
        super().__init__(typed, prefix=f"session_{number}", initial=initial)
        self.number, self.is_there = number, before is not None
        if not before:
            del self.fields["is_gone"]
        if not has_ways:
            del self.fields["seating"]

    @property
    def is_shown(self) -> bool:
        """Whether it is open on the paper: it is there already, or somebody began to fill it in."""
        return self.is_there or bool(self.errors) or self.session() is not None

    def clean(self) -> dict[str, Any]:
        """A session that is begun needs its date and its time."""
        typed = super().clean() or {}
        if self._is_meant(typed) and not self.errors:
            if not typed.get("held_on"):
                self.add_error("held_on", f"Say on which day session {self.number} is.")
            if not typed.get("starts_at"):
                self.add_error("starts_at", f"Say when session {self.number} begins.")
        return typed

    def session(self) -> SessionPlan | None:
        """The session that was filled in, or that is there; None for none."""
        typed = self.cleaned_data if self.is_bound and self.is_valid() else self.initial
        if not self._is_meant(typed) or not isinstance(typed.get("held_on"), date):
            return None
        if not isinstance(typed.get("starts_at"), time):
            return None
        return SessionPlan(
            held_on=typed["held_on"],
            starts_at=typed["starts_at"],
            ends_at=typed.get("ends_at"),
            seating=typed.get("seating") or "",
        )

    def _is_meant(self, typed: Mapping[str, Any]) -> bool:
        is_filled = any(typed.get(name) for name in ("held_on", "starts_at", "ends_at"))
        return is_filled and not typed.get("is_gone")


def session_forms(typed: Mapping[str, Any] | None, plan: DayPlan) -> tuple[SessionForm, ...]:
    """A form for each session after the first that there is or may be."""
    there = dict(enumerate(plan.sessions, start=2))
    has_ways = Seating(plan.seating) in TURNS_TO
    return tuple(
        SessionForm(typed, number=number, before=there.get(number), has_ways=has_ways)
        for number in range(2, MOST_SESSIONS + 1)
    )
