"""The sessions of Phase I after the first. An empty form is no session."""

from collections.abc import Mapping
from typing import Any

from django import forms

from pages.widgets import clock_input, day_input
from rules.seating.known import find_seating, of_a_session
from rules.time.hours import MOST_SESSIONS, SessionPlan
from tournament.settings.plan import DayPlan


class SessionForm(forms.Form):
    """Session ``number`` of Phase I. One that was there can be removed; a new one may stay empty."""

    held_on = forms.DateField(
        label="Date",
        widget=day_input(),
        error_messages={
            "required": "Say on which day this session is.",
            "invalid": "Write the date as in 2026-06-27.",
        },
    )
    starts_at = forms.TimeField(
        label="From",
        widget=clock_input(),
        error_messages=dict.fromkeys(("required", "invalid"), "Say when this session begins."),
    )
    ends_at = forms.TimeField(
        label="Until",
        required=False,
        widget=clock_input(),
        error_messages={"invalid": "Write the time as in 4:00 PM."},
    )
    seating = forms.ChoiceField(
        label="Who plays whom",
        required=False,
        choices=lambda: [("", "As in the session before"), *of_a_session().items()],
        error_messages={"invalid_choice": "Choose one of the ways of seating from the list."},
    )
    is_gone = forms.BooleanField(label="Remove this session", required=False)

    def __init__(
        self, typed: Mapping[str, Any] | None, *, number: int, before: SessionPlan | None, has_ways: bool
    ) -> None:
        initial = {name: getattr(before, name) for name in SessionPlan.__dataclass_fields__} if before else {}
        super().__init__(
            typed,
            prefix=f"session_{number}",
            initial=initial,
            empty_permitted=before is None,
            use_required_attribute=False,
        )
        self.number, self.is_there = number, before is not None
        if not before:
            del self.fields["is_gone"]
        elif typed and typed.get(self.add_prefix("is_gone")):
            for field in self.fields.values():
                field.required = False
        if not has_ways:
            del self.fields["seating"]

    @property
    def is_shown(self) -> bool:
        return self.is_there or (self.is_bound and self.has_changed())

    def session(self) -> SessionPlan | None:
        typed = self.cleaned_data if self.is_bound and self.is_valid() else self.initial
        if not typed.get("held_on") or typed.get("is_gone"):
            return None
        return SessionPlan(
            held_on=typed["held_on"],
            starts_at=typed["starts_at"],
            ends_at=typed.get("ends_at"),
            seating=typed.get("seating") or "",
        )


def session_forms(typed: Mapping[str, Any] | None, plan: DayPlan) -> tuple[SessionForm, ...]:
    by_number = dict(enumerate(plan.sessions, start=2))
    has_ways = find_seating(plan.seating).may_be_followed
    return tuple(
        SessionForm(typed, number=number, before=by_number.get(number), has_ways=has_ways)
        for number in range(2, MOST_SESSIONS + 1)
    )
