"""Fields of the settings form."""

import re
from datetime import time
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from django import forms
from django.db.models import Choices
from django.utils.safestring import SafeString

from pages.flyer.sentences import clock
from pages.money import typed
from pages.widgets import clock_input
from rules.seating.known import SEATINGS
from rules.seating.seating import Group

NEAR = (
    ("America/New_York", "New York (Eastern)"),
    ("America/Chicago", "Chicago (Central)"),
    ("America/Denver", "Denver (Mountain)"),
    ("America/Phoenix", "Phoenix (no summer time)"),
    ("America/Los_Angeles", "Los Angeles (Pacific)"),
    ("America/Anchorage", "Anchorage (Alaska)"),
    ("Pacific/Honolulu", "Honolulu (Hawaii)"),
)
FAR = tuple(
    (zone, zone.replace("_", " "))
    for zone in sorted(available_timezones())
    if "/" in zone
    and not zone.startswith(("Etc/", "posix/", "right/", "SystemV/"))
    and zone not in dict(NEAR)
)
ZONES = (("United States", NEAR), ("Everywhere", FAR))
TIME_OF_DAY = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*(?:([ap])\.?m?\.?)?", re.IGNORECASE)


def seatings() -> list[tuple[str, list[tuple[str, str]]]]:
    """The ways of seating by group, for a list of choices."""
    return [
        (group.value, [(key, each.short) for key, each in SEATINGS.items() if each.group is group])
        for group in Group
    ]


class ZoneSelect(forms.Select):
    """A list of hundreds of time zones. They never change, so its HTML is cached for each selection."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = value if value in dict(NEAR) | dict(FAR) else ""
        return _rendered_zones(name, chosen, tuple((attrs or {}).items()))


@lru_cache(maxsize=32)
def _rendered_zones(name: str, chosen: str, attrs: tuple[tuple[str, Any], ...]) -> SafeString:
    return forms.Select(choices=ZONES).render(name, chosen, dict(attrs))


class TimesField(forms.Field):
    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else ", ".join(clock(one) for one in value)

    def to_python(self, value: Any) -> list[time]:
        typed_times = [word.strip() for word in re.split(r"[,;\n]| and ", value or "")]
        return [_time_of(word) for word in typed_times if word]


def _time_of(word: str) -> time:
    found = TIME_OF_DAY.fullmatch(word)
    if found is None:
        raise forms.ValidationError(f"“{word}” is no time. Write the breaks as in 3:30 PM, 4:00 PM.")
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if not half and 1 <= hour < 12:
        raise forms.ValidationError(
            f"Is “{word}” in the morning or the afternoon? Write {word} AM or {word} PM."
        )
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59:
        raise forms.ValidationError(f"There is no {word} on a clock.")
    return time(hour, minute)


def time_field(label: str) -> forms.TimeField:
    sentence = f"Say when it is time for {label}."
    return forms.TimeField(
        label=label, widget=clock_input(), error_messages={"required": sentence, "invalid": sentence}
    )


def count_field(label: str, least: int, most: int, help_text: str = "") -> forms.IntegerField:
    sentence = f"{label}: a number from {least} to {most}."
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        help_text=help_text,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence),
    )


def choice_field(label: str, choices: type[Choices], help_text: str = "") -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, help_text=help_text)


CASHTAG = re.compile(r"\$[A-Za-z][\w-]{0,30}")


class PayField(forms.CharField):
    """An account to pay to: an https link or, unless it ``is_link``, a $name, a number or an address."""

    def __init__(self, *, is_link: bool = False, **more: Any) -> None:
        super().__init__(
            required=False, max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}), **more
        )
        self.is_link = is_link

    def clean(self, value: Any) -> str:
        typed = str(super().clean(value))
        if CASHTAG.fullmatch(typed):
            return f"https://cash.app/{typed}"
        has_scheme = "://" in typed or typed.lower().startswith(("javascript:", "data:"))
        if typed and (self.is_link or has_scheme) and not _is_https(typed):
            raise forms.ValidationError("Write the whole link: it begins with https://")
        return typed


def _is_https(typed: str) -> bool:
    link = urlsplit(typed)
    return link.scheme == "https" and "." in link.netloc and not re.search(r"\s", typed)


class DollarsField(forms.DecimalField):
    def __init__(self, label: str) -> None:
        sentence = "An amount in dollars, as in 5 or 7.50. Write 0 to suggest nothing."
        super().__init__(
            label=label,
            min_value=0,
            max_value=1000,
            decimal_places=2,
            widget=forms.NumberInput(attrs={"step": "0.5", "inputmode": "decimal"}),
            error_messages=dict.fromkeys(
                ("required", "invalid", "min_value", "max_value", "max_decimal_places"), sentence
            ),
        )

    def prepare_value(self, value: Any) -> Any:
        return typed(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int:
        return int((super().clean(value) or 0) * 100)
