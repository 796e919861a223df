"""Cutthroat Bid Whist: three players, each alone, to 30 (Rulebook CT).

The source gives the pack, the hands, the kitty, the bids and the end of a game, but no scores. The scores
here are ours, and the rulebook marks them so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.cards.bids import NO_TRUMP, STRAIN_WORDS, STRAINS, BidLadder, whist_ladder
from rules.cards.packs import whist_pack
from rules.games.whist.bid_whist_house import FORCED, THROWN_IN
from rules.games.whist.whist_report import PlayedHand, check_trump
from rules.ruleset import sheets
from rules.ruleset.auction_check import check_auction, check_discards
from rules.ruleset.entry import (
    EntryTiles,
    Question,
    TileRow,
    bid_tile,
    numbers,
    reneges,
    side_question,
    strain_tiles,
)
from rules.ruleset.game_ends import EndOfGame, EndsBy, PointsRace, RunningRace
from rules.ruleset.hands import (
    NO_NAMES,
    GameState,
    HandScore,
    ImpossibleHand,
    Names,
    Reason,
    Report,
    counted,
    forfeit_by_points,
    hand_sentence,
    penalty_words,
    read_offences,
    read_whole,
    read_word,
    side_name,
    unknown_fields,
    won_or_lost,
)
from rules.ruleset.house import (
    BIDDING,
    CARDS,
    GAME,
    RENEGES,
    SCORING,
    HouseRule,
    choice,
    house_rules,
    number,
    settle,
    values,
    yes_no,
)
from rules.ruleset.ruleset import BY_STRAIN, CatalogEntry, GameDescription, Play, PlayParagraphs, state_after

SEATS: Final = ("N", "E", "W")
ALL_BOOKS: Final = 18  # seventeen tricks and the discards, or eighteen tricks
KITTY: Final = 3
JOKERS: Final = 2
REPORTED: Final = frozenset(
    {
        "bidder", "level", "strain", "books", "trump", "direction", "reneges", "dealer", "bidder_seat",
        "calls", "discards", "forfeited_by",
    }
)  # fmt: skip


# fmt: off
@dataclass(frozen=True, slots=True)
class CutthroatHouse:
    kitty: bool = yes_no(
        True, "Is there a kitty?", "The table", "CT-2",
        (
            "17 cards each, and a kitty of three. The bidder takes it and discards three cards: "
            "the bidder’s first book of 18."
        ),
        "18 cards each; there is no kitty, and nobody starts with a book.",
    )
    min_bid: int = number(
        6, range(1, 13), "What is the lowest bid?", BIDDING, "CT-3",
        "The lowest bid is {value} books, counted exactly and not above six.",
    )
    downtown_beats_uptown: bool = yes_no(
        False, "Does downtown outrank uptown at the same number?", BIDDING, "CT-3",
        "At the same number no trump outranks downtown, and downtown outranks uptown.",
        "At the same number no trump outranks both; uptown and downtown cannot outbid each other.",
    )
    all_pass: str = choice("What happens when everybody passes?", BIDDING, "CT-3", {
        "redeal_next": "When all three pass, the cards are thrown in and the next dealer deals.",
        "redeal_same": "When all three pass, the cards are thrown in and the same dealer deals again.",
        "forced": "When the first two pass, the dealer must bid.",
    })
    downtown_aces: str = choice("Is the ace high or low downtown?", CARDS, "CT-4", {
        "good": "Downtown the ace is still the best card of its suit: A, 2, 3 and so on to the king.",
        "bad": "Downtown the ace is the worst card of its suit: 2, 3 and so on to the king, then it.",
    })
    double_no_trump: bool = yes_no(
        False, "Do points count double at no trump?", SCORING, "CT-5",
        "At no trump the bidder’s points count double, made or set.",
        "At no trump points count as at any other bid.",
    )
    renege_books: int = number(
        3, range(8), "How many books does a renege cost?", RENEGES, "CT-6",
        {
            0: "A renege costs no books; the referee decides.",
            1: "A renege costs a bidder one book; against the bidder it gives the bidder one.",
            None: "A renege costs a bidder {value} books; against the bidder it gives the bidder as many.",
        },
    )
    points_to_win: int = number(
        30, range(1, 201), "How many points win the game?", GAME, "CT-7",
        {
            1: "The first player with a point wins.",
            None: "The first player with {value} points wins.",
        },
    )
# fmt: on


CUTTHROAT_HOUSE: Final[tuple[HouseRule, ...]] = house_rules(CutthroatHouse)


@dataclass(frozen=True, slots=True)
class Cutthroat:
    options: CutthroatHouse
    house: Mapping[str, object]
    ladder: BidLadder
    key: str = "cutthroat-bid-whist"
    name: str = "Cutthroat Bid Whist"
    seats: tuple[str, ...] = SEATS
    sides: tuple[str, ...] = SEATS

    @property
    def entry(self) -> EntryTiles:
        """The kind of bid and its number are separate questions: combined they would need too many tiles."""
        levels = range(self.options.min_bid, ALL_BOOKS + 1)
        books = range(int(self.options.kitty), ALL_BOOKS + 1)
        return EntryTiles(
            sides=SEATS,
            questions=(
                side_question("Tap the player who took the bid."),
                Question(
                    field="strain",
                    asks="The kind of bid",
                    listed="Kind of bid",
                    rows=(TileRow(tiles=strain_tiles()),),
                    columns=3,
                    missing="Tap uptown, downtown or no trump.",
                ),
                Question(
                    field="bid",
                    asks="The number bid",
                    more="books counted exactly",
                    listed="Bid",
                    paper="Bid",
                    rows=(TileRow(tiles=tuple(bid_tile(str(level)) for level in levels)),),
                    columns=5,
                    fills="level",
                    missing="Tap the number that was bid.",
                ),
                Question(
                    field="books",
                    asks="Books the bidder took",
                    more="the discards are the first",
                    listed="Books the bidder took",
                    paper="Books",
                    rows=numbers(books),
                    columns=6,
                    missing="Tap the books that the bidder took, the discards included.",
                ),
            ),
            to_tap="Tap the player, the bid and the books.",
            offences=(reneges(2),),
            renege_note="Tap the books as they were won: the rules move the penalty.",
            paper_note="Write the books the bidder took; the discards are the first.",
        )

    @property
    def play(self) -> Play:
        kitty, tricks = (KITTY, 17) if self.options.kitty else (0, 18)
        return Play(
            pack=whist_pack(JOKERS),
            kitty=kitty,
            tricks=tricks,
            ranks=BY_STRAIN,
            recorded=frozenset({"direction", "discards"}),
            redeals_pass_left=self.options.all_pass == THROWN_IN,
            dealer_is_forced=self.options.all_pass == FORCED,
            aces=self.options.downtown_aces,
            paragraphs=PlayParagraphs("CT-4", "CT-4", "CT-4", "CT-4", "R-2", "R-3"),
        )

    @property
    def ends(self) -> EndOfGame:
        return EndOfGame(by=EndsBy.POINTS, points=self.options.points_to_win)

    def score(self, report: Report, names: Names = NO_NAMES) -> HandScore:
        if report.get("forfeited_by") is not None:
            return forfeit_by_points(report, SEATS, SEATS, names, "CT-8")
        hand = self._read(report)
        books = self._after_penalties(hand)
        made = books >= hand.level
        doubled = self.options.double_no_trump and hand.strain == NO_TRUMP
        worth = (books if made else -hand.level) * (2 if doubled else 1)
        bid_words = f"{hand.level} {STRAIN_WORDS[hand.strain]}"
        outcome = _outcome(books, made, worth)
        return HandScore(
            winner=hand.bidder if made else None,
            points={seat: worth if seat == hand.bidder else 0 for seat in SEATS},
            books={hand.bidder: books},
            made=made,
            decided_by=outcome,
            because=(_promise(hand, bid_words, names), *self._penalties(hand, names), outcome),
            headline=hand_sentence(
                side_name(hand.bidder, names),
                f"bid {bid_words}",
                f"{hand.books}",
                f"{'made' if made else 'set'}, {won_or_lost(worth)}",
                self._penalty_words(hand, books),
            ),
        )

    def game(self, scores: Sequence[HandScore]) -> GameState:
        return state_after(self.start(), scores)

    def start(self) -> RunningRace:
        return PointsRace(SEATS, self.options.points_to_win, "CT-7").start()

    def _read(self, report: Report) -> PlayedHand:
        errors = unknown_fields(report, REPORTED)
        bidder = read_word(report, "bidder", SEATS, "the bidder", errors)
        level = read_whole(report, "level", self.options.min_bid, ALL_BOOKS, "the number bid", errors)
        strain = read_word(report, "strain", STRAINS, "the kind of bid", errors)
        from_kitty = int(self.options.kitty)
        books = read_whole(report, "books", from_kitty, ALL_BOOKS, "the bidder’s books", errors)
        # Nobody can renege in the last trick.
        reneges = read_offences(report, "reneges", SEATS, ALL_BOOKS - from_kitty - 1, errors)
        check_trump(report, strain, errors)
        check_discards(report, KITTY * from_kitty, JOKERS, errors)
        if not errors:
            check_auction(self, report, bidder, f"{level} {strain}", errors)
        if errors:
            raise ImpossibleHand(errors)
        return PlayedHand(bidder, level, strain, books, reneges)

    def _after_penalties(self, hand: PlayedHand) -> int:
        """The bidder's books: fewer for each own renege, more for each renege of an opponent."""
        own = hand.reneges.count(hand.bidder)
        books = hand.books + self.options.renege_books * (len(hand.reneges) - 2 * own)
        return min(max(books, 0), ALL_BOOKS)

    def _penalty_words(self, hand: PlayedHand, books: int) -> str:
        own = hand.reneges.count(hand.bidder)
        return penalty_words(hand.books, books, [("renege", own, len(hand.reneges) - own)])

    def _penalties(self, hand: PlayedHand, names: Names) -> tuple[Reason, ...]:
        called = {seat: side_name(seat, names) for seat in SEATS}
        cost = counted(self.options.renege_books, "book")
        sentences = {seat: f"{called[seat]} reneged: {cost} go to {called[hand.bidder]}." for seat in SEATS}
        sentences[hand.bidder] = f"{called[hand.bidder]} reneged and loses {cost}."
        return tuple(Reason(sentences[seat], "renege_books", "CT-6") for seat in hand.reneges)


