"""Bid Whist by points: a hand's score under each house rule, and when a match is over."""

import pytest

from rules.games import BadHouseRule, find_ruleset

FOUR_UPTOWN = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 11}
SET_FOUR = FOUR_UPTOWN | {"books": 9}
SET_NO_TRUMP = FOUR_UPTOWN | {"strain": "no_trump", "books": 8}
BOSTON = FOUR_UPTOWN | {"books": 13}


def played(*hands, game="bid-whist", **house):
    ruleset = find_ruleset(game, house)
    return ruleset.game([ruleset.score(hand) for hand in hands])


@pytest.mark.parametrize(
    ("hands", "house", "over", "winner", "north_south"),
    [
        pytest.param([FOUR_UPTOWN, SET_FOUR], {}, False, None, 1, id="below seven it goes on"),
        pytest.param([FOUR_UPTOWN, SET_FOUR, FOUR_UPTOWN, FOUR_UPTOWN], {}, True, "NS", 11, id="seven win"),
        pytest.param([SET_FOUR, SET_FOUR], {}, True, "EW", -8, id="seven below zero lose"),
        pytest.param([SET_FOUR, BOSTON], {}, False, None, 3, id="a Boston from below zero does not win"),
        pytest.param(
            [SET_FOUR, BOSTON], {"boston_wins_game": True}, True, "NS", 3, id="unless it wins at once"
        ),
        pytest.param(
            [SET_FOUR, BOSTON, SET_FOUR],
            {"sets_that_lose": 2, "points_to_win": 30},
            True,
            "EW",
            -1,
            id="two sets",
        ),
        pytest.param([FOUR_UPTOWN] * 9, {"game_end": "clock"}, False, None, 45, id="only the clock ends it"),
    ],
)
def test_a_match_is_over_when_its_house_rules_say_so(hands, house, over, winner, north_south):
    state = played(*hands, **house)

    assert (state.over, state.winner, state.points["NS"]) == (over, winner, north_south)


def test_the_lost_end_comes_first_when_both_are_reached_on_one_hand():
    bidders_lose_defenders_win = FOUR_UPTOWN | {"level": 7, "books": 1}

    state = played(FOUR_UPTOWN | {"bidder": "EW"}, bidders_lose_defenders_win, defenders_score=True)

    assert (state.over, state.winner, state.points) == (True, "EW", {"NS": -7, "EW": 11})


def test_a_game_of_fixed_length_is_decided_by_points():
    going = played(FOUR_UPTOWN, SET_FOUR, game_end="hands_played", hands_in_game=3)
    ended = played(FOUR_UPTOWN, SET_FOUR, SET_FOUR, game_end="hands_played", hands_in_game=3)

    assert (going.over, ended.over, ended.winner) == (False, True, "EW")


def test_a_game_of_fixed_length_with_level_points_has_no_winner():
    state = played(FOUR_UPTOWN, FOUR_UPTOWN | {"bidder": "EW"}, game_end="hands_played", hands_in_game=2)

    assert (state.over, state.winner) == (True, None)


def test_without_a_kitty_there_are_no_jokers_unless_the_house_says_so():
    assert find_ruleset("bid-whist", {"kitty": False}).house["jokers"] == 0
    assert find_ruleset("bid-whist", {"kitty": False, "jokers": 2}).house["jokers"] == 2


def test_without_a_kitty_there_is_nothing_to_swap_a_joker_for():
    with pytest.raises(BadHouseRule, match="no discards") as refused:
        find_ruleset("bid-whist", {"kitty": False, "joker_swap": True})
    assert refused.value.field == "joker_swap"


# --- the presets of real events -------------------------------------------------------------------


def test_columbus_plays_to_five_either_way():
    assert played(FOUR_UPTOWN, game="columbus-no-kitty").winner == "NS"
    assert played(SET_NO_TRUMP, game="columbus-no-kitty").winner == "EW"


def test_columbus_ends_a_game_at_two_sets():
    state = played(FOUR_UPTOWN | {"books": 10}, SET_FOUR, SET_FOUR, game="columbus-no-kitty")

    assert (state.over, state.winner, state.points["NS"]) == (True, "EW", -4)


def test_a_sheet_of_best_of_the_best_is_four_hands():
    state = played(FOUR_UPTOWN, SET_FOUR, SET_FOUR, FOUR_UPTOWN, game="botb-4x4")

    assert (state.over, state.winner) == (True, "NS")
    assert played(game="botb-4x4").because[0].sentence == "The sheet goes on: four hands make the sheet."
