"""Bid Whist: two partnerships, thirteen books, the kitty being the bidders' first (001)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.bids import NO_TRUMP, STRAIN_WORDS, STRAINS, Ladder, whist_ladder
from rules.games.auction_check import AuctionRules, check_discards
from rules.games.bid_whist_house import WhistHouse
from rules.games.forfeits import read_forfeit
from rules.games.whist_game import WhistGame
from rules.games.whist_report import check_trump
from rules.hands import (
    SIDE_NAMES,
    FieldError,
    GameState,
    HandScore,
    ImpossibleHand,
    Names,
    Reason,
    Report,
    counted,
    number,
    read_offences,
    read_whole,
    read_word,
    unknown_fields,
    won_or_lost,
)

SEATS: Final = ("N", "E", "S", "W")
SIDES: Final = ("NS", "EW")
OTHER: Final[Mapping[str, str]] = {"NS": "EW", "EW": "NS"}
ALL_BOOKS: Final = 13
BOARD: Final = 6  # the books that count for nothing

PLAYED: Final = frozenset(
    {
        "bidder", "level", "strain", "books", "trump", "direction", "reneges", "false_accusations",
        "dealer", "bidder_seat", "calls", "discards", "forfeited_by",
    }
)  # fmt: skip
OF_THE_CARDS: Final = frozenset({"dealer", "bidder_seat", "calls", "discards"})
NOBODY: Final[Names] = {}


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """Where a game's own rulebook says what; a reason cites the paragraph."""

    promise: str
    counting: str
    made: str
    set: str
    no_trump: str
    boston: str
    game: str
    renege: str
    renege_short: str
    both_reneged: str
    forfeit: str


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """The facts of a hand that was played: who bid what, and the books the bidders took."""

    bidder: str
    level: int
    strain: str
    books: int
    reneges: tuple[str, ...]  # the offending sides
    accusations: tuple[str, ...]  # the sides that accused wrongly


