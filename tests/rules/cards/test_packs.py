"""Packs and dealing: every card is dealt once, and no kitty card is among the first or last four."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.packs import deal, euchre_pack, missing_and_extra, shuffled, whist_pack
from rules.replay.card_table import card_table
from tests.rules.cards.games import GAMES_WITH_CARDS
from tests.rules.cards.table_talk import cards

NSEW = ("N", "E", "S", "W")


@pytest.mark.parametrize(
    ("pack", "size", "different"),
    [
        pytest.param(whist_pack(2), 54, 54, id="both jokers"),
        pytest.param(whist_pack(1), 53, 53, id="one joker"),
        pytest.param(whist_pack(0), 52, 52, id="no joker"),
        pytest.param(euchre_pack(), 24, 24, id="nine to ace"),
        pytest.param(euchre_pack(joker=True), 25, 25, id="nine to ace and the joker"),
        pytest.param(euchre_pack(double=True), 48, 24, id="double deck"),
    ],
)
def test_a_pack_has_its_cards(pack, size, different):
    assert (len(pack), len(set(pack))) == (size, different)


@given(st.integers(0, 2), st.sampled_from(NSEW), st.integers())
def test_a_whist_deal_keeps_every_card_and_gives_twelve_each(jokers, dealer, seed):
    pack = whist_pack(jokers)

    dealt = deal(pack, NSEW, dealer=dealer, rng=Random(seed), kitty=4 + jokers)

    assert missing_and_extra(pack, dealt.cards) == ((), ())
    assert [len(hand) for _, hand in dealt.hands] == [12, 12, 12, 12]
    assert len(dealt.kitty) == 4 + jokers


@given(st.integers(0, 2), st.integers())
def test_the_first_and_last_four_cards_never_go_to_the_kitty(jokers, seed):
    pack = whist_pack(jokers)

    dealt = deal(pack, NSEW, dealer="S", rng=Random(seed), kitty=4 + jokers)

    assert min(dealt.kitty_places) > 4
    assert max(dealt.kitty_places) <= len(pack) - 4
    assert len(set(dealt.kitty_places)) == 4 + jokers


def test_every_place_but_the_first_and_last_four_can_be_the_kittys():
    rng = Random(1)

    seen = {
        place
        for _ in range(400)
        for place in deal(whist_pack(2), NSEW, dealer="S", rng=rng, kitty=6).kitty_places
    }

    assert seen == set(range(5, 51))


@pytest.mark.parametrize("game", GAMES_WITH_CARDS)
def test_a_deal_of_every_game_is_its_whole_pack(game):
    table = card_table(game)

    dealt = table.deal(table.seats[0], Random(3))

    assert missing_and_extra(table.pack, dealt.cards) == ((), ())
    assert {seat for seat, _ in dealt.hands} == set(table.seats)


def test_the_seventh_card_of_bid_euchre_with_a_joker_is_the_dealers():
    table = card_table("bid-euchre", {"joker": True})

    dealt = table.deal("E", Random(1))

    assert {seat: len(hand) for seat, hand in dealt.hands} == {"N": 6, "E": 7, "S": 6, "W": 6}


def test_what_is_left_over_in_solo_bid_euchre_is_the_last_four_cards():
    table = card_table("solo-bid-euchre")

    dealt = table.deal("E", Random(1))

    assert dealt.kitty_places == (21, 22, 23, 24)
    assert [len(hand) for _, hand in dealt.hands] == [5, 5, 5, 5]


def test_a_shuffle_puts_every_card_everywhere():
    rng, deck = Random(5), "ABC"

    orders = {"".join(shuffled(deck, rng)) for _ in range(200)}

    assert orders == {"ABC", "ACB", "BAC", "BCA", "CAB", "CBA"}


def test_what_is_missing_and_what_is_there_twice_is_told():
    assert missing_and_extra(cards("AS KS QS"), cards("AS AS KS JD")) == (cards("QS"), cards("AS JD"))
