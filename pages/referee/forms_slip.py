"""A paper score slip: a line for each hand, in any order."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django import forms

from pages.referee.forms import SEATS, HandForm
from rules.ruleset.entry import EntryTiles
from scoring.recording.commands_slips import BEFORE, LAST
from scoring.sheet.slip import LineReading, SlipLine, SlipReading
from tournament.errors import Refused

MOST_LINES = 15
EMPTY = ("", "–")


class LineForm(HandForm):
    """One hand of a slip: the fields of the entry form as drop-down lists."""

    def __init__(self, *args: Any, tiles: EntryTiles, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, tiles=tiles, use_required_attribute=False, **kwargs)
        self.reading = LineReading()
        self.fields["sequence"].widget = forms.NumberInput(attrs={"inputmode": "numeric", "min": 1})
        self.fields["sequence"].label = "Hand"
        listed = {"forfeited_by": list(names.items()), "dealer": list(SEATS)}
        if tiles.is_total:
            self.fields["sequence"].widget = forms.HiddenInput()
        self.fields["forfeited_by"].label = "Or forfeited by"
        for question in tiles:
            for name, side in question.names(tiles.sides).items():
                self.fields[name].label = question.listed.format(name=names.get(side, ""))
                listed[name] = (
                    list(names.items())
                    if question.look == "sides"
                    else [(tile.value, tile.words) for tile in question.tiles if tile.words != "none"]
                )
        for name, choices in listed.items():
            if choices:
                self.fields[name].widget = forms.Select(choices=[EMPTY, *choices])

    @property
    def usual(self) -> list[forms.BoundField]:
        fields = [field for each in self.asked for _, field in each.fields]
        return fields if self.tiles.is_total else [self["sequence"], *fields]

    @property
    def rarer(self) -> list[forms.BoundField]:
        offences = (field for each in self.offences for _, field in each.fields)
        return [*offences, self["forfeited_by"], self["dealer"]]

    @property
    def is_rare(self) -> bool:
        return any(field.value() for field in self.rarer)

    def clean(self) -> dict[str, Any]:
        typed = super().clean()
        if not typed.get("sequence") and "sequence" not in self.errors:
            self.add_error("sequence", "Write the number of the hand.")
        return typed

    def line(self) -> SlipLine:
        return SlipLine(hand_id=self.hand_id_sent, sequence=self.cleaned_data["sequence"], facts=self.facts())


class SlipForm(forms.Form):
    """A whole slip. Empty lines are left out."""

    played = forms.ChoiceField(
        choices=(
            (BEFORE, "All of them before the whistle"),
            (LAST, "The last one was in progress when the whistle went"),
        ),
        required=False,
        label="When were they played?",
        widget=forms.RadioSelect,
    )

    def __init__(
        self, data: Any = None, *, tiles: EntryTiles, names: Mapping[str, str], first: int = 1, count: int = 0
    ) -> None:
        super().__init__(data)
        self.tiles = tiles
        numbers = range(MOST_LINES) if data is not None else range(min(count, MOST_LINES))
        self.lines = [
            LineForm(
                data,
                tiles=tiles,
                names=names,
                prefix=f"line{number}",
                initial={"hand_id": uuid4(), "sequence": first + number},
            )
            for number in numbers
            if data is None or f"line{number}-hand_id" in data
        ]

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if not all(line.is_valid() for line in self.filled):
            self.add_error(None, "Nothing is saved yet: a line of the slip is not complete.")
        elif not self.filled:
            self.add_error(None, "Write at least one hand of the slip.")
        elif len({line.hand_id_sent for line in self.filled}) < len(self.filled):
            self.add_error(None, "Two lines came with the same mark. Load the page again and enter the slip.")
        return typed

    @property
    def filled(self) -> list[LineForm]:
        return [line for line in self.lines if line.is_begun]

    def slip(self) -> list[SlipLine]:
        return [line.line() for line in self.filled]

    def show(self, reading: SlipReading) -> None:
        for line in self.filled:
            line.reading = reading.lines.get(line.hand_id_sent, line.reading)

    def mark(self, refusals: Mapping[UUID, Refused]) -> None:
        for line in self.filled:
            if line.hand_id_sent in refusals:
                line.reading = LineReading(refusal=refusals[line.hand_id_sent])
