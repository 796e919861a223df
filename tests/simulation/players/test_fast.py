"""The fast path gives the same results as the explaining one, only faster."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.cards import SUITS
from rules.cards.packs import euchre_pack
from rules.cards.tricks import taker
from simulation.players.fast import CODE, DECK, codes_of, encode, tables
from simulation.players.playing import place_taking
from tests.rules.cards.table_talk import FAIR_ORDERS, HEARTS, WHIST_ORDERS, tables_of_four


@given(tables_of_four(), st.data())
def test_the_tables_give_every_trick_to_the_card_that_takes_it(table, data):
    order, hands = table
    trick = [data.draw(st.sampled_from(hand)) for hand in hands]

    assert place_taking([CODE[card] for card in trick], tables(order)) == taker(trick, order).index


@pytest.mark.parametrize(
    "order", [*WHIST_ORDERS, *FAIR_ORDERS], ids=lambda order: f"{order.name} {order.trump}"
)
def test_the_tables_know_which_cards_beat_which(order):
    for code, card in enumerate(DECK):
        if (suit := order.suit_of(card)) is not None:
            same = [other for other in DECK if order.suit_of(other) is suit]
            heights = {other: order.height(other, suit, leading=False) for other in same}
            above = {DECK[other] for other in codes_of(tables(order).above[code])}
            assert above == {other for other in same if heights[other] > heights[card]}


def test_the_second_of_two_equal_cards_is_another_integer():
    codes = encode(euchre_pack(double=True))

    assert len(set(codes)) == 48
    assert Counter(DECK[code] for code in codes) == Counter(dict.fromkeys(euchre_pack(), 2))


def test_the_tables_count_suits_as_the_orders_do():
    order = WHIST_ORDERS[1]

    assert order.trump is HEARTS
    assert tables(order).trump == SUITS.index(HEARTS)
    assert tables(order).suit_of[CODE[DECK[52]]] == SUITS.index(HEARTS)
