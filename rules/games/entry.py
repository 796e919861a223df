"""What a referee can tap for a hand: what the game bids and takes, nothing that can't happen."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.cards.bids import ASK, MOON, STRAIN_WORDS, wording
from rules.cards.cards import SUITS, Card, in_order
from rules.games.card_table import CUTTHROAT, EUCHRE, FAIR, SOLO, table_for
from rules.games.ruleset import Ruleset, in_words
from rules.games.seats import seat_words

BOARD = 6
ALL_BOOKS = 13
GLYPHS = {"uptown": "▲", "downtown": "▼"}
SHORT = {"uptown": "Up", "downtown": "Down", "no_trump": "No trump"}
PIPS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
RED = ("hearts", "diamonds")
ALONE = {ASK: "Ask", MOON: "Moon"}
FACE_DOWN = "down"


@dataclass(frozen=True, kw_only=True)
class BidTile:
    """One bid: what is sent, its number, and how it is said."""

    value: str
    level: str
    said: str


@dataclass(frozen=True, kw_only=True)
class BidRow:
    """The bids of one kind, lowest first."""

    strain: str
    word: str
    glyph: str
    tiles: tuple[BidTile, ...]


@dataclass(frozen=True, kw_only=True)
class MadeLine:
    """From how many books or tricks a bid is made."""

    level: str
    made_from: int


@dataclass(frozen=True, kw_only=True)
class CardTile:
    """One card, or a suit: what is sent, how it is drawn, how it is said."""

    value: str
    face: str
    said: str
    is_red: bool


@dataclass(frozen=True, kw_only=True)
class Offences:
    """What a side may have done wrong: the field it is told in, how it is asked, how often it can be."""

    field: str
    asks: str
    counts: tuple[str, ...] = ("0", "1", "2")


@dataclass(frozen=True, kw_only=True)
class EntryTiles:
    """All that the entry of a hand offers. Values are text, as a form sends them.

    ``kind`` is ``whist`` (side, bid, books), ``euchre`` (side, bid, tricks), ``fair`` (two bid cards, the
    trumps, the points in tricks), or, where everybody plays alone, ``solo`` (player, bid, everybody's tricks)
    or ``cutthroat`` (player, kind of bid, number, books). ``total`` are the books or tricks of a hand; with
    ``may_stop`` a renege ends the hand, and there may be none. ``places`` say where
    each of the ``sides`` sits, as people say it. ``priced`` is what the house has a price for beside reneges;
    ``renege_note`` says what to tap of a hand with a renege, ``plays_out`` whether it goes on to its end.
    """

    kind: str
    sides: tuple[str, ...]
    rows: tuple[BidRow, ...] = ()
    kinds: tuple[BidRow, ...] = ()
    places: tuple[str, ...] = ()
    books: tuple[str, ...] = ()
    total: int = ALL_BOOKS
    made_lines: tuple[MadeLine, ...] = ()
    cards: tuple[tuple[CardTile, ...], ...] = ()
    trumps: tuple[CardTile, ...] = ()
    may_stop: bool = False
    has_kitty_book: bool = False
    most_reneges: tuple[str, ...] = ("0", "1", "2", "3", "4")
    priced: tuple[Offences, ...] = ()
    renege_note: str = "Tap the tricks as they were taken: the rules take off what a renege costs."
    plays_out: bool = True
    whole: str = "13"

    @property
    def bids(self) -> tuple[str, ...]:
        """Every bid, as it is sent."""
        if self.kind == "fair":
            return (FACE_DOWN, *(card.value for row in self.cards for card in row))
        return tuple(tile.value for row in self.rows for tile in row.tiles)

    @property
    def offences(self) -> tuple[Offences, ...]:
        """Reneges, where the game counts them, and what else the house has a price for."""
        reneges = Offences(field="reneges", asks="Proven reneges by", counts=self.most_reneges)
        return (*((reneges,) if self.most_reneges else ()), *self.priced)

    @property
    def is_alone(self) -> bool:
        """Whether everybody plays alone, so that the bidder's seat is known."""
        return self.kind in ("solo", "cutthroat")

    @property
    def asks(self) -> str:
        """The fields without which nothing can be said about a hand."""
        if self.kind == "fair":
            return "bid_n bid_s trump points_n points_s"
        if self.kind == "cutthroat":
            return "bidder strain bid books"
        return "bidder bid" if self.kind == "solo" or self.may_stop else "bidder bid books"

    @property
    def columns(self) -> int:
        """How many bids stand beside each other."""
        return max(len(row.tiles) for row in self.rows)


def entry_tiles(ruleset: Ruleset) -> EntryTiles:
    """The tiles of a game, by its house rules."""
    places = ("–".join(seat_words(ruleset, side)) for side in ruleset.sides)
    return replace(_tiles(ruleset), places=tuple(places))


def _tiles(ruleset: Ruleset) -> EntryTiles:
    kind = table_for(ruleset).kind
    if kind == FAIR:
        return _fair(ruleset)
    if kind == SOLO:
        return _solo(ruleset)
    if kind == CUTTHROAT:
        return _cutthroat(ruleset)
    return _euchre(ruleset) if kind == EUCHRE else _whist(ruleset)


def _whist(ruleset: Ruleset) -> EntryTiles:
    levels = sorted({bid.split(" ", 1)[0] for bid in ruleset.ladder.bids})
    has_kitty = bool(ruleset.house["kitty"]) and ruleset.house["kitty_book"] == "bidders"
    calls: Mapping[str, str] = getattr(ruleset, "calls", STRAIN_WORDS)
    words: Mapping[str, str] = getattr(ruleset, "words", {})
    return EntryTiles(
        kind="whist",
        sides=ruleset.sides,
        rows=tuple(_row(strain, levels, calls, words) for strain in STRAIN_WORDS),
        books=tuple(str(books) for books in range(1 if has_kitty else 0, ALL_BOOKS + 1)),
        made_lines=tuple(MadeLine(level=level, made_from=BOARD + int(level)) for level in levels),
        has_kitty_book=has_kitty,
        priced=tuple(offence for offence in _OFFENCES if ruleset.house.get(_PRICE_OF[offence.field])),
        renege_note=_renege_note(ruleset.house),
        plays_out=not _is_stopped(ruleset.house),
    )


_OFFENCES = (
    Offences(field="false_accusations", asks="Reneges called wrongly by"),
    Offences(field="bids_out_of_turn", asks="Bids out of turn by"),
)
_PRICE_OF = {"false_accusations": "false_accusation_books", "bids_out_of_turn": "out_of_turn_points"}
_GIVES = {
    "books": "the rules move the penalty to the other side",
    "hand": "the rules give the hand to the other side",
    "game": "the rules give the game to the other side",
}


def _is_stopped(house: Mapping[str, object]) -> bool:
    return house["renege_costs"] == "books" and house["renege_timing"] == "stops_the_hand"


def _renege_note(house: Mapping[str, object]) -> str:
    """What to tap of a hand in which somebody reneged."""
    gives = _GIVES[str(house["renege_costs"])]
    if _is_stopped(house):
        return f"A renege stops the hand. Count the books not played for the other side: {gives}."
    return f"Tap the books as they were won: {gives}."


def _row(strain: str, levels: list[str], calls: Mapping[str, str], words: Mapping[str, str]) -> BidRow:
    tiles = (
        BidTile(value=f"{level} {strain}", level=level, said=wording(f"{level} {strain}", calls))
        for level in levels
    )
    word = SHORT[strain] if calls[strain] == STRAIN_WORDS[strain] else calls[strain]
    return BidRow(
        strain=strain,
        word=word or in_words(STRAIN_WORDS[strain], words),
        glyph=GLYPHS.get(strain, ""),
        tiles=tuple(tiles),
    )


def _euchre(ruleset: Ruleset) -> EntryTiles:
    total = table_for(ruleset).tricks
    numbers = [bid for bid in ruleset.ladder.bids if bid.isdecimal()]
    alone = [bid for bid in ruleset.ladder.bids if not bid.isdecimal()]
    rows = [
        BidRow(strain="number", word="Tricks", glyph="", tiles=tuple(_number(bid) for bid in numbers)),
        BidRow(strain="alone", word="All six", glyph="", tiles=tuple(_number(bid) for bid in alone)),
    ]
    return EntryTiles(
        kind="euchre",
        sides=ruleset.sides,
        rows=tuple(row for row in rows if row.tiles),
        books=tuple(str(tricks) for tricks in range(total + 1)),
        total=total,
        made_lines=tuple(
            MadeLine(level=bid, made_from=int(bid) if bid.isdecimal() else total)
            for bid in ruleset.ladder.bids
        ),
        may_stop=bool(ruleset.house.get("renege_ends_hand")),
        whole=str(total),
    )


def _solo(ruleset: Ruleset) -> EntryTiles:
    total = table_for(ruleset).tricks
    tiles = tuple(_number(bid) for bid in ruleset.ladder.bids)
    return EntryTiles(
        kind="solo",
        sides=ruleset.sides,
        rows=(BidRow(strain="number", word="Tricks", glyph="", tiles=tiles),),
        books=tuple(str(tricks) for tricks in range(total + 1)),
        total=total,
        most_reneges=("0", "1", "2"),
        whole=str(total),
    )


def _cutthroat(ruleset: Ruleset) -> EntryTiles:
    """A bid is a number of books and a kind, each tapped by itself: together they would be too many tiles."""
    levels = sorted({int(bid.split(" ", 1)[0]) for bid in ruleset.ladder.bids if " " in bid})
    tiles = tuple(BidTile(value=str(level), level=str(level), said=f"Bid {level}") for level in levels)
    kinds = (
        BidRow(strain=strain, word=SHORT[strain], glyph=GLYPHS.get(strain, ""), tiles=())
        for strain in STRAIN_WORDS
    )
    total = levels[-1]
    return EntryTiles(
        kind="cutthroat",
        sides=ruleset.sides,
        rows=(BidRow(strain="number", word="Books", glyph="", tiles=tiles),),
        kinds=tuple(kinds),
        renege_note="Tap the books as they were won: the rules move the penalty.",
        books=tuple(str(books) for books in range(1 if ruleset.house["kitty"] else 0, total + 1)),
        total=total,
        most_reneges=("0", "1", "2"),
        whole=str(total),
    )


def _number(bid: str) -> BidTile:
    return BidTile(
        value=bid, level=ALONE.get(bid, bid), said=f"Bid {bid}" if bid.isdecimal() else wording(bid)
    )


def _fair(ruleset: Ruleset) -> EntryTiles:
    pack = in_order(set(table_for(ruleset).pack))
    return EntryTiles(
        kind="fair",
        sides=ruleset.sides,
        cards=tuple(tuple(card_tile(card) for card in pack if card.suit is suit) for suit in SUITS),
        trumps=suit_tiles(),
        most_reneges=(),
    )


def suit_tiles() -> tuple[CardTile, ...]:
    """The four suits as tiles."""
    return tuple(
        CardTile(
            value=suit.value,
            face=PIPS[suit.value],
            said=suit.value.capitalize(),
            is_red=suit.value in RED,
        )
        for suit in SUITS
    )


def card_tile(card: Card) -> CardTile:
    """A card as a tile."""
    if card.suit is None:
        return CardTile(
            value=str(card),
            face=card.name.removeprefix("the ").capitalize(),
            said=card.name.removeprefix("the ").capitalize(),
            is_red=False,
        )
    rank = "10" if card.rank.letter == "T" else card.rank.letter
    return CardTile(
        value=str(card),
        face=f"{rank}{PIPS[card.suit.value]}",
        said=card.name[0].upper() + card.name[1:],
        is_red=card.suit.value in RED,
    )
