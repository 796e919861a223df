"""Impossible reports are refused with a sentence that names the field."""

import pytest

from rules.games import find_ruleset
from rules.games.hands import ImpossibleHand

HAND = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 10}


EUCHRE = {"bidder": "NS", "bid": 3, "tricks": {"NS": 3, "EW": 3}}
CUTTHROAT = {"bidder": "W", "level": 6, "strain": "downtown", "books": 7}


@pytest.mark.parametrize(
    ("game", "hand", "forced", "passes"),
    [
        pytest.param("fahrenheit", HAND, {}, ["pass"] * 4, id="fahrenheit"),
        pytest.param("bid-whist", HAND, {"all_pass": "forced"}, ["pass"] * 4, id="bid whist"),
        pytest.param("bid-euchre", EUCHRE, {"stick_the_dealer": True}, ["pass"] * 4, id="stick the dealer"),
        pytest.param("cutthroat-bid-whist", CUTTHROAT, {"all_pass": "forced"}, ["pass"] * 3, id="cutthroat"),
    ],
)
def test_a_forced_dealer_may_not_pass(game, hand, forced, passes):
    with pytest.raises(ImpossibleHand, match="dealer must bid"):
        find_ruleset(game, forced).score(hand | {"calls": passes})


@pytest.mark.parametrize(("game", "hand"), [("bid-whist", HAND), ("bid-euchre", EUCHRE)])
def test_where_nobody_is_forced_four_passes_make_no_hand(game, hand):
    with pytest.raises(ImpossibleHand, match="no hand to score"):
        find_ruleset(game).score(hand | {"calls": ["pass"] * 4})
