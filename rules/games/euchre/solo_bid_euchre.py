"""Bid Euchre alone: four players, five tricks, usually ten points for each trick bid, to 50 (Rulebook S)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.cards.bids import BidLadder, number_ladder
from rules.cards.packs import euchre_pack
from rules.games.euchre.euchre_house import EUCHRE_REPORTED, SOLO_EUCHRE_HOUSE, SoloHouse
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
    GameState,
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
    read_whole,
    read_word,
    side_name,
    unknown_fields,
)
from rules.ruleset.house import settle, values
from rules.ruleset.ruleset import BOWERS, CatalogEntry, GameDescription, Play, PlayParagraphs, state_after

SEATS: Final = ("N", "E", "S", "W")
TRICKS: Final = 5


@dataclass(frozen=True, slots=True)
class SoloHand:
    bidder: str
    bid: int
    tricks: Mapping[str, int]
    reneges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SoloBidEuchre:
    options: SoloHouse
    house: Mapping[str, object]
    ladder: BidLadder
    key: str = "solo-bid-euchre"
    name: str = "Solo Bid Euchre"
    seats: tuple[str, ...] = SEATS
    sides: tuple[str, ...] = SEATS

    @property
    def entry(self) -> EntryTiles:
        """Questions for the bidder, the bid, and everybody's tricks. A row without a tap means no tricks."""
        return EntryTiles(
            sides=SEATS,
            questions=(
                side_question("Tap the player who took the bid."),
                Question(
                    field="bid",
                    asks="The bid",
                    more="in tricks",
                    listed="Bid",
                    paper="Bid",
                    rows=(TileRow(tiles=tuple(bid_tile(bid) for bid in self.ladder.bids)),),
                    columns=5,
                    missing="Tap the bid.",
                ),
                EverybodysTricks(
                    field="tricks",
                    asks="Everybody’s tricks",
                    more=f"{TRICKS} together; a player who took none needs no tap",
                    listed="Tricks of {name}",
                    paper="Tricks of each",
                    rows=numbers(range(TRICKS + 1)),
                    look="each",
                    columns=6,
                    is_each=True,
                    is_needed=False,
                    most=TRICKS,
                    wrong=f"A whole number up to {TRICKS}.",
                ),
            ),
            to_tap="Tap the player, the bid and everybody’s tricks.",
            offences=(reneges(2),),
            paper_note=f"Everybody’s tricks make {TRICKS} together.",
        )

    @property
    def play(self) -> Play:
        return Play(
            pack=euchre_pack(),
            kitty=4,
            kitty_stays_out=True,
            tricks=TRICKS,
            ranks=BOWERS,
            bidding_goes_on=True,
            dealer_is_forced=self.options.stick_the_dealer,
            leads_left_of_dealer=True,
            paragraphs=PlayParagraphs("S-5", "S-5", "S-5", "S-5", "S-10", "R-3"),
        )

    @property
    def ends(self) -> EndOfGame:
        return race_ends(self.options, self.options.points_to_win)

    def score(self, report: Report, names: Names = NO_NAMES) -> HandScore:
        if report.get("forfeited_by") is not None:
            return forfeit_by_points(report, SEATS, SEATS, names, "S-11")
        hand = self._read(report)
        made = hand.tricks[hand.bidder] >= hand.bid
        worth = self._worth(hand)
        earned = {
            seat: worth if seat == hand.bidder else self.options.other_trick_points * hand.tricks[seat]
            for seat in SEATS
        }
        points = {
            seat: earned[seat] - self.options.renege_points * hand.reneges.count(seat) for seat in SEATS
        }
        reasons = self._reasons(hand, made, worth, names)
        return HandScore(
            winner=hand.bidder if made else None,
            points=points,
            made=made,
            decided_by=reasons[1],
            because=(*reasons, *self._penalties(hand, names)),
            headline=self._headline(hand, made, worth, names),
        )

    def game(self, scores: Sequence[HandScore]) -> GameState:
        return state_after(self.start(), scores)

    def start(self) -> RunningRace:
        return race_of(SEATS, self.ends, "S-9", "S-13").start()

    def _headline(self, hand: SoloHand, made: bool, worth: int, names: Names) -> str:
        called = {seat: side_name(seat, names) for seat in SEATS}
        cost = {seat: self.options.renege_points * hand.reneges.count(seat) for seat in SEATS}
        bidder = hand.bidder
        earned = points_words(worth, cost[bidder], hand.reneges.count(bidder))
        sentence = hand_sentence(
            called[bidder],
            f"bid {hand.bid}",
            f"{hand.tricks[bidder]}",
            f"{'made' if made else 'set'}, {earned}",
        )
        others = [
            f"{called[seat]} took {hand.tricks[seat]}"
            + (f", minus {cost[seat]} points for reneging" if seat in hand.reneges else "")
            for seat in SEATS
            if seat != bidder and (hand.tricks[seat] or seat in hand.reneges)
        ]
        return " ".join([sentence, *[f"{each}." for each in others]])

    def _penalties(self, hand: SoloHand, names: Names) -> tuple[Reason, ...]:
        if self.options.renege_points:
            cost = f"and lost {counted(self.options.renege_points, 'point')}"
        else:
            cost = "and the referee decides what it costs"
        return tuple(
            Reason(f"{side_name(seat, names)} reneged, {cost}.", "renege_points", "S-10")
            for seat in hand.reneges
        )

    def _read(self, report: Report) -> SoloHand:
        errors = unknown_fields(report, EUCHRE_REPORTED)
        bidder = read_word(report, "bidder", SEATS, "the bidder", errors)
        bid = read_whole(report, "bid", self.options.min_bid, TRICKS, "the bid", errors)
        tricks = read_tricks(report, "tricks", SEATS, TRICKS, errors)
        reneges = read_offences(report, "reneges", SEATS, TRICKS - 1, errors)
        read_optional_word(report, "trump", SUIT_WORDS, "the trump suit", errors)
        if not errors:
            check_auction(self, report, bidder, str(bid), errors)
        if errors:
            raise ImpossibleHand(errors)
        return SoloHand(bidder, bid, tricks, reneges)

    def _worth(self, hand: SoloHand) -> int:
        bid, over = self.options.bid_trick_points * hand.bid, hand.tricks[hand.bidder] - hand.bid
        return bid + self.options.overtrick_points * over if over >= 0 else -bid

    def _reasons(self, hand: SoloHand, made: bool, worth: int, names: Names) -> tuple[Reason, ...]:
        called = side_name(hand.bidder, names)
        taken, over = hand.tricks[hand.bidder], hand.tricks[hand.bidder] - hand.bid
        promise = f"{called} bid {counted(hand.bid, 'trick')} and took {counted(taken, 'trick')}."
        if made:
            bid, more = self.options.bid_trick_points * hand.bid, self.options.overtrick_points * over
            sum_of = f"{bid} and {more} for {counted(over, 'overtrick')}, " if over else ""
            outcome = Reason(f"The bid is made: {sum_of}{_points(worth)}.", "made", "S-6")
        else:
            outcome = Reason(f"The bid is set: minus {_points(-worth)}.", "set", "S-7")
        others = Reason(_others(self.options.other_trick_points), "others", "S-8")
        return Reason(promise, "promise", "S-3"), outcome, others


