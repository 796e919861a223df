"""The built-in players: whole hands, bid from what they hold and played like a club evening."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from rules.auction import Auction
from rules.bids import NO_TRUMP, PASS, STRAINS
from rules.card_order import CardOrder
from rules.card_table import CardTable, table_for
from rules.cards import SUITS, Suit, write_cards
from rules.fast import CODE, DECK, NOTHING_LED, Tables, bits, tables
from rules.games import find_ruleset
from rules.judgement import books_expected, worst_first
from rules.packs import Deal
from rules.ruleset import NO_HOUSE_RULES
from rules.tactics import View, choose_card

# How many books more than promised a player wants to see before bidding; no trump counts both ways.
SAFETY = 0.0
SAFETY_NO_TRUMP = -0.4
OVER_PARTNER = 1.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How a player would name the contract of a strain: the order of the cards and the books expected."""

    strain: str
    trump: Suit | None
    direction: str | None
    order: CardOrder
    books: float


def play_hand(
    ruleset_key: str, seed: int, dealer: str = "S", house: Mapping[str, object] = NO_HOUSE_RULES
) -> dict[str, object]:
    """A hand played by the built-in players, as a referee reports it. The same seed, the same hand.

    :raises UnknownGame: if there is no such game.
    :raises BadHouseRule: if it has no such house rule or does not allow the value.
    """
    return _whist_hand(_table(ruleset_key, tuple(sorted(house.items()))), Random(seed), dealer)["report"]


@lru_cache(maxsize=32)
def _table(key: str, house: tuple[tuple[str, object], ...]) -> CardTable:
    return table_for(find_ruleset(key, dict(house)))


def _whist_hand(table: CardTable, rng: Random, dealer: str) -> dict[str, dict[str, object]]:
    dealt = table.deal(dealer, rng)
    hands = {seat: bits(CODE[card] for card in cards) for seat, cards in dealt.hands}
    auction = table.auction(dealer)
    while auction.turn is not None:
        auction = auction.after(_call(table, auction, hands[auction.turn]))
    if auction.standing is None:
        return _whist_hand(table, rng, table.left_of(dealer))
    bidder, bid = auction.standing
    strain = bid.partition(" ")[2]
    plan = max(_plans(table, hands[bidder], strain), key=lambda plan: plan.books)
    whole = hands[bidder] | bits(CODE[card] for card in dealt.kitty)
    if dealt.kitty and not table.ruleset.house["name_before_kitty"]:
        plan = max(_plans(table, whole, strain), key=lambda plan: plan.books)
    order = tables(plan.order)
    thrown = worst_first(whole, order)[: len(dealt.kitty)]
    hands[bidder] = whole & ~bits(thrown)
    tricks, taken = _play_out(table, hands, bidder, bits(thrown), order)
    side = table.side_of(bidder)
    books = sum(table.side_of(seat) == side for seat in taken) + (1 if dealt.kitty else 0)
    report: dict[str, object] = {
        "dealer": dealer,
        "bidder": side,
        "bidder_seat": bidder,
        "level": int(bid.partition(" ")[0]),
        "strain": strain,
        **({"trump": plan.trump.value} if plan.trump else {"direction": plan.direction}),
        "books": books,
    }
    return {"report": report, "record": _record(table, dealt, auction, plan, thrown, tricks)}


def _record(
    table: CardTable, dealt: Deal, auction: Auction, plan: Plan, thrown: list[int], tricks: list[list[int]]
) -> dict[str, object]:
    """The hand card by card, as it is replayed."""
    return {
        "game": table.ruleset.key,
        "dealer": auction.dealer,
        "deal": {seat: write_cards(cards) for seat, cards in dealt.hands}
        | {"kitty": write_cards(dealt.kitty)},
        "calls": [call for _, call in auction.calls],
        "trump": plan.trump.value if plan.trump else None,
        "direction": plan.direction,
        "discards": write_cards(DECK[card] for card in thrown),
        "tricks": [write_cards(DECK[card] for card in trick) for trick in tricks],
    }


def _plans(table: CardTable, hand: int, strain: str) -> list[Plan]:
    """Every way to name a contract of the strain, with what this hand expects of it."""
    bid = f"4 {strain}"
    named: list[tuple[Suit | None, str | None]] = (
        [(None, "uptown"), (None, "downtown")] if strain == NO_TRUMP else [(suit, None) for suit in SUITS]
    )
    return [
        Plan(strain, trump, direction, order, books_expected(hand, tables(order)))
        for trump, direction in named
        for order in (table.order(bid, trump, direction),)
    ]


def _call(table: CardTable, auction: Auction, hand: int) -> str:
    """What a player calls with this hand."""
    legal = auction.legal_calls()
    best = {strain: max(plan.books for plan in _plans(table, hand, strain)) for strain in STRAINS}
    best[NO_TRUMP] -= SAFETY_NO_TRUMP
    is_partners = auction.standing is not None and auction.standing[0] == table.partner_of(auction.turn or "")
    margin = SAFETY + (OVER_PARTNER if is_partners else 0.0)
    bids = [(call, int(call[0]), call[2:]) for call in legal if call != PASS]
    good = [(call, level, strain) for call, level, strain in bids if best[strain] >= 6 + level + margin]
    if good:
        return max(good, key=lambda made: (best[made[2]], made[1]))[0]
    if PASS in legal:
        return PASS
    lowest = min(level for _, level, _ in bids)
    return max((made for made in bids if made[1] == lowest), key=lambda made: best[made[2]])[0]


def _play_out(
    table: CardTable, hands: dict[str, int], bidder: str, thrown: int, order: Tables
) -> tuple[list[list[int]], list[str]]:
    """The tricks, and who took each."""
    seats, side = table.seats, table.side_of(bidder)
    out, leader = sum(hands.values()), seats.index(bidder)
    tricks, taken = [], []
    for _ in range(table.tricks):
        turn = [seats[(leader + step) % len(seats)] for step in range(len(seats))]
        played: list[int] = []
        for place, seat in enumerate(turn):
            own = table.side_of(seat)
            view = View(
                hand=hands[seat],
                unseen=out & ~hands[seat] | (0 if seat == bidder else thrown),
                played=played,
                friends=[before for before in range(place) if turn[before] in own],
                to_come=sum(later not in own for later in turn[place + 1 :]),
                is_declaring=own == side,
            )
            card = choose_card(view, order)
            played.append(card)
            hands[seat] &= ~(1 << card)
        out &= ~bits(played)
        led = next((suit for suit in map(order.suit_of.__getitem__, played) if suit < 4), NOTHING_LED)
        heights = [order.height[led][card] for card in played]
        leader = (leader + heights.index(max(heights))) % len(seats)
        tricks.append(played)
        taken.append(seats[leader])
    return tricks, taken
