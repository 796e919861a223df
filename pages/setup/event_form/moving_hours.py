"""What hangs on the beginning of Phase I moves with it, and a sentence says so (Rulebook E-220)."""

import json
from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import Any

from django import forms
from django.http import QueryDict

from pages.flyer.sentences import clock
from pages.setup.event_form.forms_sessions import session_forms
from pages.setup.event_form.settings import DayForm
from rules.competition.taking_part import WayOfTakingPart
from rules.time.hours import TIMES, DayHours
from tournament.event.names import in_words
from tournament.settings.plan import DayPlan

SHOWN = "hours_shown"
"""The name of the hidden field with the hours as the page showed them, as JSON."""
_FIELDS = (
    "held_on", "timezone", "meet_at", "phase_one_at", "phase_one_until", "phase_two_on", "phase_two_at",
    "awards_at", "breaks_at", "breaks",
)  # fmt: skip
_NAMES = {
    "meet_at": "meet & greet",
    "phase_one_until": "the end of the first session",
    "phase_two_on": "the date of Phase II",
    "phase_two_at": "Phase II",
    "awards_at": "the awards",
    "breaks": "the breaks",
}

_HoursForm: type[forms.Form] = type(
    "_HoursForm", (forms.Form,), {name: DayForm.base_fields[name] for name in _FIELDS}
)


class MovedHours:
    """The typed values, in which what hangs on Phase I moved with it.

    Only times that are still as the page showed them move. ``moved`` has their names and new values.
    """

    def __init__(self, typed: Mapping[str, Any] | None, plan: DayPlan) -> None:
        self.typed, self.moved, self._after = typed, dict[str, str](), None
        if not typed or SHOWN not in typed:
            return
        shown = _read(typed[SHOWN])
        if all(typed.get(name) == shown.get(name) for name in ("held_on", "phase_one_at")):
            return
        begins = _HoursForm(typed)
        before = _hours(shown | {name: typed.get(name) for name in ("timezone", "breaks_at")}, plan)
        if before is None or not {"held_on", "phase_one_at"} <= _cleaned(begins).keys():
            return
        self._before = before
        try:
            after = before.beginning(begins.cleaned_data["held_on"], begins.cleaned_data["phase_one_at"])
        except (ValueError, OverflowError):
            return
        was, values = _values(before), _values(after)
        self._after = after
        follows = {
            name: value
            for name, value in values.items()
            if value != was[name] and typed.get(name) == shown.get(name)
        }
        self.typed = typed.copy() if isinstance(typed, QueryDict) else dict(typed)
        for name, value in follows.items():
            self.typed[name] = value
        # Times that nobody wrote aren't used, and needn't be looked over.
        self.moved = {
            name: value for name, value in follows.items() if name != "breaks" or after.breaks_at == TIMES
        }

    def sentence(self, way: WayOfTakingPart) -> str:
        """``Phase I now begins at 6:00 PM. With it moved: Phase II to 8:00 PM …``"""
        after = self._after
        if after is None or not self.moved:
            return ""
        is_later = after.phase_one_at != self._before.phase_one_at
        begins = [f"on {after.held_on:%B %-d}"] if after.spans_days or not is_later else []
        begins += [f"at {clock(after.phase_one_at)}"] if is_later else []
        moved = in_words(self._words(after, has_bracket=way.has_bracket and way.has_phase_one))
        what = "Phase I" if way.has_phase_one else "The bracket"
        return (
            f"{what} now begins {' '.join(begins)}. With it moved: {moved}. "
            "Breaks and sign-up follow by themselves."
        )

    def _words(self, after: DayHours, *, has_bracket: bool) -> Iterable[str]:
        for name, words in _NAMES.items():
            if name not in self.moved or (name.startswith("phase_two") and not has_bracket):
                continue
            value = getattr(after, name)
            to = f" to {clock(value)}" if isinstance(value, time) else ""
            yield f"{words} to {value:%B %-d}" if isinstance(value, date) else f"{words}{to}"
        if any(name.startswith("session_") for name in self.moved):
            yield "the later sessions"


def hours_shown(fields: Iterable[tuple[str, str]]) -> str:
    """The value of the hidden field, from the names and values of the form."""
    return json.dumps(dict(fields))


def is_hours(name: str) -> bool:
    return name in _FIELDS or name.startswith("session_")


def _read(sent: Any) -> dict[str, Any]:
    try:
        shown = json.loads(str(sent))
    except ValueError:
        return {}
    return {str(name): str(value) for name, value in shown.items()} if isinstance(shown, dict) else {}


def _cleaned(form: forms.Form) -> dict[str, Any]:
    form.full_clean()
    return form.cleaned_data


def _hours(shown: Mapping[str, Any], plan: DayPlan) -> DayHours | None:
    form = _HoursForm(shown)
    if not form.is_valid():
        return None
    hours = form.cleaned_data
    sessions = tuple(filter(None, (each.session() for each in session_forms(shown, plan))))
    return DayHours(**hours | {"sessions": sessions})


def _values(hours: DayHours) -> dict[str, str]:
    """The values of the form's fields, as they are sent."""
    values: dict[str, Any] = {name: getattr(hours, name) for name in _NAMES if name != "breaks"}
    for number, session in enumerate(hours.sessions, start=2):
        for name in ("held_on", "starts_at", "ends_at"):
            values[f"session_{number}-{name}"] = getattr(session, name)
    sent = {name: _sent(value) for name, value in values.items()}
    return sent | {"breaks": ", ".join(map(clock, hours.breaks))}


def _sent(value: date | time | None) -> str:
    return f"{value:%H:%M}" if isinstance(value, time) else value.isoformat() if value else ""
