"""A hand entered otherwise than the teams reported it."""

from uuid import uuid4

from django import forms

from pages.referee.forms import HandForm
from rules.games.entry import EntryTiles


class ThirdForm(HandForm):
    """What really happened, when neither report is right, and why."""

    reason = forms.CharField(
        max_length=300,
        label="Why is it neither of the two?",
        error_messages={"required": "Write why it is neither of the two: it stays on the record."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def new_third(tiles: EntryTiles, *, sequence: int) -> ThirdForm:
    """An empty third entry."""
    return ThirdForm(tiles=tiles, initial={"hand_id": uuid4(), "sequence": sequence})
