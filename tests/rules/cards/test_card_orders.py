"""What beats what, written out from the rulebooks."""

import pytest

from rules.cards.cards import Rank
from rules.cards.order import bid_fair, bowers, downtown, no_trump, uptown
from rules.cards.packs import euchre_pack, whist_pack
from tests.rules.cards.table_talk import CLUBS, DIAMONDS, HEARTS, SPADES, card


def best_first(order, suit, pack, *, leading=False):
    """The cards that can take a trick in this suit, best first."""
    heights = {
        card: order.height(card, suit, leading=leading) for card in pack if order.suit_of(card) is suit
    }
    return " ".join(str(card) for card in sorted(heights, key=heights.get, reverse=True) if heights[card])


@pytest.mark.parametrize(
    ("order", "suit", "expected"),
    [
        pytest.param(
            uptown(HEARTS), HEARTS, "BJ LJ AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H", id="uptown trumps"
        ),
        pytest.param(
            uptown(HEARTS), CLUBS, "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C", id="uptown, another suit"
        ),
        pytest.param(
            downtown(HEARTS), HEARTS, "BJ LJ AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", id="downtown trumps"
        ),
        pytest.param(
            downtown(HEARTS), SPADES, "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", id="downtown, another suit"
        ),
        pytest.param(
            downtown(HEARTS, aces_good=False),
            SPADES,
            "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
            id="downtown where aces are bad",
        ),
        pytest.param(
            no_trump("uptown"), CLUBS, "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C", id="no trump uptown"
        ),
        pytest.param(
            no_trump("downtown"), CLUBS, "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", id="no trump downtown"
        ),
    ],
)
def test_bid_whist_ranks_its_cards(order, suit, expected):
    assert best_first(order, suit, whist_pack(2)) == expected


@pytest.mark.parametrize(
    ("trump", "suit", "expected"),
    [
        pytest.param(HEARTS, HEARTS, "BJ JH JD AH KH QH TH 9H", id="the seed's own example: hearts"),
        pytest.param(HEARTS, DIAMONDS, "AD KD QD TD 9D", id="the sister suit has lost its jack"),
        pytest.param(HEARTS, SPADES, "AS KS QS JS TS 9S", id="a suit of the other colour keeps it"),
        pytest.param(SPADES, SPADES, "BJ JS JC AS KS QS TS 9S", id="spades"),
        pytest.param(CLUBS, CLUBS, "BJ JC JS AC KC QC TC 9C", id="clubs"),
        pytest.param(DIAMONDS, DIAMONDS, "BJ JD JH AD KD QD TD 9D", id="diamonds"),
    ],
)
def test_euchre_ranks_its_cards(trump, suit, expected):
    assert best_first(bowers(trump), suit, euchre_pack(joker=True)) == expected


@pytest.mark.parametrize(
    ("high", "led", "followed"),
    [
        pytest.param(Rank.KING, "KC QC JC TC 9C AC", "AC KC QC JC TC 9C", id="the king, without a contract"),
        pytest.param(
            Rank.JACK, "JC KC QC TC 9C AC", "AC JC KC QC TC 9C", id="the seed's own example: the jack"
        ),
        pytest.param(Rank.ACE, "AC KC QC JC TC 9C", "AC KC QC JC TC 9C", id="the ace: always high"),
    ],
)
def test_bid_fair_ranks_an_ace_low_when_it_leads_and_high_when_it_follows(high, led, followed):
    order = bid_fair(SPADES, high)

    assert best_first(order, CLUBS, euchre_pack(), leading=True) == led
    assert best_first(order, CLUBS, euchre_pack()) == followed


def test_the_left_bower_counts_as_a_trump():
    assert bowers(HEARTS).suit_of(card("JD")) is HEARTS
    assert uptown(HEARTS).suit_of(card("JD")) is DIAMONDS
