"""House rules that change the play of a hand, tested card by card."""

import pytest

from rules.replay.card_table import card_table
from rules.replay.replay import replay
from rules.ruleset.hands import ImpossibleHand

DEAL = {
    "N": "2C 3C 4C 2D 3D 4D 2H 3H 4H 2S 3S 4S",
    "E": "BJ KC QC JC TC 9C AS KS AD AH KH QH",
    "S": "5C 6C 7C 5D 6D 7D 5H 6H 7H 5S 6S 7S",
    "W": "LJ 8C 8D 9D TD 8H 9H TH 8S 9S TS JD",
    "kitty": "AC JS QS QD KD JH",
}
THROWN = "JS QS QD KD JH QH"


def record(**changes):
    return {
        "dealer": "N",
        "deal": DEAL,
        "calls": ["5 uptown", "pass", "pass", "pass"],
        "trump": "clubs",
        "discards": THROWN,
        "tricks": ["KH 5H 8H 2H"],
    } | changes


def replayed(house, **changes):
    return replay(record(**changes), card_table("bid-whist", house))


def test_the_winner_of_the_first_trick_gets_the_discards_by_house_rules():
    first = ["9C 5C 8C 2C"]

    assert replayed({}, tricks=first).books == {"NS": 0, "EW": 2}
    assert replayed({"kitty_book": "first_trick"}, tricks=first).books == {"NS": 0, "EW": 2}
    assert replayed({"kitty_book": "first_trick"}, tricks=[]).books == {"NS": 0, "EW": 0}
    downtown = {"calls": ["5 downtown", "pass", "pass", "pass"], "tricks": ["KS 5S 8S 2S"]}
    assert replayed({"kitty_book": "first_trick"}, **downtown).books == {"NS": 2, "EW": 0}


NUMBERS = {"direction_named": "after"}


@pytest.mark.parametrize(
    ("trump", "direction", "bid"),
    [("clubs", "uptown", "5 uptown"), ("clubs", "downtown", "5 downtown"), (None, "downtown", "5 no_trump")],
)
def test_where_only_a_number_is_bid_the_record_says_how_it_was_played(trump, direction, bid):
    done = replayed(NUMBERS, calls=["5", "pass", "pass", "pass"], trump=trump, direction=direction)

    assert done.contract.bid == bid
    assert done.contract.direction == (direction if trump is None else None)


NAMED, SWAP = {"downtown_aces": "named"}, {"joker_swap": True}
DOWN = {"calls": ["5 downtown", "pass", "pass", "pass"], "tricks": ["AS 5S 8S 2S"]}


def test_aces_are_as_good_as_the_bidder_said():
    assert replayed(NAMED, **DOWN, aces="good").tricks[0].seat == "E"
    assert replayed(NAMED, **DOWN, aces="bad").tricks[0].seat == "N"


@pytest.mark.parametrize(
    ("house", "changes", "says"),
    [
        pytest.param(
            NUMBERS, {"calls": ["5", "pass", "pass", "pass"]}, "played uptown or downtown", id="no direction"
        ),
        pytest.param(NAMED, DOWN, "Say whether the aces are good or bad", id="not said"),
        pytest.param(NAMED, DOWN | {"aces": "fair"}, "The aces are good or bad", id="neither"),
        pytest.param(NAMED, {"aces": "good"}, "only downtown", id="uptown"),
        pytest.param({}, DOWN | {"aces": "bad"}, "nobody names the aces", id="without the house rule"),
        pytest.param({}, {"joker_swaps": {"W": "LJ JS"}}, "nobody swaps a joker", id="a swap elsewhere"),
        pytest.param(SWAP, {"joker_swaps": {"W": "LJ JS"}}, "only at no trump", id="a swap at trumps"),
        pytest.param(SWAP, {"joker_swaps": "LJ JS"}, "written by seat", id="nobody's swap"),
        pytest.param(SWAP, {"joker_swaps": {"W": "8C JS"}}, "a joker and the card", id="no joker"),
    ],
)
def test_what_is_not_named_or_not_played_here_is_refused(house, changes, says):
    with pytest.raises(ImpossibleHand, match=says):
        replayed(house, **changes)


NO_TRUMP = {"calls": ["5 no_trump", "pass", "pass", "pass"], "trump": None, "direction": "uptown"}


NOT_THERE = "and one of them was not there to swap."


@pytest.mark.parametrize(
    ("discards", "swap", "tricks", "wrong"),
    [
        pytest.param(THROWN, None, ["AD 5D JD 2D", "KS 5S 8S 2S"], [], id="no swap"),
        pytest.param(THROWN, {"W": "LJ KD"}, ["AD 5D KD 2D"], [], id="for a discard"),
        pytest.param(
            THROWN,
            {"W": "LJ JS"},
            ["KS 5S LJ 2S"],
            ["W played the little joker without holding it."],
            id="a joker that is held no more",
        ),
        pytest.param(
            THROWN,
            {"W": "LJ AC"},
            [],
            [f"W swapped the little joker for the ace of clubs, {NOT_THERE}"],
            id="for a card that was not discarded",
        ),
        pytest.param(None, {"W": "LJ KD"}, ["AD 5D KD 2D"], [], id="for a discard that nobody wrote down"),
        pytest.param(
            None,
            {"W": "LJ 2C"},
            [],
            [f"W swapped the little joker for the 2 of clubs, {NOT_THERE}"],
            id="for a card that nobody can have discarded",
        ),
    ],
)
def test_a_joker_is_swapped_for_a_discard(discards, swap, tricks, wrong):
    done = replayed(SWAP, **NO_TRUMP, discards=discards, joker_swaps=swap, tricks=tricks)

    assert [each.sentence for each in done.irregularities] == wrong
