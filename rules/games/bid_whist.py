"""Bid Whist: two partnerships, thirteen books, the kitty being the bidders' first (001)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.cards.bids import NO_TRUMP, STRAIN_WORDS, Ladder, number_ladder, whist_ladder
from rules.cards.cards import Card, Rank, Suit
from rules.cards.packs import whist_pack
from rules.games.bid_whist_house import WhistHouse
from rules.games.entry import EntryTiles
from rules.games.hands import (
    NO_NAMES,
    SIDE_NAMES,
    GameState,
    HandScore,
    Names,
    Reason,
    Report,
    counted,
    hand_sentence,
    penalty_words,
    read_forfeit,
    won_or_lost,
)
from rules.games.ruleset import BY_STRAIN, Play, PlayParagraphs, state_after
from rules.games.seats import OTHER, SEATS, SIDES, two_figures
from rules.games.whist_game import RunningWhist, WhistGame
from rules.games.whist_report import (
    ALL_BOOKS,
    BOARD,
    PenaltyParagraphs,
    PlayedHand,
    Settled,
    read_played,
    settle_penalties,
    whist_entry,
)

HIGHEST_BID: Final = 7
# Without a kitty the hands are thirteen cards each, so that for each joker a two stays out.
RED_TWOS: Final = (Card(Rank.TWO, Suit.DIAMONDS), Card(Rank.TWO, Suit.HEARTS))


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
    bonus: str
    out_of_turn: str
    penalties: PenaltyParagraphs
    forfeit: str
    play: PlayParagraphs


@dataclass(frozen=True, slots=True)
class Count:
    """What a played hand comes to, before anybody explains it. ``books`` and ``points`` are the bidders'.

    ``other_books`` are points that the others score for books of their own, and ``from_set`` those that a
    set bid gives them; ``factor`` is by how much the bid's points are multiplied. ``game_to`` is the side
    that has won the game because the others reneged.
    """

    books: int
    made: bool
    boston: bool
    awarded: bool
    points: int
    other_books: int
    from_set: int
    factor: int
    penalties: tuple[Reason, ...]
    game_to: str | None

    @property
    def other_points(self) -> int:
        return self.other_books + self.from_set


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

    @property
    def entry(self) -> EntryTiles:
        """A side, its bid, and the books it won."""
        return whist_entry(self.options, self.ladder, self.calls, self.words)

    @property
    def play(self) -> Play:
        """Twelve tricks and the kitty; without a kitty thirteen, and for each joker a red two stays out."""
        jokers, kitty = self.options.jokers, self.options.kitty_size
        return Play(
            pack=whist_pack(jokers) if kitty else whist_pack(jokers, without=RED_TWOS[:jokers]),
            kitty=kitty,
            tricks=12 if kitty else 13,
            ranks=BY_STRAIN,
            board=BOARD,
            has_bostons=True,
            recorded=frozenset({"direction", "aces", "discards", "joker_swaps"}),
            paragraphs=self.paragraphs.play,
        )

    def score(self, report: Report, names: Names = NO_NAMES) -> HandScore:
        if report.get("forfeited_by") is not None:
            return self.score_forfeit(report, names)
        hand = self.read(report)
        count = self.count(hand, names)
        winner = hand.bidder if count.made else OTHER[hand.bidder]
        return HandScore(
            winner=winner,
            units={"NS": 1, "EW": 0} if winner == "NS" else {"NS": 0, "EW": 1},
            points=self.points(hand, count),
            books=two_figures(hand.bidder, count.books, ALL_BOOKS - count.books),
            made=count.made,
            boston=count.boston,
            awarded=count.awarded,
            because=self.reasons(hand, count, names),
            headline=self.headline(hand, count, self.worth(hand, count, names), names),
            game_to=count.game_to,
        )

    def game(self, scores: Sequence[HandScore]) -> GameState:
        return state_after(self.start(), scores)

    def start(self) -> RunningWhist:
        cite = self.paragraphs
        sources = {
            "boston_wins_game": cite.boston_wins,
            "sets_that_lose": cite.sets_lose,
            "renege_costs": cite.penalties.costs,
            "game_bonus": cite.bonus,
        }
        return RunningWhist(WhistGame(self.options, cite.game, sources, self.words))

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
        awarded = (boston and by_penalty) or self._is_turned(hand, settled)
        if options.boston_requires_bid7 and hand.level < HIGHEST_BID:
            boston = False
        if boston and by_penalty and not options.penalty_boston_counts:
            boston = False
        # 001: a made 4 no trump scores 8, a set one minus 8.
        factor = 2 if options.double_no_trump and hand.strain == NO_TRUMP else 1
        factor *= 2 if options.seven_doubles and hand.level == HIGHEST_BID else 1
        return Count(
            books=books,
            made=made,
            boston=boston,
            awarded=awarded,
            points=factor * self._points(hand, books, made, boston),
            other_books=max(0, ALL_BOOKS - books - BOARD) if options.defenders_score else 0,
            from_set=factor * hand.level if not made and options.set_costs == "to_opponents" else 0,
            factor=factor,
            penalties=settled.because,
            game_to=settled.hand_to if options.renege_costs == "game" else None,
        )

    def points(self, hand: PlayedHand, count: Count) -> Mapping[str, int]:
        """The points of each side, a bid out of turn being paid for."""
        cost = {side: self.options.out_of_turn_points * hand.out_of_turn.count(side) for side in SIDES}
        points = two_figures(hand.bidder, count.points, count.other_points)
        return {side: points[side] - cost[side] for side in points}

    def reasons(self, hand: PlayedHand, count: Count, names: Names) -> tuple[Reason, ...]:
        cite = self.paragraphs
        side = names.get(hand.bidder) or SIDE_NAMES[hand.bidder]
        needed = BOARD + hand.level
        promise = Reason(
            f"{side} bid {self.said(hand)}, a promise of {counted(needed, 'book')}, "
            f"and took {counted(hand.books, 'book')}.",
            "promise",
            cite.promise,
        )
        told = [promise, *count.penalties, self._outcome(hand, count, needed), self._worth(hand, count)]
        other = names.get(OTHER[hand.bidder]) or SIDE_NAMES[OTHER[hand.bidder]]
        if count.from_set:
            sentence = f"{other} score {counted(count.from_set, 'point')} for the set."
            told.append(Reason(sentence, "set_points", cite.set))
        if count.other_books:
            sentence = f"{other} score {counted(count.other_books, 'point')} for books above six."
            told.append(Reason(sentence, "defenders_score", cite.defenders))
        for offender in hand.out_of_turn if self.options.out_of_turn_points else ():
            called = names.get(offender) or SIDE_NAMES[offender]
            cost = counted(self.options.out_of_turn_points, "point")
            sentence = f"{called} bid out of turn: that costs {cost}."
            told.append(Reason(sentence, "out_of_turn_points", cite.out_of_turn))
        return tuple(told)

    # --- parts ------------------------------------------------------------------------------------

    def said(self, hand: PlayedHand) -> str:
        return f"{hand.level} {self.calls[hand.strain]}".rstrip()

    def headline(self, hand: PlayedHand, count: Count, worth: str, names: Names) -> str:
        verdict = "made" if count.made else "set"
        if count.awarded:
            verdict += ", all 13 by penalty" if count.books in (0, ALL_BOOKS) else " by a renege"
        elif count.boston:
            verdict = "Boston"
        bidder, other = hand.bidder, OTHER[hand.bidder]
        reneges = hand.reneges.count(bidder), hand.reneges.count(other)
        offences = [
            ("renege", *reneges),
            ("false call", hand.accusations.count(bidder), hand.accusations.count(other)),
        ]
        if self.options.renege_costs != "books" and len(set(reneges)) > 1:
            offences = []  # What a renege costs here is not counted in books.
        to = count.game_to
        why = "" if count.awarded else " for a renege"
        game = f", and the game goes to {names.get(to) or SIDE_NAMES[to]}{why}" if to else ""
        return hand_sentence(
            names.get(bidder) or SIDE_NAMES[bidder],
            f"bid {self.said(hand)}",
            f"all {ALL_BOOKS}" if hand.books == ALL_BOOKS else f"{hand.books}",
            f"{verdict}, {worth}{game}",
            penalty_words(hand.books, count.books, offences),
        )

    def worth(self, hand: PlayedHand, count: Count, names: Names) -> str:
        """What the hand is worth where points are what counts."""
        if not count.from_set:
            return won_or_lost(count.points)
        other = names.get(OTHER[hand.bidder]) or SIDE_NAMES[OTHER[hand.bidder]]
        return f"{counted(count.from_set, 'point')} for {other}"

    def _is_turned(self, hand: PlayedHand, settled: Settled) -> bool:
        """Whether a renege gave the hand to a side that had not won it."""
        needed = BOARD + hand.level
        return settled.hand_to is not None and (settled.books >= needed) != (hand.books >= needed)

    def _points(self, hand: PlayedHand, books: int, made: bool, boston: bool) -> int:
        """The bidders' points before anything doubles them."""
        options = self.options
        if not made:
            short = BOARD + hand.level - books
            return {"minus_bid": -hand.level, "shortfall": -short}.get(options.set_costs, 0)
        if boston:
            return options.boston_points * (2 if options.rise_and_fly else 1)
        return hand.level if options.made_points == "bid" else books - BOARD

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
        if count.points and count.factor > 1:
            verb = "scores" if count.made else "loses"
            at_no_trump = self.options.double_no_trump and hand.strain == NO_TRUMP
            if at_no_trump:
                twice = " and again for a bid of seven" if count.factor > 2 else ""
                sentence = f"The hand {verb} {points}, doubled at no trump{twice}."
                return Reason(sentence, "double_no_trump", cite.no_trump)
            sentence = f"The hand {verb} {points}, doubled for a bid of seven."
            return Reason(sentence, "seven_doubles", cite.counting)
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
            headline=f"Forfeited: {self._forfeit_worth()} for {other}.",
        )

    def _forfeit_worth(self) -> str:
        if self.options.goes_by_hands:
            return "counts one"
        return counted(self.options.forfeit_points, "point")


def whist_bids(house: WhistHouse) -> Ladder:
    if house.direction_named == "after":
        return number_ladder(house.min_bid, HIGHEST_BID)
    return whist_ladder(house.min_bid, downtown_outranks_uptown=house.downtown_beats_uptown)
