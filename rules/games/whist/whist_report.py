"""Bid Whist: the entry of a hand, the reading of its report, and the books after penalties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.cards.bids import DIRECTIONS, NO_TRUMP, STRAIN_WORDS, STRAINS, BidLadder, as_called, wording
from rules.games.whist.bid_whist_house import WhistHouse
from rules.ruleset.auction_check import check_auction, check_discards
from rules.ruleset.entry import (
    GLYPHS,
    SHORT,
    Answers,
    EntryTiles,
    Question,
    Tile,
    TileRow,
    numbers,
    priced,
    reneges,
    side_question,
)
from rules.ruleset.hands import (
    SUIT_WORDS,
    FieldError,
    HandFacts,
    ImpossibleHand,
    Names,
    Reason,
    Report,
    counted,
    in_words,
    number,
    read_offences,
    read_optional_word,
    read_whole,
    read_word,
    side_name,
    unknown_fields,
)
from rules.ruleset.ruleset import Ruleset
from rules.ruleset.seats import OTHER, SIDES

ALL_BOOKS: Final = 13
BOARD: Final = 6  # the books that count for nothing
MOST_OFFENCES: Final = 24  # two players in twelve tricks; in the thirteenth nobody has a choice
MOST_BIDS: Final = 2  # each player bids once

PLAYED: Final = frozenset(
    {
        "bidder", "level", "strain", "books", "trump", "direction", "reneges", "false_accusations",
        "bids_out_of_turn", "dealer", "bidder_seat", "calls", "discards", "forfeited_by",
    }
)  # fmt: skip
OF_THE_CARDS: Final = frozenset({"dealer", "bidder_seat", "calls", "discards"})


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A played hand; ``books`` are the bidders'."""

    bidder: str
    level: int
    strain: str
    books: int
    reneges: tuple[str, ...]  # the offending sides
    accusations: tuple[str, ...] = ()  # the sides that accused wrongly
    out_of_turn: tuple[str, ...] = ()  # the sides that bid out of turn


def read_played(report: Report, house: WhistHouse, ruleset: Ruleset) -> PlayedHand:
    """:raises ImpossibleHand: if the report can't be right."""
    errors = [] if report.keys() <= PLAYED else unknown_fields(report, PLAYED)
    bidder = read_word(report, "bidder", SIDES, "the bidding side", errors)
    level = read_whole(report, "level", house.min_bid, 7, "the number bid", errors)
    strain = read_word(report, "strain", STRAINS, "the kind of bid", errors)
    books = read_whole(report, "books", house.least_books, ALL_BOOKS, "the bidders’ books", errors)
    reneges = read_offences(report, "reneges", SIDES, MOST_OFFENCES, errors)
    accusations = read_offences(report, "false_accusations", SIDES, MOST_OFFENCES, errors)
    out_of_turn = read_offences(report, "bids_out_of_turn", SIDES, MOST_BIDS, errors)
    check_trump(report, strain, errors)
    if not report.keys().isdisjoint(OF_THE_CARDS):
        check_discards(report, house.kitty_size, house.jokers, errors)
        if not errors:
            bid = as_called(f"{level} {strain}", ruleset.ladder)
            check_auction(ruleset, report, bidder, bid, errors)
    if errors:
        raise ImpossibleHand(errors)
    return PlayedHand(bidder, level, strain, books, reneges, accusations, out_of_turn)


def check_trump(report: Report, strain: str, errors: list[FieldError]) -> None:
    """Add an error for a trump suit at no trump, or a direction at any other bid; both are optional."""
    trump = read_optional_word(report, "trump", SUIT_WORDS, "the trump suit", errors)
    direction = read_optional_word(report, "direction", DIRECTIONS, "the direction", errors)
    if trump is not None and strain == NO_TRUMP:
        errors.append(FieldError("trump", "A no trump hand has no trump suit."))
    if direction is not None and strain != NO_TRUMP:
        errors.append(FieldError("direction", "Only a no trump has a direction beyond the bid."))


@dataclass(frozen=True, kw_only=True)
class WhistBid(Question):
    @property
    def tells(self) -> tuple[str, ...]:
        return ("level", "strain")

    def to_facts(self, answers: Answers, sides: tuple[str, ...]) -> dict[str, Any]:
        level, strain = str(answers[self.field]).split(" ", 1)
        return {"level": int(level), "strain": strain}

    def to_answers(self, facts: HandFacts, sides: tuple[str, ...]) -> dict[str, str]:
        return {self.field: f"{facts.level} {facts.strain}" if facts.level else ""}


