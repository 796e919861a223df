"""What a hand looks like as it is typed, for each kind of game: its fields, what is missing, its facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from django import forms

from rules.games.entry import FACE_DOWN, EntryTiles
from rules.games.hands import HandFacts

SIDE_CHOICES = (
    ("NS", "North–South"), ("EW", "East–West"), ("N", "North"), ("E", "East"), ("S", "South"), ("W", "West")
)  # fmt: skip
MOST_TRICK_POINTS = 140


class Shape(Protocol):
    """How the entry of one kind of game is typed."""

    def fields(self, tiles: EntryTiles) -> dict[str, forms.Field]:
        """The fields of the entry."""

    def missing(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, str]:
        """What was not tapped yet, in a sentence under its field."""

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> HandFacts:
        """The hand as it was told."""


class BidAndTaken:
    """A side, its bid, and what it took: Bid Whist and Bid Euchre."""

    def fields(self, tiles: EntryTiles) -> dict[str, forms.Field]:
        return {
            "bidder": forms.ChoiceField(choices=SIDE_CHOICES, required=False),
            "bid": forms.CharField(required=False),
            "books": forms.CharField(required=False),
            **renege_fields(tiles),
            **{
                f"{each.field}_{side.lower()}": _count_field(2)
                for each in tiles.priced
                for side in tiles.sides
            },
        }

    def missing(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, str]:
        taken = "books" if tiles.kind == "whist" else "tricks"
        found = {}
        if typed.get("bidder") not in tiles.sides:
            found["bidder"] = "Tap the side that took the bid."
        if typed.get("bid") not in tiles.bids:
            found["bid"] = "Tap the bid."
        is_stopped = tiles.may_stop and bool(reneged(typed, tiles)) and not typed.get("books")
        if typed.get("books") not in tiles.books and not is_stopped:
            found["books"] = f"Tap the {taken} that the bidders won."
        return found

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> HandFacts:
        bidder, bid, books = typed["bidder"], typed["bid"], typed["books"]
        told = HandFacts(bidder=bidder, reneges=reneged(typed, tiles))
        if tiles.kind == "whist":
            level, strain = bid.split(" ", 1)
            others: dict[str, Any] = {each.field: offended(each.field, typed, tiles) for each in tiles.priced}
            return replace(told, level=int(level), strain=strain, books=int(books), **others)
        told = replace(told, bid=int(bid) if bid.isdecimal() else bid)
        if not books:
            return told
        taken, left = int(books), tiles.total - int(books)
        return replace(told, tricks={side: taken if side == bidder else left for side in tiles.sides})


class BidCards:
    """Two bid cards, the trumps, and each player's points in tricks: Bid Fair."""

    def fields(self, tiles: EntryTiles) -> dict[str, forms.Field]:
        sentence = f"Points in tricks are whole numbers up to {MOST_TRICK_POINTS}."
        wrong = dict.fromkeys(("invalid", "min_value", "max_value"), sentence)
        points = {
            f"points_{side.lower()}": forms.IntegerField(
                min_value=0, max_value=MOST_TRICK_POINTS, required=False, error_messages=wrong
            )
            for side in tiles.sides
        }
        return {
            **{f"bid_{side.lower()}": forms.CharField(required=False) for side in tiles.sides},
            "trump": forms.CharField(required=False),
            **points,
        }

    def missing(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, str]:
        found = {
            f"bid_{side.lower()}": "Tap the bid card of each player, or “face down”."
            for side in tiles.sides
            if typed.get(f"bid_{side.lower()}") not in tiles.bids
        }
        if typed.get("trump") not in [tile.value for tile in tiles.trumps]:
            found["trump"] = "Tap the suit that was trumps."
        for side in tiles.sides:
            if typed.get(f"points_{side.lower()}") is None:
                found[f"points_{side.lower()}"] = "Write the points that each player took in tricks."
        return found

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> HandFacts:
        bids = {side: typed[f"bid_{side.lower()}"] for side in tiles.sides}
        return HandFacts(
            bids={side: None if bid == FACE_DOWN else bid for side, bid in bids.items()},
            trump=typed["trump"],
            trick_points={side: typed[f"points_{side.lower()}"] for side in tiles.sides},
        )


class SoloTricks:
    """The player who bid, the bid, and everybody's tricks: Solo Bid Euchre. A row not tapped took none."""

    def fields(self, tiles: EntryTiles) -> dict[str, forms.Field]:
        return {
            "bidder": forms.ChoiceField(choices=SIDE_CHOICES, required=False),
            "bid": forms.CharField(required=False),
            **{f"tricks_{side.lower()}": _count_field(5) for side in tiles.sides},
            **renege_fields(tiles),
        }

    def missing(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, str]:
        found = {}
        if typed.get("bidder") not in tiles.sides:
            found["bidder"] = "Tap the player who took the bid."
        if typed.get("bid") not in tiles.bids:
            found["bid"] = "Tap the bid."
        taken = sum(_typed_count(typed, "tricks", side) for side in tiles.sides)
        if taken != tiles.total:
            found["tricks_n"] = (
                f"The tricks of the four are {tiles.total} together, not {taken}. Who took none needs no tap."
            )
        return found

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> HandFacts:
        return HandFacts(
            bidder=typed["bidder"],
            bid=int(typed["bid"]),
            tricks={side: _typed_count(typed, "tricks", side) for side in tiles.sides},
            reneges=reneged(typed, tiles),
        )


