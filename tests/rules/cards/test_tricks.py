"""Tricks: legal plays, the winner, and reneges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.cards import read_cards
from rules.cards.tricks import legal_plays, suit_led, taker
from tests.rules.cards.table_talk import cases, tables_of_four


@pytest.mark.parametrize(("order", "case"), cases("takes"))
def test_the_trick_goes_to_the_card_the_rulebook_names(order, case):
    taken = taker(read_cards(case["trick"]), order)

    assert (str(taken.card), taken.rule) == (case["takes"], case["rule"])


@pytest.mark.parametrize(("order", "case"), cases("follows"))
def test_a_player_follows_suit_if_able(order, case):
    legal = legal_plays(read_cards(case["hand"]), read_cards(case["played"]), order)

    assert set(legal) == set(read_cards(case["legal"]))


@given(tables_of_four(), st.data())
def test_a_trick_goes_to_the_first_card_that_no_other_beats(table, data):
    order, hands = table
    trick = [data.draw(st.sampled_from(hand)) for hand in hands]

    taken = taker(trick, order)

    heights = [
        order.height(card, suit_led(trick, order), leading=index == 0) for index, card in enumerate(trick)
    ]
    assert (taken.index, taken.card) == (heights.index(max(heights)), trick[taken.index])
    assert taken.sentence


@given(tables_of_four(), st.data())
def test_the_player_who_reneges_held_the_suit_led_and_played_another(table, data):
    order, (*others, hand) = table
    played = [data.draw(st.sampled_from(other)) for other in others[: data.draw(st.integers(0, 3))]]
    led = suit_led(played, order)

    legal = legal_plays(hand, played, order)

    held = led is not None and any(order.suit_of(card) is led for card in hand)
    assert set(legal) == {card for card in hand if not held or order.suit_of(card) is led}
