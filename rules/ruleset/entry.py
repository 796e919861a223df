"""The entry of a hand: a game's questions, for every screen, paper slip and bot.

A question has one form field for its answer, or one for each side. Answers are text, or whole numbers if
``most`` is given. ``to_facts`` turns a question's answers into facts, ``to_answers`` turns them back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.cards.bids import STRAIN_WORDS, wording
from rules.cards.cards import SUITS, Card
from rules.ruleset.hands import SIDE_NAMES, HandFacts

Answers = Mapping[str, Any]
Needs = tuple[tuple[tuple[str, ...], str], ...]
"""Fields of which one must be answered, with the error if none is."""

GLYPHS: Final = {"uptown": "▲", "downtown": "▼"}
SHORT: Final = {"uptown": "Up", "downtown": "Down", "no_trump": "No trump"}
PIPS: Final = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
RED: Final = ("hearts", "diamonds")


@dataclass(frozen=True, kw_only=True)
class Tile:
    """One possible answer: the value that the form sends, and the face of its tile."""

    value: str
    face: str
    glyph: str = ""
    more: str = ""  # after the face
    label: str = ""  # for screen readers and lists, where the face is too short
    look: str = ""  # "whole" (takes a full line), "all" or "boston" (gold and wider)
    is_red: bool = False
    makes: int = 0  # the fewest books or tricks that make this bid

    @property
    def words(self) -> str:
        return self.label or self.face


@dataclass(frozen=True, kw_only=True)
class TileRow:
    tiles: tuple[Tile, ...]
    word: str = ""
    glyph: str = ""


def numbers(values: range, look: str = "", word: str = "") -> tuple[TileRow, ...]:
    """A row with a tile for each number. The last one has this ``look`` and ``word``."""
    *tiles, last = (Tile(value=str(each), face=str(each)) for each in values)
    last = replace(last, more=word, look=look) if look else last
    return (TileRow(tiles=(*tiles, last)),)


def counts(most: int) -> tuple[Tile, ...]:
    return tuple(Tile(value=str(count), face=str(count or "none")) for count in range(most + 1))


@dataclass(frozen=True, kw_only=True)
class Question:
    field: str
    asks: str = ""  # the heading
    more: str = ""  # after the heading, in lighter letters
    note: str = ""  # below it
    listed: str  # the label of a select box; {name} is the side's
    paper: str = ""  # the heading of its column on the paper slip; with {side} or {seat} a column per side
    cell: str = ""  # the text in that column
    look: str = "tiles"  # or "sides", "rows", "grid", "each" (a row for each side), "cards", "numbers"
    columns: int = 2
    rows: tuple[TileRow, ...] = ()
    fills: str = ""  # the fact that it answers, if that isn't named like the field
    is_each: bool = False  # whether there is a field for each side
    blank: str = ""  # the answer that means None
    missing: str = ""  # the error if there is no answer
    is_needed: bool = True  # whether the preview of the hand needs it
    most: int = 0  # the highest number that can be answered
    least: int = 0  # the lowest
    wrong: str = ""  # the error for an invalid answer
    thresholds: tuple[
        int, ...
    ] = ()  # where the grid says "made from": the fewest books or tricks for each bid
    total: int = 0  # all books or tricks of a hand

    @property
    def tells(self) -> tuple[str, ...]:
        return (self.fills or self.field,)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(tile for row in self.rows for tile in row.tiles)

    @property
    def made_from(self) -> tuple[int, ...]:
        """The numbers of books or tricks from which some bid is made, for ``thresholds``."""
        return tuple(sorted({tile.makes for tile in self.tiles if tile.makes}))

    def names(self, sides: tuple[str, ...]) -> dict[str, str]:
        """The names of the form fields, each with its side; the side is empty if one field is for all."""
        return {f"{self.field}_{side.lower()}": side for side in sides} if self.is_each else {self.field: ""}

    def gaps(self, answers: Answers, sides: tuple[str, ...]) -> dict[str, str]:
        """The errors for missing answers, by field."""
        return {
            name: self.missing
            for name in self.names(sides)
            if self.missing and not self._is_answered(answers.get(name), sides)
        }

    def needs(self, sides: tuple[str, ...]) -> Needs:
        """What can't be left out, regardless of the other answers."""
        return tuple(((name,), self.missing) for name in self.names(sides) if self.missing)

    def to_facts(self, answers: Answers, sides: tuple[str, ...]) -> dict[str, Any]:
        read = {side: self._read(answers.get(name)) for name, side in self.names(sides).items()}
        return {self.tells[0]: read if self.is_each else read[""]}

    def to_answers(self, facts: HandFacts, sides: tuple[str, ...]) -> dict[str, str]:
        fact = getattr(facts, self.tells[0])
        if self.is_each and fact is None:
            return {}
        return {
            name: self._written(fact.get(side) if self.is_each else fact)
            for name, side in self.names(sides).items()
        }

    def _is_answered(self, answer: Any, sides: tuple[str, ...]) -> bool:
        if self.most:
            return answer is not None
        return answer in (sides if self.look == "sides" else [tile.value for tile in self.tiles])

    def _read(self, answer: Any) -> Any:
        if answer in (None, "", self.blank):
            return None
        return int(answer) if str(answer).removeprefix("-").isdecimal() else answer

    def _written(self, fact: Any) -> str:
        return self.blank if fact is None else str(fact)


