"""Shorthand for the tests of card play: games, orders, cards, hands drawn at random."""

import json
from pathlib import Path

import pytest
from hypothesis import strategies as st

from rules.cards.cards import SUITS, Card, Rank, Suit
from rules.cards.order import CardOrder, bid_fair, bowers, downtown, no_trump, uptown
from rules.cards.packs import euchre_pack, whist_pack
from rules.games import all_games, find_ruleset

GAMES_WITH_CARDS = [game.key for game in all_games() if find_ruleset(game.key).play.has_cards]
HEARTS, SPADES, CLUBS = Suit.HEARTS, Suit.SPADES, Suit.CLUBS

WHIST_ORDERS = [
    *(uptown(suit) for suit in SUITS),
    *(downtown(suit, aces_good=good) for suit in SUITS for good in (True, False)),
    no_trump("uptown"),
    no_trump("downtown"),
    no_trump("downtown", aces_good=False),
]
EUCHRE_ORDERS = [bowers(suit) for suit in SUITS]
FAIR_ORDERS = [bid_fair(suit, high) for suit in SUITS for high in Rank if Rank.NINE <= high <= Rank.ACE]
ORDERS_AND_PACKS = [
    (WHIST_ORDERS, [whist_pack(jokers) for jokers in (0, 1, 2)]),
    (EUCHRE_ORDERS, [euchre_pack(), euchre_pack(joker=True), euchre_pack(double=True)]),
    (FAIR_ORDERS, [euchre_pack()]),
]
CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))


def cases(kind):
    """The cases of a kind in ``cases.json``, each with its card order."""
    return [pytest.param(order_called(*case["order"]), case, id=case["says"]) for case in CASES[kind]]


def order_called(name, trump, high="king"):
    """The card order of a name: ``uptown hearts``, ``no trump uptown``, ``bid fair clubs jack``."""
    match name:
        case "uptown":
            return uptown(Suit(trump))
        case "downtown" | "downtown, aces bad":
            return downtown(Suit(trump), aces_good=name == "downtown")
        case "bowers":
            return bowers(Suit(trump))
        case "bid fair":
            return bid_fair(Suit(trump), Rank[high.upper()])
    return no_trump(trump)


@st.composite
def tables_of_four(draw) -> tuple[CardOrder, list[list[Card]]]:
    """A card order, and four hands dealt from a pack for it."""
    orders, packs = draw(st.sampled_from(ORDERS_AND_PACKS))
    pack = draw(st.permutations(draw(st.sampled_from(packs))))
    each = draw(st.integers(1, len(pack) // 4))
    return draw(st.sampled_from(orders)), [pack[seat * each : (seat + 1) * each] for seat in range(4)]
