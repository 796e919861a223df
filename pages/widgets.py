"""Form fields, widgets and error messages that several screens share."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django import forms


def day_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def clock_input() -> forms.TimeInput:
    """A time of day, without seconds."""
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def text_field(
    label: str, most: int, what: str, *, required: str = "", help_text: str = "", **attrs: str
) -> forms.CharField:
    """A line of text of at most ``most`` characters.

    ``required`` is the error message for an empty field; without it the field is optional. ``what`` names the
    value in the message for a text that is too long.
    """
    return forms.CharField(
        label=label,
        max_length=most,
        required=bool(required),
        help_text=help_text,
        widget=forms.TextInput(attrs={"autocomplete": "off"} | attrs),
        error_messages={"required": required, "max_length": f"At most {most} characters for {what}."},
    )


def list_fields(file_help: str, lines_help: str = "") -> tuple[forms.FileField, forms.CharField]:
    """The two fields for a list: a file, and pasted lines. Either one is enough."""
    file = forms.FileField(
        label="A file",
        required=False,
        allow_empty_file=True,
        help_text=file_help,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
        error_messages={"max_length": "That file’s name is too long.", "invalid": "Choose the file again."},
    )
    lines = forms.CharField(
        label="Or lines",
        required=False,
        strip=False,
        help_text=lines_help,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )
    return file, lines


def sheet_field(
    titles: Iterable[str], initial: str = "", others: Mapping[str, str] = MappingProxyType({})
) -> forms.ChoiceField:
    """Which sheet of a workbook to read; ``others`` are more choices, before the titles."""
    return forms.ChoiceField(
        label="Sheet",
        choices=[*others.items(), *((title, title) for title in titles)],
        initial=initial,
        error_messages=always("Choose one of the sheets."),
    )


def may_message_field() -> forms.BooleanField:
    """A person's consent to messages (Rulebook E-182)."""
    return forms.BooleanField(
        required=False,
        label="Yes, write to me about this event",
        help_text="A text or an e-mail: that you have a place, your page, the results. Stop at any time.",
    )


def whole_number(label: str, least: int, most: int, things: str = "", **more: Any) -> forms.IntegerField:
    """A field whose refusal names its own limits: ``From 0 to 90 days.``"""
    sentence = f"From {least:,} to {most:,}{f' {things}' if things else ''}."
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, error_messages=always(sentence), **more
    )


def always(sentence: str) -> dict[str, str]:
    """``error_messages`` with the same sentence for a value that is missing, invalid or out of range."""
    codes = ("required", "invalid", "invalid_choice", "invalid_pk_value", "min_value", "max_value")
    return dict.fromkeys(codes, sentence)
