"""Bid Fair: two players, a bid card each, seven tricks, past 800 points (Rulebook B)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

from rules.cards.bids import BidLadder, card_ladder
from rules.cards.cards import SUITS, Card, Rank, UnreadableCard, in_order, read_card
from rules.cards.packs import euchre_pack
from rules.ruleset import sheets
from rules.ruleset.entry import EntryTiles, Question, Tile, TileRow, card_tile, suit_tiles
from rules.ruleset.game_ends import EndOfGame, RunningRace, race_ends, race_of
from rules.ruleset.hands import (
    NO_NAMES,
    SUIT_WORDS,
    FieldError,
    GameState,
    HandScore,
    ImpossibleHand,
    Names,
    Reason,
    Report,
    forfeit_by_points,
    read_optional_word,
    read_word,
    side_name,
    unknown_fields,
)
from rules.ruleset.house import (
    BY_POINTS,
    HouseRule,
    choice,
    house_rules,
    number,
    race_end,
    race_hands,
    race_minutes,
    settle,
    values,
    yes_no,
)
from rules.ruleset.ruleset import BID_CARD, CatalogEntry, GameDescription, Play, PlayParagraphs, state_after

SEATS: Final = ("N", "S")
TRICKS: Final = 7
MOST_TRICK_POINTS: Final = 140
CONTRACTS: Final[Mapping[Rank, int]] = {
    Rank.ACE: 90,
    Rank.KING: 80,
    Rank.QUEEN: 70,
    Rank.JACK: 60,
    Rank.TEN: 50,
    Rank.NINE: 40,
}
REPORTED: Final = frozenset({"dealer", "bids", "trump", "trick_points", "forfeited_by"})


@dataclass(frozen=True, slots=True)
class FairHand:
    """A played hand."""

    bids: Mapping[str, Card | None]
    """Has None for a card laid face down."""
    trump: str
    trick_points: Mapping[str, int]


def read_fair(report: Report) -> FairHand:
    errors = unknown_fields(report, REPORTED)
    read_optional_word(report, "dealer", SEATS, "the dealer", errors)
    trump = read_word(report, "trump", SUIT_WORDS, "the trump suit", errors)
    bids = _read_bids(report, errors)
    trick_points = _read_trick_points(report, errors)
    if not errors:
        _check_points(bids, trick_points, errors)
    if errors:
        raise ImpossibleHand(errors)
    return FairHand(bids, trump, trick_points)


def _read_bids(report: Report, errors: list[FieldError]) -> dict[str, Card | None]:
    nobody: dict[str, Card | None] = dict.fromkeys(SEATS)
    written = report.get("bids")
    if not isinstance(written, Mapping) or set(written) != set(SEATS):
        errors.append(FieldError("bids", "Report the bid card of N and of S, or null for one face down."))
        return nobody
    try:
        bids = {seat: None if written[seat] is None else read_card(written[seat]) for seat in SEATS}
    except UnreadableCard as unreadable:
        errors.append(FieldError("bids", str(unreadable)))
        return nobody
    shown = [card.rank for card in bids.values() if card is not None]
    if not all(rank in CONTRACTS for rank in shown):
        errors.append(FieldError("bids", "Bid Fair is played with the cards from nine to ace."))
    elif len(shown) == 2 and shown[0] == shown[1]:
        errors.append(FieldError("bids", "The second bid must be of a higher rank, so two cannot be equal."))
    return bids


def _read_trick_points(report: Report, errors: list[FieldError]) -> dict[str, int]:
    written = report.get("trick_points")
    if (
        isinstance(written, Mapping)
        and set(written) == set(SEATS)
        and all(type(points) is int and 0 <= points <= MOST_TRICK_POINTS for points in written.values())
    ):
        return {seat: written[seat] for seat in SEATS}
    errors.append(
        FieldError("trick_points", "Report the points N and S took in tricks: whole numbers up to 140.")
    )
    return dict.fromkeys(SEATS, 0)


def _check_points(
    bids: Mapping[str, Card | None], trick_points: Mapping[str, int], errors: list[FieldError]
) -> None:
    shown = [card.rank for card in bids.values() if card is not None]
    possible = possible_points(4 - shown.count(Rank.NINE), 4 - shown.count(Rank.ACE))
    north, south = trick_points["N"], trick_points["S"]
    if (north, south) in possible:
        return
    together = north + south
    if any(sum(pair) == together for pair in possible):
        sentence = f"{north} and {south} cannot be: no seven tricks divide their points like that."
    else:
        sentence = (
            f"{north} and {south} make {together}, which fourteen cards cannot: the points in tricks make "
            "100 to 104, 109 to 113, 118 to 122, 127 to 131 or 136 to 140, less what the bid cards hold."
        )
    errors.append(FieldError("trick_points", sentence))


@cache
def possible_points(nines: int, aces: int) -> frozenset[tuple[int, int]]:
    """All possible pairs of trick points, with at most ``nines`` nines and ``aces`` aces in play.

    Fourteen cards are played, in seven tricks of two. A nine counts nine, an ace one, and other cards ten.
    """
    splits = {
        (10 * 2 * tricks - nine - 9 * ace, nine, ace, tricks)
        for tricks, nine, ace in product(range(TRICKS + 1), range(nines + 1), range(aces + 1))
        if nine + ace <= 2 * tricks
    }
    return frozenset(
        (north, south)
        for north, nine, ace, tricks in splits
        for south, other_nine, other_ace, other_tricks in splits
        if tricks + other_tricks == TRICKS and nine + other_nine <= nines and ace + other_ace <= aces
    )


OTHER: Final[Mapping[str, str]] = {"N": "S", "S": "N"}

WINNING: Final = "Winning the game"
SUIT_BONUS: Final = 40
REWARD: Final = 40


# fmt: off
@dataclass(frozen=True, slots=True)
class FairHouse:
    game_end: str = race_end(WINNING, "B-18")
    hands_in_game: int = race_hands(WINNING, "B-18")
    minutes_in_game: int = race_minutes(WINNING, "B-18")
    points_to_win: int = number(
        800, range(100, 2001), "How many points must be passed to win?", WINNING, "B-16",
        "The game is to {value} points.", only_if=BY_POINTS,
    )
    past_target: str = choice("Is it enough to reach them exactly?", WINNING, "B-16", {
        "more_than": "Reaching them exactly is not enough; of two who are past them the higher wins.",
        "at_least": "Reaching them exactly is enough; of two who reach them the higher wins.",
    }, only_if=BY_POINTS)
    bonus_counts_suit: bool = yes_no(
        False, "Does the bonus for a fulfilled contract count the 40 for a matching suit?",
        "Counting a hand", "B-10",
        "The bonus is the difference of the scores with the 40 points for a matching suit in them.",
        "The bonus is the difference of the points taken in tricks, and of nothing else.",
    )

    @property
    def target(self) -> int:
        return self.points_to_win + (1 if self.past_target == "more_than" else 0)
# fmt: on


BID_FAIR_HOUSE: Final[tuple[HouseRule, ...]] = house_rules(FairHouse)


@dataclass(frozen=True, slots=True)
class FairContract:
    """A contract: ``holder`` must take ``value`` points in tricks."""

    holder: str
    value: int
    both_bid: bool
    """Doubles the bonus."""


@dataclass(frozen=True, slots=True)
class BidFair:
    options: FairHouse
    house: Mapping[str, object]
    ladder: BidLadder
    key: str = "bid-fair"
    name: str = "Bid Fair"
    seats: tuple[str, ...] = SEATS
    sides: tuple[str, ...] = SEATS

    @property
    def entry(self) -> EntryTiles:
        pack = in_order(set(euchre_pack()))
        suits = (
            TileRow(tiles=tuple(card_tile(card) for card in pack if card.suit is suit)) for suit in SUITS
        )
        down = Tile(value="down", face="Face down: no bid", label="Face down, no bid", look="whole")
        return EntryTiles(
            sides=SEATS,
            questions=(
                Question(
                    field="bid",
                    asks="bid",
                    listed="{name} bid",
                    paper="{seat}’s card",
                    rows=(*suits, TileRow(tiles=(down,))),
                    look="cards",
                    fills="bids",
                    is_each=True,
                    blank=down.value,
                    missing="Tap the bid card of each player, or “face down”.",
                ),
                Question(
                    field="trump",
                    asks="Trumps",
                    more="the suit cut from the crib",
                    listed="Trumps",
                    paper="Trumps",
                    cell="♠ ♥ ♦ ♣",
                    rows=(TileRow(tiles=suit_tiles()),),
                    columns=4,
                    missing="Tap the suit that was trumps.",
                ),
                Question(
                    field="points",
                    asks="Points in tricks",
                    note=(
                        "Ace 1, nine 9, all others 10. Seven tricks make 100 to 104, 109 to 113, 118 to 122, "
                        "127 to 131 or 136 to 140 together."
                    ),
                    listed="Points of {name}",
                    paper="{side} points",
                    look="numbers",
                    fills="trick_points",
                    is_each=True,
                    missing="Write the points that each player took in tricks.",
                    most=MOST_TRICK_POINTS,
                    wrong=f"Points in tricks are whole numbers up to {MOST_TRICK_POINTS}.",
                ),
            ),
            to_tap="Tap the bid cards and the trumps, and write the points.",
            has_auction=False,
            dealt_next="the leader on the score card deals",
            paper_note="Write the points taken in tricks; a card laid face down is no bid.",
            has_score_columns=False,
        )

    @property
    def play(self) -> Play:
        return Play(
            pack=euchre_pack(),
            tricks=TRICKS,
            ranks=BID_CARD,
            leader_deals=True,
            redeals_pass_left=False,
            recorded=frozenset({"crib", "bids", "down", "cut", "exchange"}),
            paragraphs=PlayParagraphs("B-8", "B-8", "B-8", "B-8", "R-2", "R-3"),
        )

    @property
    def ends(self) -> EndOfGame:
        return race_ends(self.options, self.options.target)

    def score(self, report: Report, names: Names = NO_NAMES) -> HandScore:
        if report.get("forfeited_by") is not None:
            return forfeit_by_points(report, SEATS, SEATS, names, "B-17")
        hand = read_fair(report)
        contract = find_contract(hand.bids)
        points = dict(hand.trick_points)
        because = [_taken(hand, names)]
        because += _suit_bonuses(hand, points, names)
        made = None if contract is None else hand.trick_points[contract.holder] >= contract.value
        by_contract = self._contract_points(hand, contract, points, names)
        winner = None if points["N"] == points["S"] else max(SEATS, key=points.__getitem__)
        return HandScore(
            winner=winner,
            points=points,
            made=made,
            decided_by=by_contract[0],
            because=(*because, *by_contract),
            headline=_headline(hand, contract, made, points, names),
        )

    def game(self, scores: Sequence[HandScore]) -> GameState:
        return state_after(self.start(), scores)

    def start(self) -> RunningRace:
        return race_of(SEATS, self.ends, "B-16", "B-18").start()

    def _contract_points(
        self, hand: FairHand, contract: FairContract | None, points: dict[str, int], names: Names
    ) -> list[Reason]:
        """Add bonus and reward to ``points`` if the contract earned them, and return the reasons."""
        if contract is None:
            return [Reason("Nobody bid, so there was no contract: tricks alone count.", "no_contract", "B-5")]
        holder, other = contract.holder, OTHER[contract.holder]
        called = side_name(holder, names)
        taken = hand.trick_points
        start = f"{called} held the contract at {contract.value}"
        if taken[holder] < contract.value:
            return [Reason(f"{start} and missed it: tricks alone count.", "missed", "B-14")]
        counting = points if self.options.bonus_counts_suit else taken
        difference = counting[holder] - counting[other]
        if taken[holder] == taken[other]:
            return [Reason(f"{start} and kept it, but the tricks are tied: no bonus.", "level", "B-13")]
        if difference <= 0:
            return [Reason(f"{start} and kept it, but was behind: no bonus.", "behind", "B-10")]
        bonus = difference * 2 if contract.both_bid else difference
        points[holder] += bonus
        points[other] += REWARD
        doubled = ", doubled because both had bid" if contract.both_bid else ""
        rewarded = side_name(other, names)
        return [
            Reason(
                f"{start} and kept it: the difference of {difference} is added{doubled}.", "bonus", "B-10"
            ),
            Reason(f"{rewarded} is rewarded with {REWARD} for the contract.", "reward", "B-12"),
        ]


def bid_fair(house: Mapping[str, object]) -> BidFair:
    """:raises BadHouseRule: if a house rule is unknown or not allowed."""
    options = settle(FairHouse, BID_FAIR_HOUSE, house)
    return BidFair(options, values(options), card_ladder())


def find_contract(bids: Mapping[str, Card | None]) -> FairContract | None:
    """The contract; None if nobody bid.

    The player with the lower bid, or without a bid, is the holder. The lower card shown sets the value.
    """
    shown = {seat: card.rank for seat, card in bids.items() if card is not None}
    if not shown:
        return None
    both = len(shown) == len(SEATS)
    highest = max(shown, key=shown.__getitem__)
    holder = OTHER[highest]
    return FairContract(holder, CONTRACTS[shown[holder] if both else shown[highest]], both)


def _taken(hand: FairHand, names: Names) -> Reason:
    north, south = (side_name(seat, names) for seat in SEATS)
    taken = hand.trick_points
    return Reason(f"{north} took {taken['N']} in tricks, {south} {taken['S']}.", "trick_points", "B-9")


def _suit_bonuses(hand: FairHand, points: dict[str, int], names: Names) -> list[Reason]:
    """Add 40 to ``points`` for each bid in the trump suit, and return the reasons."""
    matching = [
        seat
        for seat, card in hand.bids.items()
        if card is not None and card.suit is not None and card.suit.value == hand.trump
    ]
    for seat in matching:
        points[seat] += SUIT_BONUS
    return [
        Reason(f"{side_name(seat, names)} bid {hand.trump}, the trumps: {SUIT_BONUS} more.", "suit", "B-6")
        for seat in matching
    ]


def _headline(
    hand: FairHand, contract: FairContract | None, made: bool | None, points: Mapping[str, int], names: Names
) -> str:
    parts = [
        f"{side_name(seat, names)} "
        f"{'bid nothing' if card is None else f'bid {card.name}'} and took {hand.trick_points[seat]}"
        for seat, card in ((seat, hand.bids[seat]) for seat in SEATS)
    ]
    counts = f"{_verdict(contract, made)}, {points['N']} to {points['S']}"
    return f"{', '.join(parts)}, {hand.trump} trump: {counts}."


def _verdict(contract: FairContract | None, made: bool | None) -> str:
    if contract is None:
        return "no contract"
    return f"contract of {contract.value} {'kept' if made else 'missed'}"


ENTRY: Final = CatalogEntry(
    GameDescription(
        "bid-fair",
        "Bid Fair",
        "Two players, a bid card each and seven tricks, past 800 points.",
        SEATS,
        SEATS,
        BID_FAIR_HOUSE,
        source="docs/rulebook/bid-fair.md",
    ),
    bid_fair,
    sheets.BID_FAIR,
)
