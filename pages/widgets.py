"""What a day and a time of day are typed into: the browser's own."""

from django import forms


def day_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def clock_input() -> forms.TimeInput:
    """A time of day, without seconds."""
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
