"""Bid Whist: two partnerships, thirteen books, of which the kitty is the bidders' first (Rulebook W)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.cards.bids import NO_TRUMP, STRAIN_WORDS, BidLadder, number_ladder, whist_ladder
from rules.cards.cards import Card, Rank, Suit
from rules.cards.packs import whist_pack
from rules.games.whist.bid_whist_house import FORCED, FORCED_MINIMUM, THROWN_IN, WhistHouse
from rules.games.whist.running_whist import RunningWhist
from rules.games.whist.whist_report import (
    ALL_BOOKS,
    BOARD,
    AfterPenalties,
    PlayedHand,
    apply_penalties,
    read_played,
    whist_entry,
)
from rules.ruleset.entry import EntryTiles
from rules.ruleset.game_ends import EndOfGame, EndsBy
from rules.ruleset.hands import (
    NO_NAMES,
    GameState,
    HandScore,
    Names,
    Reason,
    Report,
    counted,
    hand_sentence,
    penalty_words,
    read_forfeit,
    side_name,
    won_or_lost,
)
from rules.ruleset.house import HouseRule
from rules.ruleset.ruleset import BY_STRAIN, Play, PlayParagraphs, Reneges, state_after
from rules.ruleset.seats import OTHER, SEATS, SIDES, two_figures

HIGHEST_BID: Final = 7
RENEGE_UNTIL: Final[Mapping[str, str]] = {
    "confirmed_or_next_deal": "until both teams have confirmed the hand or the next deal has begun",
    "next_deal": "until the next deal has begun",
    "confirmed": "until both teams have confirmed the hand",
}
UNIT_WORDS: Final = ("nothing", "one", "two", "three", "four", "five", "six")
# Without a kitty each player has thirteen cards, so for each joker a red two stays out.
RED_TWOS: Final = (Card(Rank.TWO, Suit.DIAMONDS), Card(Rank.TWO, Suit.HEARTS))


@dataclass(frozen=True, slots=True)
class Count:
    """The result of a hand in numbers. ``books`` and ``points`` are the bidders'."""

    books: int
    made: bool
    boston: bool
    awarded: bool
    points: int
    other_books: int
    """The opponents' points for books above six."""
    from_set: int
    """Their points for a set bid."""
    factor: int
    """Multiplies the bid's points."""
    penalties: tuple[Reason, ...]
    game_to: str | None
    """The side that wins the game because of a renege."""