def _promise(hand: PlayedHand, bid_words: str, names: Names) -> Reason:
    called = side_name(hand.bidder, names)
    return Reason(f"{called} bid {bid_words} and took {counted(hand.books, 'book')}.", "promise", "CT-3")


def _outcome(books: int, made: bool, worth: int) -> Reason:
    outcome = "made" if made else "set"
    sentence = f"With {counted(books, 'book')} the bid is {outcome}: {won_or_lost(worth)}."
    return Reason(sentence, outcome, "CT-5")


def cutthroat(house: Mapping[str, object]) -> Cutthroat:
    """:raises BadHouseRule: if a house rule is unknown or not allowed."""
    options = settle(CutthroatHouse, CUTTHROAT_HOUSE, house)
    ladder = whist_ladder(options.min_bid, ALL_BOOKS, downtown_outranks_uptown=options.downtown_beats_uptown)
    return Cutthroat(options, values(options), ladder)


ENTRY: Final = CatalogEntry(
    GameDescription(
        "cutthroat-bid-whist",
        "Cutthroat Bid Whist",
        "Three players, each alone, 17 cards each and a kitty of three, to 30 points.",
        SEATS,
        SEATS,
        CUTTHROAT_HOUSE,
        source="docs/rulebook/cutthroat.md",
    ),
    cutthroat,
    sheets.CUTTHROAT,
)
