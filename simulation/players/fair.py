"""The built-in players at Bid Fair: the crib, the laid card, the exchange and seven tricks."""

from collections.abc import Mapping
from random import Random
from typing import Final

from rules.cards.bids import PASS
from rules.cards.cards import SUITS, Card, Rank, Suit, write_cards
from rules.cards.order import CardOrder, bid_fair
from rules.cards.packs import shuffled
from rules.replay.card_table import CardTable
from simulation.players.fast import bits, encode, tables
from simulation.players.playing import Position, written_tricks

# The value of a card to a hand before the high rank is known.
WORTH: Final = {
    Rank.ACE: 3, Rank.KING: 5, Rank.QUEEN: 4, Rank.JACK: 3, Rank.TEN: 2, Rank.NINE: 0,
}  # fmt: skip
# The higher bid makes the other player hold the contract. A hand worth more than this doesn't bid: it lays a
# card face down.
STRONG: Final = 30
# The same limit after the other player has laid a card face down: if both do, nobody holds a contract.
NO_WORSE: Final = 26
# A hand worth no more than this passes; if both pass, the cards are dealt again.
WEAK: Final = 25
TO_THE_CRIB: Final = 4


def fair_hand(table: CardTable, dealer: str, rng: Random) -> dict[str, object] | None:
    """Play a hand. Returns its record for a replay, or None if both players passed."""
    dealt = table.deal(dealer, rng)
    cribs = {seat: _to_crib(cards) for seat, cards in dealt.hands}
    kept = {seat: [card for card in cards if card not in cribs[seat]] for seat, cards in dealt.hands}
    first = table.left_of(dealer)
    laid: dict[str, Card | None] = {}
    down: dict[str, Card] = {}
    waits = _strength(kept[first]) <= WEAK
    if waits and _strength(kept[dealer]) <= WEAK:
        return None
    in_turn = (dealer, first) if waits else (first, dealer)
    for seat in in_turn:
        laid[seat] = _lay(kept[seat], cribs[seat], laid)
        if laid[seat] is None:
            down[seat] = min(kept[seat], key=lambda card: WORTH[card.rank])
        kept[seat].remove(laid[seat] or down[seat])
    crib = shuffled([card for cards in cribs.values() for card in cards], rng)
    cut = crib.pop()
    order, holder = _contract(laid, cut, table)
    took_crib = holder is not None and _is_crib_better(kept[holder], cribs[holder], order)
    if took_crib and holder is not None:
        kept[holder] = crib
    leader = holder or first
    return {
        "dealer": dealer,
        "deal": {seat: write_cards(cards) for seat, cards in dealt.hands},
        "crib": {seat: write_cards(cards) for seat, cards in cribs.items()},
        "calls": [PASS] * waits + [None if (card := laid[seat]) is None else str(card) for seat in in_turn],
        "down": {seat: str(card) for seat, card in down.items()},
        "cut": str(cut),
        "exchange": took_crib,
        "tricks": _tricks(kept, leader, table, order),
    }


def _to_crib(cards: tuple[Card, ...]) -> list[Card]:
    def worth(card: Card) -> tuple[int, int]:
        return (
            WORTH[card.rank] + sum(other.suit is card.suit for other in cards),
            SUITS.index(card.suit or SUITS[0]),
        )

    return sorted(cards, key=worth)[:TO_THE_CRIB]


def _strength(cards: list[Card]) -> int:
    return sum(WORTH[card.rank] for card in cards)


def _lay(kept: list[Card], crib: list[Card], laid: Mapping[str, Card | None]) -> Card | None:
    """The card to bid with, or None to lay one face down. ``laid`` is what the other player has laid.

    A strong hand lays a card face down. Others bid in the suit of which they put most cards into the crib,
    since a cut card of the same suit earns 40, with the lowest card that outbids the other player.
    """
    to_beat = next(iter(laid.values()), None)
    if _strength(kept) > (NO_WORSE if laid and to_beat is None else STRONG):
        return None
    over = 0 if to_beat is None else int(to_beat.rank)
    bids = [card for card in kept if card.rank > over and card.rank < Rank.ACE]
    if not bids:
        return None
    return max(bids, key=lambda card: (sum(other.suit is card.suit for other in crib), -card.rank))


def _contract(laid: dict[str, Card | None], cut: Card, table: CardTable) -> tuple[CardOrder, str | None]:
    """The card order, and who holds the contract: the player who bid lower or didn't bid (Rulebook B-5)."""
    bids = {seat: card for seat, card in laid.items() if card is not None}
    trump = cut.suit or Suit.SPADES
    if not bids:
        return bid_fair(trump), None
    best = max(bids, key=lambda seat: bids[seat].rank)
    return bid_fair(trump, bids[best].rank), table.left_of(best)


def _is_crib_better(kept: list[Card], own_crib: list[Card], order: CardOrder) -> bool:
    """Whether to exchange: the holder knows four of the crib's cards, and guesses the worth of seven."""
    trumps = sum(card.suit is order.trump for card in kept)
    return _strength(kept) + 2 * trumps < _strength(own_crib) * 7 // 4 + 4


def _tricks(kept: dict[str, list[Card]], leader: str, table: CardTable, order: CardOrder) -> list[str]:
    hands = {seat: bits(encode(cards)) for seat, cards in kept.items()}
    other = table.left_of(leader)
    position = Position((leader, other), {seat: seat for seat in table.seats}, hands, leader, tables(order))
    return written_tricks(position, table.tricks)
