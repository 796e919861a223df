"""The ranks of the cards, written out from the rulebooks."""

import pytest

from rules.cards.cards import Rank, Suit
from rules.cards.order import bid_fair
from rules.cards.packs import euchre_pack, whist_pack
from tests.rules.cards.table_talk import CLUBS, SPADES, cases


def best_first(order, suit, pack, *, leading=False):
    """The cards that can take a trick in this suit, best first."""
    heights = {
        card: order.height(card, suit, leading=leading) for card in pack if order.suit_of(card) is suit
    }
    return " ".join(str(card) for card in sorted(heights, key=heights.get, reverse=True) if heights[card])


@pytest.mark.parametrize(("order", "case"), cases("ranks"))
def test_bid_whist_and_euchre_rank_their_cards(order, case):
    pack = euchre_pack(joker=True) if case["order"][0] == "bowers" else whist_pack(2)

    assert best_first(order, Suit(case["suit"]), pack) == case["best_first"]


@pytest.mark.parametrize(
    ("high", "led", "followed"),
    [
        pytest.param(Rank.KING, "KC QC JC TC 9C AC", "AC KC QC JC TC 9C", id="the king, without a contract"),
        pytest.param(Rank.JACK, "JC KC QC TC 9C AC", "AC JC KC QC TC 9C", id="the seed's own example"),
        pytest.param(Rank.ACE, "AC KC QC JC TC 9C", "AC KC QC JC TC 9C", id="the ace: always high"),
    ],
)
def test_bid_fair_ranks_an_ace_low_when_it_leads_and_high_when_it_follows(high, led, followed):
    order = bid_fair(SPADES, high)

    assert best_first(order, CLUBS, euchre_pack(), leading=True) == led
    assert best_first(order, CLUBS, euchre_pack()) == followed
