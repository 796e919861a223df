"""Tricks: legal plays, the winner, and reneges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.order import no_trump
from rules.cards.tricks import legal_plays, suit_led, taker
from tests.rules.cards.table_talk import SPADES, cards, cases, tables_of_four

NO_TRUMP = no_trump("uptown")


@pytest.mark.parametrize(("order", "case"), cases("takes"))
def test_the_trick_goes_to_the_card_the_rulebook_names(order, case):
    taken = taker(cards(case["trick"]), order)

    assert (str(taken.card), taken.rule) == (case["takes"], case["rule"])


@pytest.mark.parametrize(("order", "case"), cases("follows"))
def test_a_player_follows_suit_if_able(order, case):
    assert set(legal_plays(cards(case["hand"]), cards(case["played"]), order)) == set(cards(case["legal"]))


def test_only_jokers_led_at_no_trump_set_no_suit():
    assert suit_led(cards("BJ LJ"), NO_TRUMP) is None
    assert suit_led(cards("BJ LJ 4S"), NO_TRUMP) is SPADES


@given(tables_of_four(), st.data())
def test_every_trick_has_exactly_one_winner_whom_no_other_card_beats(table, data):
    order, hands = table
    trick = [data.draw(st.sampled_from(hand)) for hand in hands]

    taken = taker(trick, order)

    led = suit_led(trick, order)
    heights = [order.height(each, led, leading=place == 0) for place, each in enumerate(trick)]
    assert trick[taken.place] == taken.card
    assert heights[taken.place] == max(heights)
    assert sum(height == max(heights) and place <= taken.place for place, height in enumerate(heights)) == 1
    assert taken.sentence


@given(tables_of_four(), st.data())
def test_a_player_can_always_play(table, data):
    order, hands = table
    played = [data.draw(st.sampled_from(hand)) for hand in hands[: data.draw(st.integers(0, 3))]]

    assert legal_plays(hands[3], played, order)


@given(tables_of_four(), st.data())
def test_whoever_reneges_held_a_card_of_the_suit_led_and_played_another(table, data):
    order, hands = table
    played = [data.draw(st.sampled_from(hand)) for hand in hands[:2]]
    led = suit_led(played, order)

    for each in hands[3]:
        held = any(order.suit_of(other) is led for other in hands[3])
        reneges = led is not None and held and order.suit_of(each) is not led
        assert (each not in legal_plays(hands[3], played, order)) is reneges