@dataclass(frozen=True, kw_only=True)
class Offences(Question):
    """How often each side committed an offense. The fact lists a side once for each offense."""

    is_each: bool = True
    is_needed: bool = False
    columns: int = 3

    def to_facts(self, answers: Answers, sides: tuple[str, ...]) -> dict[str, Any]:
        names = self.names(sides).items()
        return {self.field: tuple(side for name, side in names for _ in range(answers.get(name) or 0))}

    def to_answers(self, facts: HandFacts, sides: tuple[str, ...]) -> dict[str, str]:
        return {name: str(getattr(facts, self.field).count(side)) for name, side in self.names(sides).items()}


@dataclass(frozen=True, kw_only=True)
class SheetColumn:
    heading: str
    cell: str = ""


@dataclass(frozen=True, kw_only=True)
class EntryTiles:
    """All questions about a hand.

    ``renege_note`` says what to enter for a hand with a renege; with ``plays_out`` such a hand is played to
    its end. Without ``has_auction`` there is no question about the bidding.
    """

    sides: tuple[str, ...]
    questions: tuple[Question, ...]
    to_tap: str
    """The hint before the first tap."""
    offences: tuple[Offences, ...] = ()
    """The offenses that have a price, reneges first."""
    renege_note: str = "Tap the tricks as they were taken: the rules take off what a renege costs."
    plays_out: bool = True
    has_auction: bool = True
    dealt_first: str = "the first hand"
    dealt_next: str = "it passes to the left by itself"
    paper_note: str = ""
    has_score_columns: bool = True

    def __iter__(self) -> Iterator[Question]:
        return iter((*self.questions, *self.offences))

    @property
    def is_total(self) -> bool:
        """Whether a whole game is asked for, and not one hand (Rulebook E-97)."""
        return any(question.field == "won_by" for question in self.questions)

    @property
    def seat_names(self) -> tuple[str, ...]:
        return tuple("–".join(SIDE_NAMES[seat] for seat in side) for side in self.sides)

    @property
    def reneges(self) -> tuple[Offences, ...]:
        return tuple(each for each in self.offences if each.field == "reneges")

    @property
    def is_one_a_side(self) -> bool:
        return all(len(side) == 1 for side in self.sides)

    @property
    def asks_for_seat(self) -> bool:
        """Whether to ask which of two partners made the bid."""
        return self.has_auction and not self.is_one_a_side

    @property
    def needed(self) -> str:
        """The fields that the preview of a hand needs, separated by spaces."""
        asked = (question for question in self.questions if question.is_needed)
        return " ".join(name for question in asked for name in question.names(self.sides))

    @property
    def needs(self) -> Needs:
        """What can't be left out."""
        if self.is_total:  # One figure that isn't a counter is enough.
            figures = (name for each in self if not each.fills for name in each.names(self.sides))
            return ((tuple(figures), self.to_tap),)
        return tuple(need for each in self for need in each.needs(self.sides))

    @property
    def rarer(self) -> str:
        asked = [*(["renege"] if self.offences else []), "dealer", *(["auction"] if self.has_auction else [])]
        return ", ".join(asked).capitalize()

    @property
    def paper_figures(self) -> tuple[str, ...]:
        """The figures of a whole game on the paper slip, each with a cell for each side."""
        return tuple(question.asks for question in self.questions if question.is_each)

    @property
    def paper(self) -> tuple[SheetColumn, ...]:
        seats = [seat for side in self.sides for seat in side]
        short = ["–".join(side) for side in self.sides]
        asked = (column for question in self.questions for column in self._columns(question, short))
        score = ("Renege, forfeit", *short) if self.has_score_columns else ()
        dealer = SheetColumn(heading="Dealer", cell=" · ".join(seats) if len(seats) == 2 else "")
        return (dealer, *asked, *(SheetColumn(heading=heading) for heading in score))

    def gaps(self, answers: Answers) -> dict[str, str]:
        """The errors for missing answers, by field."""
        if self.is_total:
            return {
                names[0]: sentence
                for names, sentence in self.needs
                if all(answers.get(name) in (None, "") for name in names)
            }
        return {name: gap for each in self for name, gap in each.gaps(answers, self.sides).items()}

    def facts(self, answers: Answers) -> HandFacts:
        columns: dict[str, Any] = {}
        for key, value in (
            (key, value) for each in self for key, value in each.to_facts(answers, self.sides).items()
        ):
            # Each counter is a question, but together they are one fact, so their answers are merged.
            columns[key] = (
                {**columns[key], **value} if value and columns.get(key) else value or columns.get(key, value)
            )
        return HandFacts(**columns)

    def reneged(self, answers: Answers) -> tuple[str, ...]:
        offenders = (each.to_facts(answers, self.sides)[each.field] for each in self.reneges)
        return tuple(side for sides in offenders for side in sides)

    def answers(self, facts: HandFacts) -> dict[str, str]:
        """The answers for a hand, the reverse of ``facts``."""
        return {name: answer for each in self for name, answer in each.to_answers(facts, self.sides).items()}

    def _columns(self, question: Question, short: list[str]) -> list[SheetColumn]:
        sides = zip(short, self.seat_names, strict=True) if "{" in question.paper else [("", "")]
        headings = [question.paper.format(side=side, seat=seat) for side, seat in sides]
        cell = " · ".join(short) if question.look == "sides" else question.cell
        return [SheetColumn(heading=heading, cell=cell) for heading in headings if heading]


