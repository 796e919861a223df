"""The built-in players at Bid Euchre, with a partner and alone."""

from random import Random
from typing import Final

from rules.cards.auction import Auction
from rules.cards.bids import ASK, MOON, PASS
from rules.cards.cards import SUITS, Suit, write_cards
from rules.cards.order import bowers
from rules.cards.packs import is_ace_no_face
from rules.replay.card_table import CardTable
from simulation.players.fast import DECK, Tables, codes_of, tables
from simulation.players.judgement import WEIGHTS, expected, worst_first
from simulation.players.playing import Position, dealt_hands, written_tricks

# A player bids with an expectation this many tricks short of the bid.
BOLDNESS: Final = 0.25
# From five on a set costs more than boldness gains, so a player bids only what the hand expects.
HIGH: Final = 5
OVER_PARTNER: Final = 0.6
# The tricks expected before asking the partner for a card, and before shooting the moon.
DOUBLE_DECK: Final = 48
TO_ASK: Final = 4.9
TO_SHOOT: Final = 5.6


def euchre_hand(table: CardTable, dealer: str, rng: Random) -> dict[str, object] | None:
    """Play a hand card by card; None when everybody passed, or somebody threw in an Ace No Face."""
    dealt = table.deal(dealer, rng)
    if table.play.has_ace_no_face and any(is_ace_no_face(cards) for _, cards in dealt.hands):
        return None
    hands, aside = dealt_hands(dealt)
    pack = sum(hands.values()) | aside
    record: dict[str, object] = {
        "dealer": dealer,
        "deal": {seat: write_cards(cards) for seat, cards in dealt.hands},
    }
    if hands[dealer].bit_count() > table.tricks:
        # Rulebook BE-14, with a joker: the dealer discards one of seven before the bidding.
        record["discards"] = _discard(table, hands, dealer, pack)
    auction = table.auction(dealer)
    while auction.turn is not None:
        auction = auction.after(_call(table, auction, hands[auction.turn], pack))
    if auction.high_bid is None:
        return None
    bidder, bid = auction.high_bid
    partner = table.partner_of(bidder) if bid in (ASK, MOON) else None
    suit, _ = _best(table, hands[bidder], pack, alone=partner is not None)
    order = tables(bowers(suit))
    if bid == ASK and partner is not None:
        record["exchange"] = _exchange(hands, bidder, partner, order, pack)
    at_play = [seat for seat in table.seats if seat != partner]
    first = at_play.index(table.left_of(dealer) if table.play.leads_left_of_dealer else bidder)
    sides = {seat: table.side_of(seat) for seat in table.seats}
    position = Position(at_play[first:] + at_play[:first], sides, hands, sides[bidder], order)
    return record | {
        "calls": [call for _, call in auction.calls],
        "trump": suit.value,
        "tricks": written_tricks(position, table.tricks),
    }


def _discard(table: CardTable, hands: dict[str, int], dealer: str, pack: int) -> str:
    suit, _ = _best(table, hands[dealer], pack)
    card = worst_first(hands[dealer], tables(bowers(suit)), pack)[0]
    hands[dealer] ^= 1 << card
    return str(DECK[card])


def _best(table: CardTable, hand: int, pack: int, *, alone: bool = False) -> tuple[Suit, float]:
    """The best trump suit for this hand, and the tricks expected with it."""
    partnered = {25: "euchre-joker", DOUBLE_DECK: "euchre-double"}.get(len(table.pack), "euchre")
    weights = WEIGHTS[
        "solo" if table.partner_of(table.seats[0]) is None else "euchre-alone" if alone else partnered
    ]
    worth = {suit: expected(hand, tables(bowers(suit)), pack, weights) for suit in SUITS}
    return max(worth.items(), key=lambda each: each[1])


def _call(table: CardTable, auction: Auction, hand: int, pack: int) -> str:
    """The lowest bid the hand is worth, as more tricks count as much; a strong hand asks or bids a moon."""
    legal = auction.legal_calls()
    if MOON in legal and len(table.pack) < DOUBLE_DECK:
        _, tricks = _best(table, hand, pack, alone=True)
        if tricks >= TO_ASK:
            return MOON if tricks >= TO_SHOOT or ASK not in legal else ASK
    _, tricks = _best(table, hand, pack)
    partner = table.partner_of(auction.turn or "")
    if auction.high_bid and auction.high_bid[0] == partner:
        tricks -= OVER_PARTNER
    numbers = [call for call in legal if call.isdigit()]
    if numbers and _is_worth(int(numbers[0]), tricks, table):
        return numbers[0]
    return PASS if PASS in legal else numbers[0]


def _is_worth(bid: int, tricks: float, table: CardTable) -> bool:
    is_high = table.tricks == 6 and bid >= HIGH
    return bid <= tricks + (0.0 if is_high else BOLDNESS)


def _exchange(hands: dict[str, int], bidder: str, partner: str, order: Tables, pack: int) -> dict[str, str]:
    """Exchange the bidder's worst card for the partner's best: the highest trump, or else an ace."""
    given = worst_first(hands[bidder], order, pack)[0]
    theirs = codes_of(hands[partner])
    taken = max(theirs, key=lambda card: (order.suit_of[card] == order.trump, order.height_leading[card]))
    hands[bidder] = hands[bidder] ^ 1 << given | 1 << taken
    hands[partner] = hands[partner] ^ 1 << taken | 1 << given
    return {"gives": str(DECK[given]), "takes": str(DECK[taken])}