@dataclass(frozen=True, slots=True)
class Count:
    """What a played hand comes to, before anybody explains it. ``books`` and ``points`` are the bidders'."""

    books: int
    made: bool
    boston: bool
    awarded: bool
    points: int
    other_points: int
    penalties: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class BidWhist:
    """Bid Whist with its house rules settled."""

    key: str
    name: str
    house: Mapping[str, object]
    options: WhistHouse
    paragraphs: Paragraphs
    ladder: Ladder
    calls: Mapping[str, str] = field(default_factory=lambda: STRAIN_WORDS)
    words: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = SEATS
    sides: tuple[str, ...] = SIDES

    def score(self, report: Report, names: Names = NOBODY) -> HandScore:
        """What a reported hand earned, and why.

        :raises ImpossibleHand: if it cannot have happened.
        """
        if report.get("forfeited_by") is not None:
            return self.score_forfeit(report, names)
        hand = self.read(report)
        count = self.count(hand, names)
        winner = hand.bidder if count.made else OTHER[hand.bidder]
        return HandScore(
            winner=winner,
            units={"NS": 1, "EW": 0} if winner == "NS" else {"NS": 0, "EW": 1},
            points=by_side(hand.bidder, count.points, count.other_points),
            books=by_side(hand.bidder, count.books, ALL_BOOKS - count.books),
            made=count.made,
            boston=count.boston,
            awarded=count.awarded,
            because=self.reasons(hand, count, names),
            headline=f"{self.verdict(hand, count)}: {won_or_lost(count.points)}.",
        )

    def game(self, scores: Sequence[HandScore]) -> GameState:
        """Where the game stands after these hands.

        :raises GameAlreadyOver: if it was over before the last of them.
        """
        return WhistGame(self.options, self.paragraphs.game, self.words).state(scores)

    # --- the three steps: read, count, tell -------------------------------------------------------

    def read(self, report: Report) -> PlayedHand:
        """The facts of the report.

        :raises ImpossibleHand: if they cannot be right.
        """
        errors = [] if report.keys() <= PLAYED else unknown_fields(report, PLAYED)
        least_books = 1 if self.options.kitty else 0
        bidder = read_word(report, "bidder", SIDES, "the bidding side", errors)
        level = read_whole(report, "level", self.options.min_bid, 7, "the number bid", errors)
        strain = read_word(report, "strain", STRAINS, "the kind of bid", errors)
        books = read_whole(report, "books", least_books, ALL_BOOKS, "the bidders' books", errors)
        reneges = read_offences(report, "reneges", SIDES, errors)
        accusations = read_offences(report, "false_accusations", SIDES, errors)
        check_trump(report, strain, errors)
        if not report.keys().isdisjoint(OF_THE_CARDS):
            self._check_auction(report, bidder, f"{level} {strain}", errors)
            check_discards(report, self.options.kitty_size, self.options.jokers, errors)
        if errors:
            raise ImpossibleHand(errors)
        return PlayedHand(bidder, level, strain, books, reneges, accusations)

    def count(self, hand: PlayedHand, names: Names) -> Count:
        """Books after penalties, whether the bid is made, and the points of each side."""
        books, by_penalty, penalties = self._settled(hand, names)
        options = self.options
        made = books >= BOARD + hand.level
        boston = books in (0, ALL_BOOKS) and (made or by_penalty)
        awarded = boston and by_penalty
        if options.boston_requires_bid7 and hand.level < 7:
            boston = False
        if awarded and not options.penalty_boston_counts:
            boston = False
        points = self._points(hand, books, made, boston)
        other_points = 0
        if options.defenders_score:
            other_points = max(0, ALL_BOOKS - books - BOARD)
        return Count(books, made, boston, awarded, points, other_points, penalties)

    def reasons(self, hand: PlayedHand, count: Count, names: Names) -> tuple[Reason, ...]:
        """The sentences that explain books, bid and points."""
        cite = self.paragraphs
        side = names.get(hand.bidder) or SIDE_NAMES[hand.bidder]
        needed = BOARD + hand.level
        promise = Reason(
            f"{side} bid {self.said(hand)}, a promise of {counted(needed, 'book')}, "
            f"and took {counted(hand.books, 'book')}.",
            "promise",
            cite.promise,
        )
        return (promise, *count.penalties, self._outcome(hand, count, needed), self._worth(hand, count))

    # --- parts ------------------------------------------------------------------------------------

    def said(self, hand: PlayedHand) -> str:
        """The bid as people say it."""
        return f"{hand.level} {self.calls[hand.strain]}".rstrip()

    def verdict(self, hand: PlayedHand, count: Count) -> str:
        """The hand in three words, for a headline."""
        if count.awarded:
            return f"All 13 books by penalty on {self.said(hand)}"
        if count.boston:
            return f"Boston on {self.said(hand)}"
        return f"{'Made' if count.made else 'Set on'} {self.said(hand)}"

    def _check_auction(self, report: Report, bidder: str, bid: str, errors: list[FieldError]) -> None:
        options = self.options
        rules = AuctionRules(
            self.ladder, SEATS, SIDES, options.all_pass == "forced", dealer_may_match=options.dealer_may_match
        )
        if not errors:
            rules.check(report, bidder, bid, errors)

    def _settled(self, hand: PlayedHand, names: Names) -> tuple[int, bool, tuple[Reason, ...]]:
        """The bidders' books after penalties, whether a penalty made it 13 to nothing, and why."""
        if hand.reneges or hand.accusations:
            return self._penalized(hand, names)
        return hand.books, False, ()

    def _penalized(self, hand: PlayedHand, names: Names) -> tuple[int, bool, tuple[Reason, ...]]:
        # 004: "3 books won by the reneging team … are given to the non-reneging team."
        # Equal numbers cancel, on the books actually won; only the rest is settled.
        options, other = self.options, OTHER[hand.bidder]
        reasons: list[Reason] = []
        if hand.bidder in hand.reneges and other in hand.reneges:
            sentence = "Both sides reneged, and one renege cancels another."
            reasons.append(Reason(sentence, "reneges_cancel", self.paragraphs.both_reneged))
        owed = options.renege_books * (hand.reneges.count(hand.bidder) - hand.reneges.count(other))
        owed += options.false_accusation_books * (
            hand.accusations.count(hand.bidder) - hand.accusations.count(other)
        )
        if owed == 0:
            return hand.books, False, tuple(reasons)
        offender, won = (hand.bidder, hand.books) if owed > 0 else (other, ALL_BOOKS - hand.books)
        given = min(abs(owed), won)
        reasons.append(self._penalty(offender, abs(owed), won, names))
        books = hand.books - given if owed > 0 else hand.books + given
        return books, given > 0 and books in (0, ALL_BOOKS), tuple(reasons)

    def _penalty(self, offender: str, due: int, won: int, names: Names) -> Reason:
        called = names.get(offender) or SIDE_NAMES[offender]
        other = names.get(OTHER[offender]) or SIDE_NAMES[OTHER[offender]]
        if won >= due:
            sentence = f"{called} reneged: {counted(due, 'book')} go to {other}."
            return Reason(sentence, "renege_books", self.paragraphs.renege)
        sentence = (
            f"{called} reneged and won {counted(won, 'book')}, fewer than {number(due)}: "
            f"the hand is scored as though {other} won all 13."
        )
        return Reason(sentence, "renege_short", self.paragraphs.renege_short)

    def _points(self, hand: PlayedHand, books: int, made: bool, boston: bool) -> int:
        options = self.options
        if not made:
            points = -hand.level if options.set_costs_the_bid else 0
        elif boston:
            points = options.boston_points * (2 if options.rise_and_fly else 1)
        else:
            points = hand.level if options.made_points == "bid" else books - BOARD
        # 001: a made 4 no trump scores 8, a set one minus 8.
        return points * 2 if options.double_no_trump and hand.strain == NO_TRUMP else points

    def _outcome(self, hand: PlayedHand, count: Count, needed: int) -> Reason:
        have = counted(count.books, "book")
        if count.made:
            return Reason(f"With {have} the bid is made.", "made", self.paragraphs.made)
        return Reason(
            f"With {have} the bid is {counted(needed - count.books, 'book')} short: set.",
            "set",
            self.paragraphs.set,
        )

    def _worth(self, hand: PlayedHand, count: Count) -> Reason:
        cite, points = self.paragraphs, counted(abs(count.points), "point")
        if count.points and self.options.double_no_trump and hand.strain == NO_TRUMP:
            verb = "scores" if count.made else "loses"
            return Reason(f"The hand {verb} {points}, doubled at no trump.", "double_no_trump", cite.no_trump)
        if count.made and count.boston:
            return Reason(f"A Boston scores {points}.", "boston_points", cite.boston)
        if count.made:
            return Reason(f"The hand scores {points}.", "made_points", cite.counting)
        if count.points:
            return Reason(f"The set loses {points}.", "set_points", cite.set)
        return Reason("A set scores no points.", "set_points", cite.set)

    def score_forfeit(self, report: Report, names: Names) -> HandScore:
        """A hand that one side was not there to play: it goes to the other and is no Boston.

        :raises ImpossibleHand: if the report also says how the hand was played.
        """
        late = read_forfeit(report, SIDES, SEATS)
        winner = OTHER[late]
        called, other = names.get(late) or SIDE_NAMES[late], names.get(winner) or SIDE_NAMES[winner]
        sentence = f"{called} forfeited the hand, so it goes to {other}."
        return HandScore(
            winner=winner,
            units=by_side(winner, 1, 0),
            points=by_side(winner, self.options.forfeit_points, 0),
            books=None,
            made=None,
            boston=False,
            awarded=True,
            because=(Reason(sentence, "forfeit", self.paragraphs.forfeit),),
            headline=f"Forfeited: counts one for {other}.",
        )


def by_side(side: str, own: int, others: int) -> Mapping[str, int]:
    """The two numbers under their sides, North-South first."""
    return {"NS": own, "EW": others} if side == "NS" else {"NS": others, "EW": own}


def whist_bids(house: WhistHouse) -> Ladder:
    """The ladder of bids under these house rules."""
    return whist_ladder(house.min_bid, downtown_outranks_uptown=house.downtown_beats_uptown)
