"""A whole game as it really was: a line for each hand, and some for hands that were left out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django import forms

from pages.actions import ActionForm
from pages.referee.forms import ReasonField, ReasonForm, answers_again
from pages.referee.forms_slip import MOST_LINES, LineForm
from rules.ruleset.entry import EntryTiles
from rules.ruleset.hands import HandFacts
from scoring.models import Hand
from scoring.recording.commands_whole_game import CorrectedHand
from tournament.models import Event

SPARE = 3
"""The most lines for hands that were left out."""


class GameLineForm(LineForm):
    """One hand of the game. ``recorded`` is the hand on the sheet; None for one that was left out."""

    replaces = forms.UUIDField(required=False, widget=forms.HiddenInput)
    is_deleted = forms.BooleanField(required=False, label="It wasn’t played: take it back")

    def __init__(self, *args: Any, recorded: HandFacts | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.recorded = recorded
        self.fields["sequence"].widget = forms.HiddenInput()

    @property
    def usual(self) -> list[forms.BoundField]:
        return [field for each in self.asked for _, field in each.fields]

    @property
    def number(self) -> Any:
        return self["sequence"].value()

    @property
    def counts(self) -> bool:
        """Whether the line is one of the game's hands. Call it before or after validation."""
        is_deleted = bool(self["is_deleted"].value())
        return not is_deleted and (self.recorded is not None or self.is_begun)

    def facts(self) -> HandFacts:
        """The hand as written; exactly the hand on the sheet if nothing of the line was changed."""
        if self.recorded is None:
            return super().facts()
        if not set(self.changed_data) - {"hand_id"}:
            return self.recorded
        facts = super().facts()
        if facts.bidder != self.recorded.bidder:
            # The auction was the other side's.
            facts = replace(facts, bidder_seat=None, calls=())
        is_as_given_up = facts.forfeited_by and facts.forfeited_by == self.recorded.forfeited_by
        return replace(facts, gives_up=self.recorded.gives_up) if is_as_given_up else facts

    def as_line(self) -> CorrectedHand:
        return CorrectedHand(facts=self.facts() if self.counts else None, replaces=self.initial["replaces"])


class WholeGameForm(ActionForm):
    """All hands of a game as they really were, and the reason."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    reason = ReasonField(
        "Why is it changed?", "Write why the game is changed: both versions stay on the record."
    )

    def __init__(
        self,
        data: Any = None,
        *,
        tiles: EntryTiles,
        names: Mapping[str, str],
        hands: Sequence[Hand],
        spare: int,
    ) -> None:
        super().__init__(data, initial={"key": uuid4()})
        self.tiles = tiles
        by_key = {hand.pk: hand.parsed for hand in hands}
        count = min(MOST_LINES, len(hands) + min(SPARE, max(1, spare)))
        self.lines = []
        for number in range(MOST_LINES if data is not None else count):
            prefix = f"line{number}"
            if data is not None and f"{prefix}-hand_id" not in data:
                continue
            sent = data.get(f"{prefix}-replaces") if data is not None else None
            pk = hands[number].pk if data is None and number < len(hands) else _as_uuid(sent)
            recorded = by_key.get(pk) if pk else None
            initial = {"hand_id": uuid4(), "sequence": number + 1, "replaces": pk}
            initial |= answers_again(tiles, recorded) if recorded else {}
            self.lines.append(
                GameLineForm(
                    data, tiles=tiles, names=names, prefix=prefix, initial=initial, recorded=recorded
                )
            )

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if not all(line.is_valid() for line in self.counting):
            self.add_error(None, "Nothing is saved yet: a hand is not complete.")
        return typed

    @property
    def counting(self) -> list[GameLineForm]:
        return [line for line in self.lines if line.counts]

    def changed(self) -> list[CorrectedHand]:
        return [line.as_line() for line in self.lines if line.counts or line.initial["replaces"]]

    def arguments(self, event: Event) -> dict[str, Any]:
        typed = self.cleaned_data
        return {"key": typed["key"], "lines": self.changed(), "reason": typed["reason"]}


class SwapSidesForm(ReasonForm):
    """The reason for swapping the sides. Its HTML ids differ from those of the form beside it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "swap_%s", **kwargs})

    def arguments(self, event: Event) -> dict[str, Any]:
        return {"key": self.cleaned_data["key"] or uuid4(), "reason": self.cleaned_data["reason"]}


def _as_uuid(sent: str | None) -> UUID | None:
    try:
        return UUID(sent) if sent else None
    except ValueError:
        return None
