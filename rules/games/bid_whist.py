"""Bid Whist: two partnerships, thirteen books, the kitty being the bidders' first (001)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.cards.bids import NO_TRUMP, STRAIN_WORDS, Ladder, whist_ladder
from rules.games.bid_whist_house import WhistHouse
from rules.games.hands import (
    NO_NAMES,
    SIDE_NAMES,
    GameState,
    HandScore,
    Names,
    Reason,
    Report,
    counted,
    read_forfeit,
    won_or_lost,
)
from rules.games.seats import OTHER, SEATS, SIDES, two_figures
from rules.games.sentence import hand_sentence, penalty_words
from rules.games.whist_game import WhistGame
from rules.games.whist_report import ALL_BOOKS, PenaltyParagraphs, PlayedHand, read_played, settle_penalties

BOARD: Final = 6  # the books that count for nothing


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """Where a game's own rulebook says what; a reason cites the paragraph."""

    promise: str
    counting: str
    made: str
    set: str
    no_trump: str
    boston: str
    defenders: str
    game: str
    boston_wins: str
    sets_lose: str
    penalties: PenaltyParagraphs
    forfeit: str


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

    def score(self, report: Report, names: Names = NO_NAMES) -> HandScore:
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
            points=two_figures(hand.bidder, count.points, count.other_points),
            books=two_figures(hand.bidder, count.books, ALL_BOOKS - count.books),
            made=count.made,
            boston=count.boston,
            awarded=count.awarded,
            because=self.reasons(hand, count, names),
            headline=self.headline(hand, count, won_or_lost(count.points), names),
        )

    def game(self, scores: Sequence[HandScore]) -> GameState:
        """Where the game stands after these hands.

        :raises GameAlreadyOver: if it was over before the last of them.
        """
        cite = self.paragraphs
        sources = {"boston_wins_game": cite.boston_wins, "sets_that_lose": cite.sets_lose}
        return WhistGame(self.options, cite.game, sources, self.words).state(scores)

    # --- the three steps: read, count, tell -------------------------------------------------------

    def read(self, report: Report) -> PlayedHand:
        """The facts of the report.

        :raises ImpossibleHand: if they cannot be right.
        """
        return read_played(report, self.options, self.ladder)

    def count(self, hand: PlayedHand, names: Names) -> Count:
        """Books after penalties, whether the bid is made, and the points of each side."""
        options = self.options
        settled = settle_penalties(hand, options, self.paragraphs.penalties, names)
        books, by_penalty = settled.books, settled.by_penalty
        made = books >= BOARD + hand.level
        boston = books in (0, ALL_BOOKS) and (made or by_penalty)
        awarded = boston and by_penalty
        if options.boston_requires_bid7 and hand.level < 7:
            boston = False
        if awarded and not options.penalty_boston_counts:
            boston = False
        points = self._points(hand, books, made, boston)
        other_points = max(0, ALL_BOOKS - books - BOARD) if options.defenders_score else 0
        return Count(books, made, boston, awarded, points, other_points, settled.because)

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
        told = (promise, *count.penalties, self._outcome(hand, count, needed), self._worth(hand, count))
        if not count.other_points:
            return told
        other = names.get(OTHER[hand.bidder]) or SIDE_NAMES[OTHER[hand.bidder]]
        sentence = f"{other} score {counted(count.other_points, 'point')} for books above six."
        return (*told, Reason(sentence, "defenders_score", cite.defenders))

    # --- parts ------------------------------------------------------------------------------------

    def said(self, hand: PlayedHand) -> str:
        """The bid as people say it."""
        return f"{hand.level} {self.calls[hand.strain]}".rstrip()

    def headline(self, hand: PlayedHand, count: Count, worth: str, names: Names) -> str:
        """The hand in a sentence, which ends in what it is worth."""
        verdict = "made" if count.made else "set"
        if count.awarded:
            verdict = f"{verdict}, all 13 by penalty"
        elif count.boston:
            verdict = "Boston"
        bidder, other = hand.bidder, OTHER[hand.bidder]
        offences = [
            ("renege", hand.reneges.count(bidder), hand.reneges.count(other)),
            ("false call", hand.accusations.count(bidder), hand.accusations.count(other)),
        ]
        return hand_sentence(
            names.get(bidder) or SIDE_NAMES[bidder],
            f"bid {self.said(hand)}",
            f"all {ALL_BOOKS}" if hand.books == ALL_BOOKS else f"{hand.books}",
            f"{verdict}, {worth}",
            penalty_words(hand.books, count.books, offences),
        )

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
            units=two_figures(winner, 1, 0),
            points=two_figures(winner, self.options.forfeit_points, 0),
            books=None,
            made=None,
            boston=False,
            awarded=True,
            because=(Reason(sentence, "forfeit", self.paragraphs.forfeit),),
            headline=f"Forfeited: counts one for {other}.",
        )


def whist_bids(house: WhistHouse) -> Ladder:
    """The ladder of bids under these house rules."""
    return whist_ladder(house.min_bid, downtown_outranks_uptown=house.downtown_beats_uptown)
