"""The built-in players at Bid Whist: bidding, naming trumps, discarding."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from rules.cards.auction import Auction
from rules.cards.bids import DOWNTOWN, NO_TRUMP, PASS, STRAINS
from rules.cards.cards import SUITS, Suit, write_cards
from rules.cards.order import CardOrder
from rules.replay.card_table import CardTable
from simulation.players.fast import DECK, bits, tables
from simulation.players.judgement import WEIGHTS, expected, worst_first
from simulation.players.playing import Position, dealt_hands, written_tricks

# How many books more than the bid a player must expect. Below zero is bold: bidding half a book too much is
# better than leaving the bid to a dealer who must bid with a weak hand. No trump counts two, so it is worth
# more risk.
MARGIN: Final = -0.4
MARGIN_NO_TRUMP: Final = -0.2
OVER_PARTNER: Final = 1.0


@dataclass(frozen=True, slots=True)
class ContractPlan:
    """A contract, with the ``books`` it should take."""

    strain: str
    trump: Suit | None
    direction: str | None
    order: CardOrder
    books: float
    aces: str | None = None
    """Good or bad, if the bidder names that."""


def whist_hand(table: CardTable, dealer: str, rng: Random) -> dict[str, object] | None:
    """Play a hand card by card; None when everybody passed."""
    dealt = table.deal(dealer, rng)
    hands, kitty = dealt_hands(dealt)
    pack = sum(hands.values()) | kitty
    auction = table.auction(dealer)
    while (turn := auction.turn) is not None:
        auction = auction.after(_call(table, auction, turn, hands[turn], pack))
    if auction.high_bid is None:
        return None
    bidder, bid = auction.high_bid
    plan, thrown = _take_kitty(table, hands, bidder, bid, kitty, pack)
    sides = {seat: table.side_of(seat) for seat in table.seats}
    first = table.seats.index(bidder)
    seats = table.seats[first:] + table.seats[:first]
    order = tables(plan.order)
    position = Position(seats, sides, hands, sides[bidder], order, bits(thrown), bidder)
    kitty_dealt = {"kitty": write_cards(dealt.kitty)} if dealt.kitty else {}
    return {
        "dealer": dealer,
        "deal": {seat: write_cards(cards) for seat, cards in dealt.hands} | kitty_dealt,
        "calls": [call for _, call in auction.calls],
        "trump": plan.trump.value if plan.trump else None,
        "direction": plan.direction if " " in bid or plan.trump is None else plan.strain,
        **({"aces": plan.aces} if plan.aces else {}),
        **({"discards": write_cards(DECK[card] for card in thrown)} if dealt.kitty else {}),
        "tricks": written_tricks(position, table.tricks),
    }


def _take_kitty(
    table: CardTable, hands: dict[str, int], bidder: str, bid: str, kitty: int, pack: int
) -> tuple[ContractPlan, list[int]]:
    """Name the contract, before or after seeing the kitty as the house rules say, and discard."""
    whole = hands[bidder] | kitty
    seen = hands[bidder] if table.play.names_before_kitty else whole
    strains = (_Bid.read(bid).strain,) if " " in bid else STRAINS
    plan = max((best_plan(table, seen, strain, pack) for strain in strains), key=lambda plan: plan.books)
    thrown = worst_first(whole, tables(plan.order), pack)[: kitty.bit_count()]
    hands[bidder] = whole & ~bits(thrown)
    return plan, thrown


def best_plan(table: CardTable, hand: int, strain: str, pack: int) -> ContractPlan:
    named: list[tuple[Suit | None, str | None]] = (
        [(None, "uptown"), (None, "downtown")] if strain == NO_TRUMP else [(suit, None) for suit in SUITS]
    )
    weights = _weights(table, strain)
    plans = []
    for trump, direction in named:
        for aces in _aces(table, direction or strain):
            order = table.order(f"4 {strain}", trump, direction, aces)
            books = expected(hand, tables(order), pack, weights)
            plans.append(ContractPlan(strain, trump, direction, order, books, aces))
    return max(plans, key=lambda plan: plan.books)


def _aces(table: CardTable, direction: str) -> tuple[str | None, ...]:
    is_named = direction == DOWNTOWN and table.names_aces
    return ("good", "bad") if is_named else (None,)


def _weights(table: CardTable, strain: str) -> tuple[float, ...]:
    name = "whist" if table.play.board else "cutthroat"
    name += "" if table.kitty else f"-{table.tricks}"
    return WEIGHTS[f"{name}-no-trump" if strain == NO_TRUMP else name]


def _call(table: CardTable, auction: Auction, turn: str, hand: int, pack: int) -> str:
    """The call for this hand.

    It is the highest bid the hand is worth in its best strain: there is one round of bidding, and a high bid
    shuts the others out. The dealer bids last and so takes the lowest bid, unless the bid is what scores. A
    partner's bid is left alone unless the hand is a book better.
    """
    best = {strain: best_plan(table, hand, strain, pack).books for strain in STRAINS}
    best[NO_TRUMP] -= MARGIN_NO_TRUMP
    best[""] = max(best.values())  # Where only a number is bid.
    partner = table.partner_of(turn)
    margin = MARGIN + (OVER_PARTNER if auction.high_bid and auction.high_bid[0] == partner else 0.0)
    promised = table.play.board
    legal = auction.legal_calls()
    bids = [_Bid.read(call) for call in legal if call != PASS]
    if good := [bid for bid in bids if best[bid.strain] >= promised + bid.level + margin]:
        strain = max(good, key=lambda bid: best[bid.strain]).strain
        levels = [bid for bid in good if bid.strain == strain]
        is_last = turn == auction.dealer and not table.play.scores_only_bid
        return (min if is_last else max)(levels, key=lambda bid: bid.level).call
    # A dealer who must bid takes the lowest number, in the best strain.
    return PASS if PASS in legal else min(bids, key=lambda bid: (bid.level, -best[bid.strain])).call


@dataclass(frozen=True, slots=True)
class _Bid:
    call: str
    level: int
    strain: str

    @classmethod
    def read(cls, call: str) -> _Bid:
        level, _, strain = call.partition(" ")
        return cls(call, int(level), strain)
