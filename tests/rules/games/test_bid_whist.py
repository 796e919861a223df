"""Bid Whist by points: when a match is over, under each house rule."""

import pytest

from rules.games import BadHouseRule, find_ruleset
from tests.rules.games.playing import played

FOUR_UPTOWN = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 11}
OF_THE_OTHERS = FOUR_UPTOWN | {"bidder": "EW"}
SET_FOUR = FOUR_UPTOWN | {"books": 9}
BOSTON = FOUR_UPTOWN | {"books": 13}
TWO_SETS_LOSE = {"sets_that_lose": 2, "points_to_win": 30}


def of_length(hands):
    return {"game_end": "hands_played", "hands_in_game": hands}


def at_most(hands):
    return {"game_end": "points_or_hands", "hands_in_game": hands}


def lost_at(points):
    return {"losing_end": "own", "points_to_lose": points}


@pytest.mark.parametrize(
    ("hands", "house", "over", "winner", "north_south"),
    [
        pytest.param([FOUR_UPTOWN, SET_FOUR], {}, False, None, 1, id="below seven it goes on"),
        pytest.param([FOUR_UPTOWN, SET_FOUR, FOUR_UPTOWN, FOUR_UPTOWN], {}, True, "NS", 11, id="seven win"),
        pytest.param([SET_FOUR, SET_FOUR], {}, True, "EW", -8, id="seven below zero lose"),
        pytest.param([SET_FOUR] * 2, {"losing_end": "none"}, False, None, -8, id="unless no number loses"),
        pytest.param([SET_FOUR], lost_at(4), True, "EW", -4, id="four below zero lose"),
        pytest.param([SET_FOUR] * 2, lost_at(9), False, None, -8, id="eight below zero are not nine"),
        pytest.param([SET_FOUR, BOSTON], {}, False, None, 3, id="a Boston from below zero does not win"),
        pytest.param([SET_FOUR, BOSTON], {"boston_wins_game": True}, True, "NS", 3, id="if it wins at once"),
        pytest.param([SET_FOUR, BOSTON, SET_FOUR], TWO_SETS_LOSE, True, "EW", -1, id="two sets"),
        pytest.param([FOUR_UPTOWN] * 9, {"game_end": "clock"}, False, None, 45, id="only the clock ends it"),
        pytest.param([FOUR_UPTOWN, SET_FOUR], of_length(3), False, None, 1, id="two hands of three"),
        pytest.param([FOUR_UPTOWN, SET_FOUR], at_most(3), False, None, 1, id="two hands of at most three"),
        pytest.param([FOUR_UPTOWN, FOUR_UPTOWN], at_most(3), True, "NS", 10, id="seven win before the third"),
        pytest.param([SET_FOUR, SET_FOUR], at_most(3), True, "EW", -8, id="seven below zero lose before it"),
        pytest.param([FOUR_UPTOWN, SET_FOUR], at_most(2), True, "NS", 1, id="who leads after the last wins"),
        pytest.param([FOUR_UPTOWN, OF_THE_OTHERS], at_most(2), True, None, 5, id="a tie after the last hand"),
        pytest.param([FOUR_UPTOWN, SET_FOUR, SET_FOUR], of_length(3), True, "EW", -3, id="three hands"),
        pytest.param([FOUR_UPTOWN, OF_THE_OTHERS], of_length(2), True, None, 5, id="two hands and a tie"),
    ],
)
def test_a_match_is_over_when_its_house_rules_say_so(hands, house, over, winner, north_south):
    state = played("bid-whist", *hands, **house)

    assert (state.over, state.winner, state.points["NS"]) == (over, winner, north_south)


def test_the_lost_end_comes_first_when_both_are_reached_on_one_hand():
    bidders_lose_defenders_win = FOUR_UPTOWN | {"level": 7, "books": 1}

    state = played("bid-whist", OF_THE_OTHERS, bidders_lose_defenders_win, defenders_score=True)

    assert (state.over, state.winner, state.points) == (True, "EW", {"NS": -7, "EW": 11})
    assert [reason.sentence for reason in state.because] == ["Falling to minus 7 points loses the game."]


def test_without_a_kitty_there_are_no_jokers_unless_house_rules_say_so():
    assert find_ruleset("bid-whist", {"kitty": False}).house["jokers"] == 0
    assert find_ruleset("bid-whist", {"kitty": False, "jokers": 2}).house["jokers"] == 2


def test_without_a_kitty_there_is_nothing_to_swap_a_joker_for():
    with pytest.raises(BadHouseRule, match="no discards") as refused:
        find_ruleset("bid-whist", {"kitty": False, "joker_swap": True})

    assert refused.value.field == "joker_swap"