class BidOfBooks:
    """The player who bid, the kind of bid, its number, and the books: Cutthroat."""

    def fields(self, tiles: EntryTiles) -> dict[str, forms.Field]:
        return {
            "bidder": forms.ChoiceField(choices=SIDE_CHOICES, required=False),
            "strain": forms.CharField(required=False),
            "bid": forms.CharField(required=False),
            "books": forms.CharField(required=False),
            **renege_fields(tiles),
        }

    def missing(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, str]:
        found = {}
        if typed.get("bidder") not in tiles.sides:
            found["bidder"] = "Tap the player who took the bid."
        if typed.get("strain") not in [kind.strain for kind in tiles.kinds]:
            found["strain"] = "Tap uptown, downtown or no trump."
        if typed.get("bid") not in tiles.bids:
            found["bid"] = "Tap the number that was bid."
        if typed.get("books") not in tiles.books:
            found["books"] = "Tap the books that the bidder took, the discards included."
        return found

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> HandFacts:
        return HandFacts(
            bidder=typed["bidder"],
            level=int(typed["bid"]),
            strain=typed["strain"],
            books=int(typed["books"]),
            reneges=reneged(typed, tiles),
        )


def renege_fields(tiles: EntryTiles) -> dict[str, forms.Field]:
    """The proven reneges of each side, where the game counts them."""
    return {f"reneges_{side.lower()}": _count_field(4) for side in tiles.sides if tiles.most_reneges}


def reneged(typed: Mapping[str, Any], tiles: EntryTiles) -> tuple[str, ...]:
    """The sides that reneged, each as often as was typed."""
    return offended("reneges", typed, tiles)


def offended(field: str, typed: Mapping[str, Any], tiles: EntryTiles) -> tuple[str, ...]:
    """The sides that did what is told in the field, each as often as was typed."""
    return tuple(side for side in tiles.sides for _ in range(_typed_count(typed, field, side)))


def initial_of(facts: HandFacts, tiles: EntryTiles) -> dict[str, Any]:
    """What is typed when a hand is opened again; what its game doesn't ask for is passed over."""
    bid = facts.bid or facts.level
    books = (facts.tricks or {}).get(facts.bidder or "", facts.books)
    initial = {
        "bidder": facts.bidder,
        "strain": facts.strain,
        "bid": f"{bid} {facts.strain}" if bid and tiles.kind == "whist" else str(bid or ""),
        "books": "" if books is None else str(books),
        "trump": facts.trump,
        "dealer": facts.dealer,
        "bidder_seat": facts.bidder_seat,
        "calls": ", ".join(call.replace("_", " ") for call in facts.calls),
        "forfeited_by": facts.forfeited_by,
        **reneges_again(facts.reneges, tiles),
    }
    for each in tiles.priced:
        told_of = getattr(facts, each.field)
        initial |= {f"{each.field}_{side.lower()}": told_of.count(side) for side in tiles.sides}
    cards = {side: card or FACE_DOWN for side, card in (facts.bids or {}).items()}
    for what, told in (("tricks", facts.tricks), ("bid", cards), ("points", facts.trick_points)):
        initial |= {f"{what}_{side.lower()}": value for side, value in (told or {}).items()}
    return initial


def reneges_again(reneges: Sequence[str], tiles: EntryTiles) -> dict[str, int]:
    """What is typed when reneges are opened again."""
    return {f"reneges_{side.lower()}": reneges.count(side) for side in tiles.sides}


@dataclass(frozen=True, kw_only=True)
class OffenceField:
    """What a side may have done wrong: how it is asked, and the field it is tapped in."""

    asks: str
    side: str
    counts: tuple[str, ...]
    field: forms.BoundField


def offence_fields(form: forms.Form, tiles: EntryTiles) -> list[OffenceField]:
    """What the form asks of each side that it may have done wrong, reneges first."""
    return [
        OffenceField(asks=each.asks, side=side, counts=each.counts, field=field)
        for each in tiles.offences
        for side, field in fields_by_side(form, each.field, tiles)
    ]


def fields_by_side(form: forms.Form, what: str, tiles: EntryTiles) -> list[tuple[str, forms.BoundField]]:
    """The fields of one kind, a side each; none where the game doesn't ask for them."""
    names = {side: f"{what}_{side.lower()}" for side in tiles.sides}
    return [(side, form[name]) for side, name in names.items() if name in form.fields]


def _count_field(most: int) -> forms.IntegerField:
    sentence = f"A whole number up to {most}."
    return forms.IntegerField(
        min_value=0,
        max_value=most,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), sentence),
    )


def _typed_count(typed: Mapping[str, Any], what: str, side: str) -> int:
    return typed.get(f"{what}_{side.lower()}") or 0


_SHAPES: Mapping[str, Shape] = {
    "whist": BidAndTaken(),
    "euchre": BidAndTaken(),
    "fair": BidCards(),
    "solo": SoloTricks(),
    "cutthroat": BidOfBooks(),
}


def shape_of(tiles: EntryTiles) -> Shape:
    """How a hand of this game is typed."""
    return _SHAPES[tiles.kind]
