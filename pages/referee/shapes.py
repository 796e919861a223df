"""What a hand looks like as it is typed, for each kind of game: its fields, what is missing, its facts."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django import forms

from rules.games.entry import FACE_DOWN, EntryTiles

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

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        """The hand as the rules read it."""

    def initial(self, facts: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        """What is typed when a hand is opened again."""


class BidAndTaken:
    """A side, its bid, and what it took: Bid Whist and Bid Euchre."""

    def fields(self, tiles: EntryTiles) -> dict[str, forms.Field]:
        return {
            "bidder": forms.ChoiceField(choices=SIDE_CHOICES, required=False),
            "bid": forms.CharField(required=False),
            "books": forms.CharField(required=False),
            **renege_fields(tiles),
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

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        return {
            "bidder": typed["bidder"],
            **self._bid_and_taken(typed, tiles),
            **({"reneges": list(reneged(typed, tiles))} if reneged(typed, tiles) else {}),
        }

    def _bid_and_taken(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        bidder, bid, books = typed["bidder"], typed["bid"], typed.get("books")
        if tiles.kind == "whist":
            level, strain = bid.split(" ", 1)
            return {"level": int(level), "strain": strain, "books": int(books or 0)}
        told: dict[str, Any] = {"bid": int(bid) if bid.isdecimal() else bid}
        if books:
            told["tricks"] = {
                side: int(books) if side == bidder else tiles.total - int(books) for side in tiles.sides
            }
        return told

    def initial(self, facts: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        bidder = facts.get("bidder", "")
        if tiles.kind == "whist":
            bid = f"{facts['level']} {facts['strain']}" if "level" in facts else ""
            books = str(facts.get("books", ""))
        else:
            bid, books = str(facts.get("bid", "")), str(facts.get("tricks", {}).get(bidder, ""))
        return {
            "bidder": bidder,
            "bid": bid,
            "books": books,
            **reneges_again(facts.get("reneges", ()), tiles),
        }


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

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        bids = {side: typed[f"bid_{side.lower()}"] for side in tiles.sides}
        return {
            "bids": {side: None if bid == FACE_DOWN else bid for side, bid in bids.items()},
            "trump": typed["trump"],
            "trick_points": {side: typed[f"points_{side.lower()}"] for side in tiles.sides},
        }

    def initial(self, facts: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        if "bids" not in facts:
            return {}
        typed: dict[str, Any] = {"trump": facts["trump"]}
        for side in tiles.sides:
            typed[f"bid_{side.lower()}"] = facts["bids"][side] or FACE_DOWN
            typed[f"points_{side.lower()}"] = facts["trick_points"][side]
        return typed


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

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        return {
            "bidder": typed["bidder"],
            "bid": int(typed["bid"]),
            "tricks": {side: _typed_count(typed, "tricks", side) for side in tiles.sides},
            **({"reneges": list(reneged(typed, tiles))} if reneged(typed, tiles) else {}),
        }

    def initial(self, facts: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        if "tricks" not in facts:
            return {}
        return {
            "bidder": facts["bidder"],
            "bid": str(facts["bid"]),
            **{f"tricks_{side.lower()}": facts["tricks"][side] for side in tiles.sides},
            **reneges_again(facts.get("reneges", ()), tiles),
        }


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

    def facts(self, typed: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        return {
            "bidder": typed["bidder"],
            "level": int(typed["bid"]),
            "strain": typed["strain"],
            "books": int(typed["books"]),
            **({"reneges": list(reneged(typed, tiles))} if reneged(typed, tiles) else {}),
        }

    def initial(self, facts: Mapping[str, Any], tiles: EntryTiles) -> dict[str, Any]:
        if "level" not in facts:
            return {}
        return {
            "bidder": facts["bidder"],
            "strain": facts["strain"],
            "bid": str(facts["level"]),
            "books": str(facts["books"]),
            **reneges_again(facts.get("reneges", ()), tiles),
        }


def renege_fields(tiles: EntryTiles) -> dict[str, forms.Field]:
    """The proven reneges of each side, where the game counts them."""
    return {f"reneges_{side.lower()}": _count_field(4) for side in tiles.sides if tiles.most_reneges}


def reneged(typed: Mapping[str, Any], tiles: EntryTiles) -> tuple[str, ...]:
    """The sides that reneged, each as often as was typed."""
    return tuple(side for side in tiles.sides for _ in range(_typed_count(typed, "reneges", side)))


def reneges_again(reneges: Sequence[str], tiles: EntryTiles) -> dict[str, int]:
    """What is typed when reneges are opened again."""
    return {f"reneges_{side.lower()}": reneges.count(side) for side in tiles.sides}


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
