"""Reports whose auction leads to no hand are refused in a sentence."""

import pytest

from rules.games import find_ruleset
from rules.ruleset.hands import ImpossibleHand

WHIST = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 10}
EUCHRE = {"bidder": "NS", "bid": 3, "tricks": {"NS": 3, "EW": 3}}
SOLO = {"bidder": "N", "bid": 1, "tricks": {"N": 3, "E": 2, "S": 0, "W": 0}}
CUTTHROAT = {"bidder": "W", "level": 6, "strain": "downtown", "books": 7, "calls": ["pass"] * 3}


@pytest.mark.parametrize(
    ("game", "house", "hand", "says"),
    [
        ("fahrenheit", {}, WHIST, "dealer must bid"),
        ("bid-whist", {"all_pass": "forced"}, WHIST, "dealer must bid"),
        ("bid-whist", {}, WHIST, "no hand to score"),
        ("bid-euchre", {"stick_the_dealer": True}, EUCHRE, "dealer must bid"),
        ("bid-euchre", {}, EUCHRE, "no hand to score"),
        ("solo-bid-euchre", {}, SOLO, "dealer must bid"),
        ("solo-bid-euchre", {"stick_the_dealer": False}, SOLO, "no hand to score"),
        ("solo-bid-euchre", {"min_bid": 2}, SOLO | {"calls": ["1", *["pass"] * 3]}, "2 to 5"),
        ("cutthroat-bid-whist", {"all_pass": "forced"}, CUTTHROAT, "dealer must bid"),
    ],
    ids=str,
)
def test_no_hand_is_scored_without_a_bid_that_the_house_rules_allow(game, house, hand, says):
    with pytest.raises(ImpossibleHand, match=says):
        find_ruleset(game, house).score({"calls": ["pass"] * 4} | hand)
