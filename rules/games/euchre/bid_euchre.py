"""Bid Euchre with partners: a point a trick, asking and the moon, to 32 (Rulebook BE)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.cards.bids import ASK, MOON, BidLadder, number_ladder
from rules.cards.packs import euchre_pack
from rules.games.euchre.euchre_house import BID_EUCHRE_HOUSE, EUCHRE_REPORTED, EuchreHouse, settle_bid_euchre
from rules.ruleset import sheets
from rules.ruleset.auction_check import check_auction
from rules.ruleset.entry import (
    Answers,
    EntryTiles,
    Needs,
    Question,
    TileRow,
    bid_tile,
    numbers,
    reneges,
    side_question,
)
from rules.ruleset.game_ends import EndOfGame, RunningRace, race_ends, race_of
from rules.ruleset.hands import (
    NO_NAMES,
    SUIT_WORDS,
    FieldError,
    GameState,
    HandFacts,
    HandScore,
    ImpossibleHand,
    Names,
    Reason,
    Report,
    counted,
    forfeit_by_points,
    hand_sentence,
    points_words,
    read_offences,
    read_optional_word,
    read_tricks,
    read_word,
    side_name,
    unknown_fields,
)
from rules.ruleset.house import values
from rules.ruleset.ruleset import BOWERS, CatalogEntry, GameDescription, Play, PlayParagraphs, state_after
from rules.ruleset.seats import OTHER, SEATS, SIDES

LOWEST_BID: Final = 3


@dataclass(frozen=True, slots=True)
class EuchreHand:
    bidder: str
    bid: str
    tricks: Mapping[str, int]
    reneges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BidEuchre:
    options: EuchreHouse
    house: Mapping[str, object]
    ladder: BidLadder
    key: str = "bid-euchre"
    name: str = "Bid Euchre"
    seats: tuple[str, ...] = SEATS
    sides: tuple[str, ...] = SIDES

    @property
    def entry(self) -> EntryTiles:
        total, ladder = self.options.tricks, self.ladder
        counted_bids = [bid for bid in ladder.bids if bid.isdecimal()]
        lone_bids = [bid for bid in ladder.bids if not bid.isdecimal()]
        rows = (
            TileRow(word="Tricks", tiles=tuple(bid_tile(bid, makes=int(bid)) for bid in counted_bids)),
            TileRow(word="All six", tiles=tuple(bid_tile(bid, makes=total) for bid in lone_bids)),
        )
        bid = Question(
            field="bid",
            asks="The bid",
            listed="Bid",
            paper="Bid",
            rows=tuple(row for row in rows if row.tiles),
            look="rows",
            columns=0,
            missing="Tap the bid.",
        )
        may_stop = self.options.renege_ends_hand
        stopped = "A renege ends the hand here: leave the tricks empty, and say below who reneged."
        tricks = TricksTaken(
            field="books",
            asks="Tricks they took",
            more=f"of {total}",
            note=stopped if may_stop else "",
            listed="Tricks they took",
            paper="Tricks",
            rows=numbers(range(total + 1), "all", "all"),
            look="grid",
            missing="Tap the tricks that the bidders won.",
            is_needed=not may_stop,
            thresholds=bid.made_from,
            total=total,
        )
        return EntryTiles(
            sides=SIDES,
            questions=(side_question("Tap the side that took the bid."), bid, tricks),
            to_tap="Tap the side, the bid and the tricks.",
            offences=(reneges(4),),
            dealt_first="the hand dealt by the first jack",
            paper_note=f"Write the tricks the bidders took, of {total}.",
        )

    @property
    def play(self) -> Play:
        options = self.options
        return Play(
            pack=euchre_pack(joker=options.joker, double=options.double_deck),
            tricks=options.tricks,
            ranks=BOWERS,
            dealer_discards=True,
            may_sit_out=options.ask_and_moon,
            dealer_is_forced=options.stick_the_dealer,
            has_ace_no_face=options.ace_no_face,
            recorded=frozenset({"discards", "exchange", "ace_no_face"}),
            paragraphs=PlayParagraphs("BE-7", "BE-6", "BE-14", "BE-15", "BE-11", "R-3"),
        )

    @property
    def ends(self) -> EndOfGame:
        ends = race_ends(self.options, self.options.points_to_win)
        return replace(ends, may_win_behind=ends.points > 0 and not self.options.defenders_may_win)

    def score(self, report: Report, names: Names = NO_NAMES) -> HandScore:
        if report.get("forfeited_by") is not None:
            return forfeit_by_points(report, SIDES, SEATS, names, "BE-16")
        hand = self._read(report)
        if self.options.renege_ends_hand and hand.reneges:
            return self._stopped(hand, names)
        return self._counted(hand, names)

    def game(self, scores: Sequence[HandScore]) -> GameState:
        return state_after(self.start(), scores)

    def start(self) -> RunningRace:
        race = race_of(SIDES, self.ends, "BE-12", "BE-18")
        return replace(race, defenders_may_win=self.options.defenders_may_win).start()

    def _read(self, report: Report) -> EuchreHand:
        errors = unknown_fields(report, EUCHRE_REPORTED)
        bidder = read_word(report, "bidder", SIDES, "the bidding side", errors)
        bid = self._read_bid(report, errors)
        reneges = read_offences(report, "reneges", SIDES, 2 * (self.options.tricks - 1), errors)
        stopped = self.options.renege_ends_hand and reneges and report.get("tricks") is None
        tricks = {} if stopped else read_tricks(report, "tricks", SIDES, self.options.tricks, errors)
        read_optional_word(report, "trump", SUIT_WORDS, "the trump suit", errors)
        if not errors:
            check_auction(self, report, bidder, bid, errors)
        if errors:
            raise ImpossibleHand(errors)
        return EuchreHand(bidder, bid, tricks, reneges)

    def _read_bid(self, report: Report, errors: list[FieldError]) -> str:
        value = report.get("bid")
        bid = str(value) if type(value) is int else value
        if isinstance(bid, str) and bid in self.ladder and (type(value) is int or bid in (ASK, MOON)):
            return bid
        beyond = ", ask or moon" if ASK in self.ladder else ""
        sentence = f"The bid must be a whole number from {LOWEST_BID} to {self.options.highest}{beyond}."
        errors.append(FieldError("bid", sentence))
        return self.ladder.bids[0]

    def _counted(self, hand: EuchreHand, names: Names) -> HandScore:
        options, other = self.options, OTHER[hand.bidder]
        taken, needed = hand.tricks[hand.bidder], self._promised(hand.bid)
        made = taken >= needed
        worth = self._won(hand.bid, taken) if made else -self._lost(hand.bid)
        cost = {side: options.renege_points * hand.reneges.count(side) for side in SIDES}
        points = {hand.bidder: worth - cost[hand.bidder], other: hand.tricks[other] - cost[other]}
        called = side_name(hand.bidder, names)
        outcome = self._worth(hand.bid, made, worth)
        promise = (
            f"{called} {_bid_words(hand.bid)}, a promise of {counted(needed, 'trick')}, "
            f"and took {counted(taken, 'trick')}."
        )
        return HandScore(
            winner=hand.bidder if made else other,
            points={side: points[side] for side in SIDES},
            made=made,
            decided_by=outcome,
            because=(
                Reason(promise, "promise", "BE-3"),
                outcome,
                _opponents(side_name(other, names), hand.tricks[other]),
                *self._penalties(hand, names),
            ),
            headline=self._headline(hand, made, worth, names),
        )

    def _stopped(self, hand: EuchreHand, names: Names) -> HandScore:
        cost = {side: -self.options.renege_points * hand.reneges.count(side) for side in SIDES}
        return HandScore(
            winner=None,
            points=cost,
            made=None,
            awarded=True,
            because=(
                Reason("A renege ended the hand.", "renege_ends_hand", "BE-11"),
                *self._penalties(hand, names),
            ),
            headline=f"{side_name(hand.bidder, names)} {_bid_words(hand.bid)}. {self._ended_by(hand, names)}",
        )

    def _promised(self, bid: str) -> int:
        return self.options.tricks if bid in (ASK, MOON) else int(bid)

    def _won(self, bid: str, taken: int) -> int:
        return {ASK: self.options.ask_points, MOON: self.options.moon_points}.get(bid, taken)

    def _lost(self, bid: str) -> int:
        # Rulebook BE-9, BE-10: "they lose points equal to the bid"; an ask or a moon is a bid of all tricks.
        if self.options.failed_alone == "full":
            return self._won(bid, self._promised(bid))
        return self._promised(bid)

    def _worth(self, bid: str, made: bool, worth: int) -> Reason:
        is_alone = bid in (ASK, MOON)
        if not made:
            sentence = f"The bid is set and loses {counted(-worth, 'point')}."
            return Reason(sentence, "set", "BE-10" if is_alone else "BE-9")
        if is_alone:
            return Reason(f"All the tricks score {counted(worth, 'point')}.", f"{bid}_points", "BE-10")
        return Reason(f"The bid is made: a point a trick, {counted(worth, 'point')}.", "made", "BE-8")

    def _headline(self, hand: EuchreHand, made: bool, worth: int, names: Names) -> str:
        bidder, other = hand.bidder, OTHER[hand.bidder]
        own, others = hand.reneges.count(bidder), hand.reneges.count(other)
        earned = points_words(worth, self.options.renege_points * own, own)
        outcome = f"{'made' if made else 'set'}, {earned}"
        sentence = hand_sentence(
            side_name(bidder, names), _bid_words(hand.bid), f"{hand.tricks[bidder]}", outcome
        )
        if not others:
            return sentence
        return (
            f"{sentence} {side_name(other, names)} lost {self.options.renege_points * others} for reneging."
        )

    def _ended_by(self, hand: EuchreHand, names: Names) -> str:
        who = [side_name(side, names) for side in SIDES if side in hand.reneges]
        return f"A renege by {' and one by '.join(who)} ended the hand."

    def _penalties(self, hand: EuchreHand, names: Names) -> tuple[Reason, ...]:
        cost = counted(self.options.renege_points, "point")
        return tuple(
            Reason(f"{side_name(side, names)} reneged and lost {cost}.", "renege_points", "BE-11")
            for side in hand.reneges
        )


@dataclass(frozen=True, kw_only=True)
class TricksTaken(Question):
    """The bidders' tricks; the opponents have the rest. Not needed if a renege ended the hand."""

    @property
    def tells(self) -> tuple[str, ...]:
        return ("tricks",)

    def gaps(self, answers: Answers, sides: tuple[str, ...]) -> dict[str, str]:
        is_stopped = not self.is_needed and any(answers.get(name) for name in reneges(4).names(sides))
        return {} if is_stopped and not answers.get(self.field) else super().gaps(answers, sides)

    def needs(self, sides: tuple[str, ...]) -> Needs:
        return super().needs(sides) if self.is_needed else ()

    def to_facts(self, answers: Answers, sides: tuple[str, ...]) -> dict[str, Any]:
        if not answers.get(self.field):
            return {}
        taken = int(answers[self.field])
        return {
            "tricks": {side: taken if side == answers["bidder"] else self.total - taken for side in sides}
        }

    def to_answers(self, facts: HandFacts, sides: tuple[str, ...]) -> dict[str, str]:
        taken = (facts.tricks or {}).get(facts.bidder or "")
        return {self.field: "" if taken is None else str(taken)}


def bid_euchre(house: Mapping[str, object]) -> BidEuchre:
    """:raises BadHouseRule: if a house rule is unknown or not allowed."""
    options = settle_bid_euchre(house)
    beyond = (ASK, MOON) if options.ask_and_moon else ()
    return BidEuchre(options, values(options), number_ladder(LOWEST_BID, options.highest, beyond=beyond))


def _opponents(called: str, taken: int) -> Reason:
    sentence = f"{called} took {counted(taken, 'trick')}: {counted(taken, 'point')}."
    return Reason(sentence, "opponents", "BE-8")


def _bid_words(bid: str) -> str:
    return {ASK: "asked for help", MOON: "shot the moon"}.get(bid, f"bid {bid}")


ENTRY: Final = CatalogEntry(
    GameDescription(
        "bid-euchre",
        "Bid Euchre",
        "Two teams of two, six tricks a hand, a point a trick, to 32.",
        SEATS,
        SIDES,
        BID_EUCHRE_HOUSE,
        source="docs/rulebook/bid-euchre.md",
    ),
    bid_euchre,
    sheets.BID_EUCHRE,
)
