"""What a hand looks like as it is typed, for each kind of game: its fields, what is missing, its facts."""

from collections.abc import Mapping
from typing import Any, Protocol

from django import forms

from scoring.queries.entry import FACE_DOWN, EntryTiles
from scoring.queries.sides import SIDES

SIDE_CHOICES = (("NS", "North–South"), ("EW", "East–West"))
MOST_TRICK_POINTS = 140


class Shape(Protocol):
    """How the entry of one kind of game is typed."""

    def fields(self) -> dict[str, forms.Field]:
        """The fields of the entry."""

    def missing(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, str]:
        """What was not tapped yet, in a sentence under its field."""

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        """The hand as the rules read it."""

    def initial(self, facts: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        """What is typed when a hand is opened again."""


class BidAndTaken:
    """A side, its bid, and what it took: Bid Whist and Bid Euchre."""

    def fields(self) -> dict[str, forms.Field]:
        return {
            "bidder": forms.ChoiceField(choices=SIDE_CHOICES, required=False),
            "bid": forms.CharField(required=False),
            "books": forms.CharField(required=False),
            "reneges_ns": forms.IntegerField(min_value=0, max_value=4, required=False),
            "reneges_ew": forms.IntegerField(min_value=0, max_value=4, required=False),
        }

    def missing(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, str]:
        taken = "books" if tiles.kind == "whist" else "tricks"
        found = {}
        if not typed.get("bidder"):
            found["bidder"] = "Tap the side that took the bid."
        if typed.get("bid") not in tiles.bids:
            found["bid"] = "Tap the bid."
        is_stopped = tiles.may_stop and bool(self._reneges(typed, tiles)) and not typed.get("books")
        if typed.get("books") not in tiles.books and not is_stopped:
            found["books"] = f"Tap the {taken} that the bidders won."
        return found

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        reneges = self._reneges(typed, tiles)
        bidder = tiles.own[typed["bidder"]]
        return {
            "bidder": bidder,
            **self._bid_and_taken(typed, bidder, tiles),
            **({"reneges": reneges} if reneges else {}),
        }

    def _bid_and_taken(self, typed: Mapping[str, Any], bidder: str, tiles: EntryTiles) -> dict[str, Any]:
        bid, books = typed["bid"], typed.get("books")
        if tiles.kind == "whist":
            level, strain = bid.split(" ", 1)
            return {"level": int(level), "strain": strain, "books": int(books or 0)}
        told: dict[str, Any] = {"bid": int(bid) if bid.isdecimal() else bid}
        if books:
            told["tricks"] = {
                own: int(books) if own == bidder else tiles.total - int(books) for own in tiles.own.values()
            }
        return told

    def _reneges(self, typed: Mapping[str, Any], tiles: EntryTiles) -> list[str]:
        return [tiles.own[side] for side in SIDES for _ in range(typed.get(f"reneges_{side.lower()}") or 0)]

    def initial(self, facts: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        sides = {own: side for side, own in tiles.own.items()}
        reneges = facts.get("reneges", [])
        bidder = facts.get("bidder", "")
        if tiles.kind == "whist":
            bid = f"{facts['level']} {facts['strain']}" if "level" in facts else ""
            books = str(facts.get("books", ""))
        else:
            bid, books = str(facts.get("bid", "")), str(facts.get("tricks", {}).get(bidder, ""))
        return {
            "bidder": sides.get(bidder, ""),
            "bid": bid,
            "books": books,
            **{f"reneges_{side.lower()}": reneges.count(tiles.own[side]) for side in SIDES},
        }


class BidCards:
    """Two bid cards, the trumps, and each player's points in tricks: Bid Fair."""

    def fields(self) -> dict[str, forms.Field]:
        sentence = f"Points in tricks are whole numbers up to {MOST_TRICK_POINTS}."
        wrong = dict.fromkeys(("invalid", "min_value", "max_value"), sentence)
        points = {
            f"points_{side.lower()}": forms.IntegerField(
                min_value=0, max_value=MOST_TRICK_POINTS, required=False, error_messages=wrong
            )
            for side in SIDES
        }
        return {
            "bid_ns": forms.CharField(required=False),
            "bid_ew": forms.CharField(required=False),
            "trump": forms.CharField(required=False),
            **points,
        }

    def missing(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, str]:
        found = {
            f"bid_{side.lower()}": "Tap the bid card of each player, or “face down”."
            for side in SIDES
            if typed.get(f"bid_{side.lower()}") not in tiles.bids
        }
        if typed.get("trump") not in [tile.value for tile in tiles.trumps]:
            found["trump"] = "Tap the suit that was trumps."
        for side in SIDES:
            if typed.get(f"points_{side.lower()}") is None:
                found[f"points_{side.lower()}"] = "Write the points that each player took in tricks."
        return found

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        bids = {side: typed[f"bid_{side.lower()}"] for side in SIDES}
        return {
            "bids": {tiles.own[side]: None if bid == FACE_DOWN else bid for side, bid in bids.items()},
            "trump": typed["trump"],
            "trick_points": {tiles.own[side]: typed[f"points_{side.lower()}"] for side in SIDES},
        }

    def initial(self, facts: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        if "bids" not in facts:
            return {}
        typed: dict[str, Any] = {"trump": facts["trump"]}
        for side, own in tiles.own.items():
            typed[f"bid_{side.lower()}"] = facts["bids"][own] or FACE_DOWN
            typed[f"points_{side.lower()}"] = facts["trick_points"][own]
        return typed


_BID_AND_TAKEN, _BID_CARDS = BidAndTaken(), BidCards()


def shape_of(tiles: EntryTiles) -> Shape:
    """How a hand of this game is typed."""
    return _BID_CARDS if tiles.kind == "fair" else _BID_AND_TAKEN