@dataclass(frozen=True, slots=True)
class BidWhist:
    """Bid Whist with an event's house rules.

    ``calls`` maps a strain to the event's own word in a bid; ``vocabulary`` maps our words to the event's own
    elsewhere.
    """

    key: str
    name: str
    house: Mapping[str, object]
    options: WhistHouse
    sources: Mapping[str, str]
    """Has the rulebook's paragraph for each rule that a reason can name."""
    paragraphs: PlayParagraphs
    ladder: BidLadder
    calls: Mapping[str, str] = field(default_factory=lambda: STRAIN_WORDS)
    vocabulary: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = SEATS
    sides: tuple[str, ...] = SIDES

    @property
    def entry(self) -> EntryTiles:
        return whist_entry(self.options, self.ladder, self.calls, self.vocabulary)

    @property
    def play(self) -> Play:
        options, jokers, kitty = self.options, self.options.jokers, self.options.kitty_size
        return Play(
            pack=whist_pack(jokers) if kitty else whist_pack(jokers, without=RED_TWOS[:jokers]),
            kitty=kitty,
            tricks=12 if kitty else 13,
            ranks=BY_STRAIN,
            board=BOARD,
            has_bostons=True,
            redeals_pass_left=options.all_pass == THROWN_IN,
            dealer_is_forced=options.all_pass.startswith(FORCED),
            minimum_is_forced=options.all_pass == FORCED_MINIMUM,
            dealer_may_match=options.dealer_may_match,
            names_before_kitty=options.name_before_kitty,
            kitty_in_first_trick=options.kitty_book == "first_trick",
            swaps_jokers=options.joker_swap,
            scores_only_bid=options.made_points == "bid",
            aces=options.downtown_aces,
            misdeals_that_pass={"next_dealer": 1, "second_passes": 2}.get(options.misdeal, 0),
            reneges=Reneges(
                until=RENEGE_UNTIL[options.renege_until], must_identify_book=options.must_identify_book
            ),
            recorded=frozenset({"direction", "aces", "discards", "joker_swaps"}),
            paragraphs=self.paragraphs,
        )

    @property
    def ends(self) -> EndOfGame:
        options = self.options
        by_points, by_length = options.goes_by_points, options.ends_by_length
        return EndOfGame(
            by=EndsBy(options.game_end),
            hands=options.hands_to_win if options.goes_by_hands else 0,
            points=options.points_to_win if by_points else 0,
            lost_at=options.lost_at or 0 if by_points else 0,
            length=options.hands_in_game if by_length or options.play_all_hands else 0,
            bonus=options.game_bonus,
            most_units=options.most_units,
            plays_on=options.play_all_hands,
            one_side_scores=not options.defenders_score,
            may_win_behind=options.boston_wins_game
            or options.sets_that_lose > 0
            or options.renege_costs == "game"
            or options.play_all_hands,
        )

    def score(self, report: Report, names: Names = NO_NAMES) -> HandScore:
        if report.get("forfeited_by") is not None:
            return self._forfeit(report, names)
        hand = read_played(report, self.options, self)
        count = self._count(hand, names)
        winner = hand.bidder if count.made else OTHER[hand.bidder]
        units, why = self.units(hand, count)
        because, worth = self._reasons(hand, count, names), self._worth(hand, count, names)
        if why is not None and self.options.goes_by_hands:
            whose = "" if count.made else f" for {side_name(winner, names)}"
            because, worth = (*because, why), f"counts {UNIT_WORDS[units]}{whose}"
        return HandScore(
            winner=winner,
            units=two_figures(winner, units, 0),
            points=self._points_of_both(hand, count),
            books=two_figures(hand.bidder, count.books, ALL_BOOKS - count.books),
            made=count.made,
            boston=count.boston,
            awarded=count.awarded,
            because=because,
            headline=self._headline(hand, count, worth, names),
            game_to=count.game_to,
        )

    def game(self, scores: Sequence[HandScore]) -> GameState:
        return state_after(self.start(), scores)

    def start(self) -> RunningWhist:
        return RunningWhist(self.options, self.sources, self.vocabulary)

    def units(self, hand: PlayedHand, count: Count) -> tuple[int, Reason | None]:
        """How many hands this hand counts as, and why. No reason is given if every hand counts one."""
        return 1, None

    def reason(self, rule: str, sentence: str) -> Reason:
        return Reason(sentence, rule, self.sources[rule])

    # --- numbers ----------------------------------------------------------------------------------

    def _count(self, hand: PlayedHand, names: Names) -> Count:
        options = self.options
        after = apply_penalties(hand, options, self.sources, names)
        books, by_penalty = after.books, after.is_sweep
        made = books >= BOARD + hand.level
        boston = books in (0, ALL_BOOKS) and (made or by_penalty)
        awarded = (boston and by_penalty) or _is_turned(hand, after)
        if options.boston_requires_bid7 and hand.level < HIGHEST_BID:
            boston = False
        if boston and by_penalty and not options.penalty_boston_counts:
            boston = False
        # Rulebook W-13: a made 4 no trump scores 8, a set one minus 8.
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
            penalties=after.because,
            game_to=after.hand_to if options.renege_costs == "game" else None,
        )

    def _points(self, hand: PlayedHand, books: int, made: bool, boston: bool) -> int:
        """The bidders' points before anything doubles them."""
        options = self.options
        if not made:
            short = BOARD + hand.level - books
            return {"minus_bid": -hand.level, "shortfall": -short}.get(options.set_costs, 0)
        if boston:
            return options.boston_points * (2 if options.rise_and_fly else 1)
        return hand.level if options.made_points == "bid" else books - BOARD

    def _points_of_both(self, hand: PlayedHand, count: Count) -> Mapping[str, int]:
        """The points of each side, less the price of bids out of turn."""
        points = two_figures(hand.bidder, count.points, count.other_books + count.from_set)
        cost = self.options.out_of_turn_points
        return {side: points[side] - cost * hand.out_of_turn.count(side) for side in points}

    # --- words ------------------------------------------------------------------------------------

    def _bid(self, hand: PlayedHand) -> str:
        return f"{hand.level} {self.calls[hand.strain]}".rstrip()

    def _reasons(self, hand: PlayedHand, count: Count, names: Names) -> tuple[Reason, ...]:
        side, other = side_name(hand.bidder, names), side_name(OTHER[hand.bidder], names)
        needed = BOARD + hand.level
        promise = (
            f"{side} bid {self._bid(hand)}, a promise of {counted(needed, 'book')}, "
            f"and took {counted(hand.books, 'book')}."
        )
        reasons = [
            self.reason("promise", promise),
            *count.penalties,
            self._outcome(count, needed),
            self._points_reason(hand, count),
        ]
        if count.from_set:
            sentence = f"{other} score {counted(count.from_set, 'point')} for the set."
            reasons.append(self.reason("set_points", sentence))
        if count.other_books:
            sentence = f"{other} score {counted(count.other_books, 'point')} for books above six."
            reasons.append(self.reason("defenders_score", sentence))
        for offender in hand.out_of_turn if self.options.out_of_turn_points else ():
            cost = counted(self.options.out_of_turn_points, "point")
            sentence = f"{side_name(offender, names)} bid out of turn: that costs {cost}."
            reasons.append(self.reason("out_of_turn_points", sentence))
        return tuple(reasons)

    def _outcome(self, count: Count, needed: int) -> Reason:
        have = counted(count.books, "book")
        if count.made:
            return self.reason("made", f"With {have} the bid is made.")
        short = counted(needed - count.books, "book")
        return self.reason("set", f"With {have} the bid is {short} short: set.")

    def _points_reason(self, hand: PlayedHand, count: Count) -> Reason:
        points = counted(abs(count.points), "point")
        if count.points and count.factor > 1:
            verb = "scores" if count.made else "loses"
            if self.options.double_no_trump and hand.strain == NO_TRUMP:
                twice = " and again for a bid of seven" if count.factor > 2 else ""
                return self.reason(
                    "double_no_trump", f"The hand {verb} {points}, doubled at no trump{twice}."
                )
            return self.reason("seven_doubles", f"The hand {verb} {points}, doubled for a bid of seven.")
        if count.made and count.boston:
            return self.reason("boston_points", f"A Boston scores {points}.")
        if count.made:
            return self.reason("made_points", f"The hand scores {points}.")
        lost = f"The set loses {points}." if count.points else "A set scores no points."
        return self.reason("set_points", lost)

    def _headline(self, hand: PlayedHand, count: Count, worth: str, names: Names) -> str:
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
            offences = []  # Under this house rule a renege doesn't cost books.
        why = "" if count.awarded else " for a renege"
        game = f", and the game goes to {side_name(count.game_to, names)}{why}" if count.game_to else ""
        return hand_sentence(
            side_name(bidder, names),
            f"bid {self._bid(hand)}",
            f"all {ALL_BOOKS}" if hand.books == ALL_BOOKS else f"{hand.books}",
            f"{verdict}, {worth}{game}",
            penalty_words(hand.books, count.books, offences),
        )

    def _worth(self, hand: PlayedHand, count: Count, names: Names) -> str:
        """The result in points: "five points", "four points for Book Club"."""
        if not count.from_set:
            return won_or_lost(count.points)
        return f"{counted(count.from_set, 'point')} for {side_name(OTHER[hand.bidder], names)}"

    def _forfeit(self, report: Report, names: Names) -> HandScore:
        """The score of a forfeited hand: the other side wins it, and it is no Boston."""
        late = read_forfeit(report, SIDES, SEATS)
        winner, points = OTHER[late], self.options.forfeit_points
        other = side_name(winner, names)
        worth = "counts one" if self.options.goes_by_hands else counted(points, "point")
        sentence = f"{side_name(late, names)} forfeited the hand, so it goes to {other}."
        return HandScore(
            winner=winner,
            units=two_figures(winner, 1, 0),
            points=two_figures(winner, points, 0),
            made=None,
            awarded=True,
            because=(self.reason("forfeit", sentence),),
            headline=f"Forfeited: {worth} for {other}.",
        )


def _is_turned(hand: PlayedHand, after: AfterPenalties) -> bool:
    """Whether a renege gave the hand to a side that had not won it."""
    needed = BOARD + hand.level
    return after.hand_to is not None and (after.books >= needed) != (hand.books >= needed)


def whist_bids(house: WhistHouse) -> BidLadder:
    if house.direction_named == "after":
        return number_ladder(house.min_bid, HIGHEST_BID)
    return whist_ladder(house.min_bid, downtown_outranks_uptown=house.downtown_beats_uptown)


def sources_of(rules: Iterable[HouseRule], **others: str) -> Mapping[str, str]:
    """The rulebook's paragraph for each house rule, and for the ``others`` that no event can change."""
    return {rule.key: rule.source for rule in rules} | others