def whist_entry(
    house: WhistHouse, ladder: BidLadder, calls: Mapping[str, str], vocabulary: Mapping[str, str]
) -> EntryTiles:
    levels = sorted({bid.split(" ", 1)[0] for bid in ladder.bids})
    bid = WhistBid(
        field="bid",
        asks="The bid",
        listed="Bid",
        paper="Bid",
        rows=tuple(_bid_row(strain, levels, calls, vocabulary) for strain in STRAINS),
        look="rows",
        columns=len(levels),
        missing="Tap the bid.",
    )
    has_kitty = bool(house.least_books)
    books = Question(
        field="books",
        asks="Books they won",
        more="the kitty is one of them" if has_kitty else "",
        listed="Books they won",
        paper="Books",
        rows=numbers(range(house.least_books, ALL_BOOKS + 1), "boston", "Boston"),
        look="grid",
        missing="Tap the books that the bidders won.",
        thresholds=bid.made_from,
        total=ALL_BOOKS,
    )
    prices = (
        ("false_accusations", "Reneges called wrongly by", house.false_accusation_books),
        ("bids_out_of_turn", "Bids out of turn by", house.out_of_turn_points),
    )
    return EntryTiles(
        sides=SIDES,
        questions=(side_question("Tap the side that took the bid."), bid, books),
        to_tap="Tap the side, the bid and the books.",
        offences=(reneges(4), *(priced(field, asks) for field, asks, price in prices if price)),
        renege_note=_renege_note(house),
        plays_out=not _is_stopped(house),
        dealt_first="the hand dealt by the first diamond",
        paper_note=f"Write the books the bidders won{'; the kitty is one of them' if has_kitty else ''}.",
    )


def _bid_row(
    strain: str, levels: list[str], calls: Mapping[str, str], vocabulary: Mapping[str, str]
) -> TileRow:
    word = SHORT[strain] if calls[strain] == STRAIN_WORDS[strain] else calls[strain]
    return TileRow(
        word=word or in_words(STRAIN_WORDS[strain], vocabulary),
        glyph=GLYPHS.get(strain, ""),
        tiles=tuple(
            Tile(
                value=f"{level} {strain}",
                face=level,
                label=wording(f"{level} {strain}", calls),
                makes=BOARD + int(level),
            )
            for level in levels
        ),
    )


_GIVES: Final = {
    "books": "the rules move the penalty to the other side",
    "hand": "the rules give the hand to the other side",
    "game": "the rules give the game to the other side",
}


def _is_stopped(house: WhistHouse) -> bool:
    return house.renege_costs == "books" and house.renege_timing == "stops_the_hand"


def _renege_note(house: WhistHouse) -> str:
    gives = _GIVES[house.renege_costs]
    if _is_stopped(house):
        return f"A renege stops the hand. Count the books not played for the other side: {gives}."
    return f"Tap the books as they were won: {gives}."


@dataclass(frozen=True, slots=True)
class AfterPenalties:
    """The bidders' books after penalties, and why."""

    books: int
    is_sweep: bool
    """Means that a penalty made it 13 to nothing."""
    because: tuple[Reason, ...]
    hand_to: str | None = None
    """The side that wins the hand by the others' renege, if a renege costs the hand or the game."""


def apply_penalties(
    hand: PlayedHand, house: WhistHouse, sources: Mapping[str, str], names: Names
) -> AfterPenalties:
    """The books after each side has given the other those that it owes.

    Equal numbers of reneges cancel each other and leave the books as they were won; otherwise only the
    difference counts. A side that owes more books than it won loses all of them.
    """
    if not (hand.reneges or hand.accusations):
        return AfterPenalties(hand.books, False, ())
    bidder, other = hand.bidder, OTHER[hand.bidder]
    because: list[Reason] = []
    more = hand.reneges.count(bidder) - hand.reneges.count(other)
    if bidder in hand.reneges and other in hand.reneges:
        sentence = "Both sides reneged, and one renege cancels another."
        because.append(Reason(sentence, "reneges_cancel", sources["reneges_cancel"]))
    if more and house.renege_costs != "books":
        offender = bidder if more > 0 else other
        lost = "the hand and the game go" if house.renege_costs == "game" else "the hand goes"
        who, to = side_name(offender, names), side_name(OTHER[offender], names)
        because.append(Reason(f"{who} reneged: {lost} to {to}.", "renege_costs", sources["renege_costs"]))
        needed = BOARD + hand.level
        books = min(hand.books, needed - 1) if offender == bidder else max(hand.books, needed)
        return AfterPenalties(books, books == ALL_BOOKS != hand.books, tuple(because), OTHER[offender])
    # Fahrenheit's rules: "3 books won by the reneging team … are given to the non-reneging team."
    owed = house.renege_books * more if house.renege_costs == "books" else 0
    owed += house.false_accusation_books * (hand.accusations.count(bidder) - hand.accusations.count(other))
    if owed == 0:
        return AfterPenalties(hand.books, False, tuple(because))
    offender, won = (bidder, hand.books) if owed > 0 else (other, ALL_BOOKS - hand.books)
    given = min(abs(owed), won)
    rule, sentence = _books_given(offender, offender in hand.reneges, abs(owed), won, names)
    because.append(Reason(sentence, rule, sources[rule]))
    books = hand.books - given if owed > 0 else hand.books + given
    return AfterPenalties(books, given > 0 and books in (0, ALL_BOOKS), tuple(because))


def _books_given(offender: str, has_reneged: bool, due: int, won: int, names: Names) -> tuple[str, str]:
    """The rule and the sentence of the reason why books go to the other side."""
    other = side_name(OTHER[offender], names)
    offended = "reneged" if has_reneged else "called a renege that was none"
    sentence = f"{side_name(offender, names)} {offended}"
    if won >= due:
        rule = "renege_books" if has_reneged else "false_accusation_books"
        return rule, f"{sentence}: {counted(due, 'book')} go to {other}."
    fewer = f"won {counted(won, 'book')}, fewer than {number(due)}"
    return "renege_short", f"{sentence} and {fewer}: the hand is scored as though {other} won all 13."
