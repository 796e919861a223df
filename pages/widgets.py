"""The browser's own inputs for a day and a time of day, and error messages shared by forms."""

from django import forms


def day_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def clock_input() -> forms.TimeInput:
    """A time of day, without seconds."""
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def always(sentence: str) -> dict[str, str]:
    """``error_messages`` with one sentence for a value that is missing, unreadable or out of range."""
    codes = ("required", "invalid", "invalid_choice", "invalid_pk_value", "min_value", "max_value")
    return dict.fromkeys(codes, sentence)
