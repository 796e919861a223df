"""What a referee types: the shape of a hand, a side, a reason."""

from typing import Any
from uuid import UUID, uuid4, uuid5

from django import forms

from scoring.models import Hand
from scoring.queries.entry import EntryTiles

SIDES = (("NS", "North–South"), ("EW", "East–West"))
SEATS = (("N", "North"), ("E", "East"), ("S", "South"), ("W", "West"))


class HandForm(forms.Form):
    """A hand as it is reported: four taps, and what is rarer under "More".

    ``place`` is the hand's number as the page showed it; ``as_place`` overrides it, once somebody has seen
    that another hand took that number and says that this is the next one.
    """

    hand_id = forms.UUIDField(widget=forms.HiddenInput)
    place = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
    as_place = forms.IntegerField(min_value=1, required=False)
    bidder = forms.ChoiceField(choices=SIDES, required=False)
    bid = forms.CharField(required=False)
    books = forms.CharField(required=False)
    reneges_ns = forms.IntegerField(min_value=0, max_value=4, required=False)
    reneges_ew = forms.IntegerField(min_value=0, max_value=4, required=False)
    dealer = forms.ChoiceField(choices=(("", "not known"), *SEATS), required=False)
    forfeited_by = forms.ChoiceField(choices=(("", ""), *SIDES), required=False)

    def __init__(self, *args: Any, tiles: EntryTiles, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tiles = tiles

    def clean(self) -> dict[str, Any]:
        """Side, bid and books belong together, unless the hand was forfeited."""
        typed = super().clean() or {}
        if typed.get("forfeited_by"):
            return typed
        if not typed.get("bidder") and "bidder" not in self.errors:
            self.add_error("bidder", "Tap the side that took the bid.")
        if typed.get("bid") not in self.tiles.bids:
            self.add_error("bid", "Tap the bid.")
        if typed.get("books") not in self.tiles.books:
            self.add_error("books", "Tap the books that the bidders won.")
        return typed

    @property
    def hand_id_sent(self) -> UUID:
        """The hand's own id, made when the form was."""
        return UUID(str(self.cleaned_data["hand_id"]))

    @property
    def place_sent(self) -> int | None:
        """The number that this hand shall have."""
        return self.cleaned_data.get("as_place") or self.cleaned_data.get("place")

    def facts(self) -> dict[str, Any]:
        """The hand as the rules read it."""
        typed = self.cleaned_data
        dealer = {"dealer": typed["dealer"]} if typed.get("dealer") else {}
        if typed.get("forfeited_by"):
            return {"forfeited_by": typed["forfeited_by"], **dealer}
        level, strain = typed["bid"].split(" ", 1)
        reneges = ["NS"] * (typed.get("reneges_ns") or 0) + ["EW"] * (typed.get("reneges_ew") or 0)
        return {
            "bidder": typed["bidder"],
            "level": int(level),
            "strain": strain,
            "books": int(typed["books"]),
            **({"reneges": reneges} if reneges else {}),
            **dealer,
        }

    @property
    def is_begun(self) -> bool:
        """Whether anything was tapped already."""
        return any(self[name].value() for name in ("bidder", "bid", "books", "forfeited_by"))

    @property
    def has_more(self) -> bool:
        """Whether something under "More" is filled in, so that it stays open."""
        return any(str(self[name].value() or "0") != "0" for name in ("reneges_ns", "reneges_ew"))


class CorrectionForm(HandForm):
    """What really happened in a hand, and why it is written down again."""

    reason = forms.CharField(
        max_length=300,
        label="Why is it changed?",
        error_messages={"required": "Write why the hand is changed: both versions stay on the record."},
    )


class SideForm(forms.Form):
    """A side, for a game that it gives up."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    side = forms.ChoiceField(
        choices=SIDES, widget=forms.RadioSelect, error_messages={"required": "Choose the team that forfeits."}
    )

    def hand_ids(self) -> list[UUID]:
        """An id for each hand that may be needed, the same when the form is sent again."""
        return [uuid5(self.cleaned_data["key"], str(number)) for number in (1, 2, 3)]


class ReasonForm(forms.Form):
    """Why something is done, in a referee's words."""

    key = forms.UUIDField(required=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        max_length=300, label="Why?", error_messages={"required": "Write why: it stays on the record."}
    )


class TeamForm(forms.Form):
    """A team at the table."""

    team = forms.IntegerField()


def new_hand(tiles: EntryTiles, *, place: int, dealer: str = "") -> HandForm:
    """An empty entry for the next hand."""
    return HandForm(tiles=tiles, initial={"hand_id": uuid4(), "place": place, "dealer": dealer})


def correction_of(tiles: EntryTiles, hand: Hand) -> CorrectionForm:
    """An entry filled in with what a hand says now."""
    facts = hand.facts
    reneges = facts.get("reneges", [])
    bid = f"{facts['level']} {facts['strain']}" if "level" in facts else ""
    return CorrectionForm(
        tiles=tiles,
        initial={
            "hand_id": uuid4(),
            "bidder": facts.get("bidder", ""),
            "bid": bid,
            "books": str(facts.get("books", "")),
            "reneges_ns": reneges.count("NS"),
            "reneges_ew": reneges.count("EW"),
            "dealer": facts.get("dealer", ""),
            "forfeited_by": facts.get("forfeited_by", ""),
        },
    )
