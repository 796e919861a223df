"""The forms of a referee: a hand, a side, a reason."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4, uuid5

from django import forms
from django.shortcuts import get_object_or_404

from pages.actions import ActionForm
from pages.referee.asked import QuestionFields, asked, question_fields
from pages.widgets import always
from rules.cards.auction import IllegalCall
from rules.cards.auction_text import read_auction
from rules.ruleset.entry import EntryTiles
from rules.ruleset.hands import HandFacts
from scoring.reports.commands_conflicts import HANDS, TOTAL
from tournament.models import Event

SIDE_CHOICES = (
    ("NS", "North–South"), ("EW", "East–West"), ("N", "North"), ("E", "East"), ("S", "South"), ("W", "West")
)  # fmt: skip
SEATS = (("N", "North"), ("E", "East"), ("S", "South"), ("W", "West"))


class HandForm(ActionForm):
    """The report of a hand: the game's questions (``rules/ruleset/entry.py``), and rarer fields."""

    hand_id = forms.UUIDField(widget=forms.HiddenInput)
    sequence = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
    """The hand's number as the page showed it."""
    as_sequence = forms.IntegerField(min_value=1, required=False)
    """Overrides it, if another hand took that number and the user confirmed that this is the next one."""
    dealer = forms.ChoiceField(choices=(("", "not known"), *SEATS), required=False)
    bidder_seat = forms.ChoiceField(choices=(("", "not known"), *SEATS), required=False)
    calls = forms.CharField(
        max_length=300,
        required=False,
        label="The auction",
        help_text="From the dealer’s left on, such as: pass, 4 up, 5 no trump, pass.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def __init__(self, *args: Any, tiles: EntryTiles, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tiles = tiles
        self.fields.update(question_fields(tiles, tiles.sides))
        sides = [(side, words) for side, words in SIDE_CHOICES if side in tiles.sides]
        self.fields["forfeited_by"] = forms.ChoiceField(choices=[("", ""), *sides], required=False)

    def clean_calls(self) -> tuple[str, ...]:
        try:
            return read_auction(self.cleaned_data.get("calls") or "")
        except IllegalCall as unreadable:
            raise forms.ValidationError(str(unreadable)) from unreadable

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if not typed.get("forfeited_by"):
            for name, sentence in self.tiles.gaps(typed).items():
                if name not in self.errors:
                    self.add_error(name, sentence)
        return typed

    @property
    def hand_id_sent(self) -> UUID:
        return UUID(str(self.cleaned_data["hand_id"]))

    @property
    def sequence_sent(self) -> int | None:
        return self.cleaned_data.get("as_sequence") or self.cleaned_data.get("sequence")

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"hand_id": self.hand_id_sent, "facts": self.facts(), "sequence": self.sequence_sent}

    def facts(self) -> HandFacts:
        typed = self.cleaned_data
        dealer = typed.get("dealer") or None
        if typed.get("forfeited_by"):
            return HandFacts(forfeited_by=typed["forfeited_by"], dealer=dealer)
        return replace(
            self.tiles.facts(typed),
            dealer=dealer,
            bidder_seat=typed.get("bidder_seat") or None,
            calls=typed.get("calls") or (),
        )

    @property
    def is_begun(self) -> bool:
        asked_for = question_fields(self.tiles, self.tiles.sides)
        return any(self[name].value() for name in (*asked_for, "forfeited_by"))

    @property
    def has_more(self) -> bool:
        counts = [field.name for offence in self.offences for _, field in offence.fields]
        return any(str(self[name].value() or "0") != "0" for name in (*counts, "calls", "bidder_seat"))

    @property
    def asked(self) -> list[QuestionFields]:
        return asked(self, self.tiles.questions, self.tiles.sides)

    @property
    def offences(self) -> list[QuestionFields]:
        """Each side's proven reneges, and what else the house rules penalize."""
        return asked(self, self.tiles.offences, self.tiles.sides)


class ReasonField(forms.CharField):
    def __init__(self, label: str, missing: str, **kwargs: Any) -> None:
        super().__init__(max_length=300, label=label, error_messages={"required": missing}, **kwargs)