@dataclass(frozen=True, kw_only=True)
class EverybodysTricks(Question):
    """The tricks of each player, which must add up to the tricks of a hand."""

    def gaps(self, answers: Answers, sides: tuple[str, ...]) -> dict[str, str]:
        names = list(self.names(sides))
        taken = sum(answers.get(name) or 0 for name in names)
        sentence = (
            f"The tricks of the four are {TRICKS} together, not {taken}. A player who took none needs no tap."
        )
        return {} if taken == TRICKS else {names[0]: sentence}

    def needs(self, sides: tuple[str, ...]) -> Needs:
        (sentence,) = self.gaps({}, sides).values()
        return ((tuple(self.names(sides)), sentence),)

    def to_facts(self, answers: Answers, sides: tuple[str, ...]) -> dict[str, Any]:
        return {"tricks": {side: answers.get(name) or 0 for name, side in self.names(sides).items()}}


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _others(points: int) -> str:
    if not points:
        return "Nobody but the bidder scores."
    return f"Everybody else scores {counted(points, 'point')} a trick."


def solo_bid_euchre(house: Mapping[str, object]) -> SoloBidEuchre:
    """:raises BadHouseRule: if a house rule is unknown or not allowed."""
    options = settle(SoloHouse, SOLO_EUCHRE_HOUSE, house)
    return SoloBidEuchre(options, values(options), number_ladder(options.min_bid, TRICKS))


ENTRY: Final = CatalogEntry(
    GameDescription(
        "solo-bid-euchre",
        "Solo Bid Euchre",
        "Four players, each alone, five tricks a hand, to 50 points.",
        SEATS,
        SEATS,
        SOLO_EUCHRE_HOUSE,
        source="docs/rulebook/solo-bid-euchre.md",
    ),
    solo_bid_euchre,
    sheets.SOLO_BID_EUCHRE,
)