# --- questions and tiles of several games -----------------------------------------------------------


def reneges(most: int) -> Offences:
    """The question about the proven reneges of each side, with tiles up to ``most``."""
    return Offences(
        field="reneges",
        asks="Proven reneges by",
        listed="Proven reneges by {name}",
        rows=(TileRow(tiles=counts(most)),),
        columns=most + 1,
        most=4,
        wrong="A whole number up to 4.",
    )


def priced(field: str, asks: str) -> Offences:
    """The question about another offense that has a price, with tiles up to two."""
    return Offences(
        field=field,
        asks=asks,
        listed=f"{asks} {{name}}",
        rows=(TileRow(tiles=counts(2)),),
        most=2,
        wrong="A whole number up to 2.",
    )


def bid_tile(bid: str, **more: Any) -> Tile:
    """The tile of a bid: a number of tricks, ``ask`` or ``moon``."""
    label = f"Bid {bid}" if bid.isdecimal() else wording(bid)
    return Tile(value=bid, face=bid.capitalize(), label=label, **more)


def strain_tiles() -> tuple[Tile, ...]:
    return tuple(
        Tile(value=strain, face=SHORT[strain], glyph=GLYPHS.get(strain, "")) for strain in STRAIN_WORDS
    )


def suit_tiles() -> tuple[Tile, ...]:
    return tuple(
        Tile(value=suit.value, face=PIPS[suit.value], label=suit.value.capitalize(), is_red=suit.value in RED)
        for suit in SUITS
    )


def card_tile(card: Card) -> Tile:
    if card.suit is None:
        face = card.name.removeprefix("the ").capitalize()
        return Tile(value=str(card), face=face, label=face)
    rank = "10" if card.rank.letter == "T" else card.rank.letter
    return Tile(
        value=str(card),
        face=f"{rank}{PIPS[card.suit.value]}",
        label=card.name[0].upper() + card.name[1:],
        is_red=card.suit.value in RED,
    )


def side_question(missing: str) -> Question:
    return Question(
        field="bidder",
        asks="Who took the bid?",
        listed="Who bid",
        paper="Who bid",
        look="sides",
        missing=missing,
    )
