"""Packs and dealing: every card is dealt once, and no kitty card is among the first or last four."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.cards import read_cards
from rules.cards.packs import deal, missing_and_extra, shuffled, whist_pack
from rules.replay.card_table import card_table

NSEW = ("N", "E", "S", "W")


@pytest.mark.parametrize(
    ("game", "house", "cards", "hands", "kitty", "tricks"),
    [
        pytest.param("fahrenheit", {}, 54, [12] * 4, 6, 12, id="both jokers"),
        pytest.param("fahrenheit", {"jokers": 1}, 53, [12] * 4, 5, 12, id="one joker"),
        pytest.param("fahrenheit", {"jokers": 0}, 52, [12] * 4, 4, 12, id="no joker"),
        pytest.param("fahrenheit", {"kitty": False}, 52, [13] * 4, 0, 13, id="no kitty"),
        pytest.param("cutthroat-bid-whist", {}, 54, [17] * 3, 3, 17, id="three players"),
        pytest.param("cutthroat-bid-whist", {"kitty": False}, 54, [18] * 3, 0, 18, id="three and no kitty"),
        pytest.param("bid-euchre", {}, 24, [6] * 4, 0, 6, id="nine to ace"),
        pytest.param("bid-euchre", {"joker": True}, 25, [6, 7, 6, 6], 0, 6, id="the dealer gets a seventh"),
        pytest.param("bid-euchre", {"double_deck": True}, 48, [12] * 4, 0, 12, id="double deck"),
        pytest.param("solo-bid-euchre", {}, 24, [5] * 4, 4, 5, id="four cards left over"),
        pytest.param("bid-fair", {}, 24, [12] * 2, 0, 7, id="two players"),
    ],
)
def test_the_whole_pack_is_dealt(game, house, cards, hands, kitty, tricks):
    table = card_table(game, house)

    dealt = table.deal(table.seats[1], Random(1))

    assert missing_and_extra(table.pack, dealt.cards) == ((), ())
    assert (len(table.pack), len(set(table.pack))) == (cards, 24 if "double_deck" in house else cards)
    assert ([len(hand) for _, hand in dealt.hands], len(dealt.kitty), table.tricks) == (hands, kitty, tricks)


@given(st.integers(0, 2), st.sampled_from(NSEW), st.integers())
def test_the_kitty_never_gets_one_of_the_first_or_last_four_cards_dealt(jokers, dealer, seed):
    pack = whist_pack(jokers)

    dealt = deal(pack, NSEW, dealer=dealer, rng=Random(seed), kitty=4 + jokers)

    assert missing_and_extra(pack, dealt.cards) == ((), ())
    assert [len(hand) for _, hand in dealt.hands] == [12, 12, 12, 12]
    assert len(dealt.kitty) == len(set(dealt.kitty_places)) == 4 + jokers
    assert set(dealt.kitty_places) <= set(range(5, len(pack) - 3))


def test_every_place_but_the_first_and_last_four_can_be_the_kittys():
    rng = Random(1)

    deals = [deal(whist_pack(2), NSEW, dealer="S", rng=rng, kitty=6) for _ in range(400)]

    assert {index for dealt in deals for index in dealt.kitty_places} == set(range(5, 51))


def test_what_is_left_over_in_solo_bid_euchre_is_the_last_four_cards():
    dealt = card_table("solo-bid-euchre").deal("E", Random(1))

    assert dealt.kitty_places == (21, 22, 23, 24)


def test_a_shuffle_puts_every_card_everywhere():
    rng = Random(5)

    orders = {"".join(shuffled("ABC", rng)) for _ in range(200)}

    assert orders == {"ABC", "ACB", "BAC", "BCA", "CAB", "CBA"}


def test_the_missing_and_the_duplicate_cards_are_named():
    found = missing_and_extra(read_cards("AS KS QS"), read_cards("AS AS KS JD"))

    assert found == (read_cards("QS"), read_cards("AS JD"))