class CorrectionForm(HandForm):
    """The corrected facts of a hand, and the reason."""

    reason = ReasonField(
        "Why is it changed?", "Write why the hand is changed: both versions stay on the record."
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        reason = self.cleaned_data["reason"]
        return {"hand_id": self.hand_id_sent, "facts": self.facts(), "reason": reason}


class SideForm(ActionForm):
    """The side that forfeits the game."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    side = forms.ChoiceField(
        choices=SIDE_CHOICES, widget=forms.RadioSelect, error_messages={"required": "Choose who forfeits."}
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        """The side, and an id for each hand that may be needed. The same form always makes the same ids."""
        ids = [uuid5(self.cleaned_data["key"], str(number)) for number in (1, 2, 3)]
        return {"side": self.cleaned_data["side"], "hand_ids": ids}


class ReasonForm(ActionForm):
    key = forms.UUIDField(required=False, widget=forms.HiddenInput)
    reason = ReasonField("Why?", "Write why: it stays on the record.")

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"reason": self.cleaned_data["reason"]}


class UndoForm(ActionForm):
    """The press to undo."""

    press = forms.UUIDField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)
    """Becomes the id of the first row of the undo."""


class StrikeForm(ReasonForm):
    """The reason for striking a hand. Its HTML ids differ from those of the correction form beside it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "strike_%s", **kwargs})

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"hand_id": self.cleaned_data["key"] or uuid4(), "reason": self.cleaned_data["reason"]}


class TotalOrHandsForm(ReasonForm):
    """The choice of what counts if a game's hands don't add up to its total, and the reason."""

    keeps = forms.ChoiceField(
        choices=((TOTAL, "The total"), (HANDS, "The hands")),
        error_messages=always("Press the one that is right."),
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = self.cleaned_data
        return {"keeps": typed["keeps"], "key": typed["key"] or uuid4(), "reason": typed["reason"]}


class SeatedTeamForm(ActionForm):
    team = forms.IntegerField()

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"team": get_object_or_404(event.teams, pk=self.cleaned_data["team"])}


class RestsForm(ActionForm):
    """The player of a team of three who sits out a game."""

    player = forms.IntegerField()

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"player": get_object_or_404(event.players, pk=self.cleaned_data["player"])}


def new_hand(tiles: EntryTiles, *, sequence: int, dealer: str = "") -> HandForm:
    return HandForm(tiles=tiles, initial={"hand_id": uuid4(), "sequence": sequence, "dealer": dealer})


def hand_again(tiles: EntryTiles, facts: HandFacts, *, sequence: int) -> HandForm:
    return HandForm(
        tiles=tiles, initial={"hand_id": uuid4(), "sequence": sequence, **answers_again(tiles, facts)}
    )


def correction_of(tiles: EntryTiles, facts: HandFacts) -> CorrectionForm:
    return CorrectionForm(tiles=tiles, initial={"hand_id": uuid4(), **answers_again(tiles, facts)})


def answers_again(tiles: EntryTiles, facts: HandFacts) -> dict[str, Any]:
    return {
        **tiles.answers(facts),
        "dealer": facts.dealer,
        "bidder_seat": facts.bidder_seat,
        "calls": ", ".join(call.replace("_", " ") for call in facts.calls),
        "forfeited_by": facts.forfeited_by,
    }


class WaiverForm(ActionForm):
    reason = ReasonField(
        "Why is the hand not forfeited?", "Write why the hand is not forfeited: it stays on the record."
    )


class ThirdForm(HandForm):
    """The facts of a hand if neither report is right, and the reason."""

    reason = ReasonField(
        "Why is it neither of the two?",
        "Write why it is neither of the two: it stays on the record.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def arguments(self, event: Event) -> dict[str, Any]:
        sequence, reason = self.sequence_sent or 0, self.cleaned_data["reason"]
        return {**super().arguments(event), "sequence": sequence, "reason": reason}


def new_third(tiles: EntryTiles, *, sequence: int) -> ThirdForm:
    return ThirdForm(tiles=tiles, initial={"hand_id": uuid4(), "sequence": sequence})
