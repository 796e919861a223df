"""Bid Whist by points: what a hand scores under each house rule, and when a match is over."""

import pytest

from rules.games import BadHouseRule, find_ruleset
from rules.games.hands import GameAlreadyOver

FOUR_UPTOWN = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 11}
SET_FOUR = FOUR_UPTOWN | {"books": 9}
FOUR_NO_TRUMP = FOUR_UPTOWN | {"strain": "no_trump", "books": 10}
SET_NO_TRUMP = FOUR_NO_TRUMP | {"books": 8}
BOSTON = FOUR_UPTOWN | {"books": 13}
NO_TRUMP_BOSTON = FOUR_NO_TRUMP | {"books": 13}
SWEPT = FOUR_UPTOWN | {"books": 0}
RENEGED = FOUR_UPTOWN | {"books": 3, "reneges": ["NS"]}


def scored(hand, **house):
    return find_ruleset("bid-whist", house).score(hand)


def played(*hands, game="bid-whist", **house):
    ruleset = find_ruleset(game, house)
    return ruleset.game([ruleset.score(hand) for hand in hands])


@pytest.mark.parametrize(
    ("hand", "house", "north_south", "east_west"),
    [
        pytest.param(FOUR_UPTOWN, {}, 5, 0, id="a point for each book above six"),
        pytest.param(FOUR_UPTOWN, {"made_points": "bid"}, 4, 0, id="you get what you bid"),
        pytest.param(SET_FOUR, {}, -4, 0, id="a set bid loses what was bid"),
        pytest.param(SET_FOUR, {"set_points": "nothing"}, 0, 0, id="a set bid scores nothing"),
        pytest.param(SET_FOUR, {"set_points": "by_game_end"}, -4, 0, id="by points a set loses points"),
        pytest.param(
            SET_FOUR, {"set_points": "by_game_end", "game_end": "hands"}, 0, 0, id="by hands it loses none"
        ),
        pytest.param(FOUR_NO_TRUMP, {"double_no_trump": True}, 8, 0, id="a doubled no trump"),
        pytest.param(SET_NO_TRUMP, {"double_no_trump": True}, -8, 0, id="a doubled set"),
        pytest.param(FOUR_NO_TRUMP, {"nt_points_multiplier": 2}, 8, 0, id="the doubling by its other name"),
        pytest.param(BOSTON, {}, 7, 0, id="a Boston is seven"),
        pytest.param(BOSTON, {"boston_points": 13}, 13, 0, id="a Boston worth thirteen"),
        pytest.param(BOSTON, {"rise_and_fly": True}, 14, 0, id="rise and fly doubles the Boston"),
        pytest.param(
            NO_TRUMP_BOSTON, {"boston_points": 13, "double_no_trump": True}, 26, 0, id="thirteen doubled"
        ),
        pytest.param(
            BOSTON,
            {"boston_points": 13, "boston_requires_bid7": True},
            7,
            0,
            id="no Boston without a bid of seven",
        ),
        pytest.param(
            FOUR_UPTOWN | {"reneges": ["EW"]},
            {"boston_points": 13, "penalty_boston_counts": False},
            7,
            0,
            id="thirteen by penalty are no Boston",
        ),
        pytest.param(FOUR_UPTOWN | {"books": 4}, {"defenders_score": True}, -4, 3, id="defenders score"),
        pytest.param(SWEPT, {"kitty": False}, -4, 0, id="without a kitty the bidders may take nothing"),
        pytest.param(FOUR_UPTOWN | {"reneges": ["NS"]}, {}, -4, 0, id="a renege sets the bid"),
        pytest.param(
            FOUR_UPTOWN | {"reneges": ["NS"]}, {"renege_books": 1}, 4, 0, id="a renege that costs one book"
        ),
        pytest.param(
            FOUR_UPTOWN | {"false_accusations": ["NS"]},
            {"false_accusation_books": 3},
            -4,
            0,
            id="a wrong accusation costs three",
        ),
        pytest.param(FOUR_UPTOWN | {"false_accusations": ["NS"]}, {}, 5, 0, id="a wrong accusation is free"),
        pytest.param({"forfeited_by": "EW"}, {}, 0, 0, id="a forfeit scores no points"),
        pytest.param({"forfeited_by": "EW"}, {"forfeit_points": 4}, 4, 0, id="a forfeit worth four"),
    ],
)
def test_points_follow_the_house_rules(hand, house, north_south, east_west):
    score = scored(hand, **house)

    assert score.points == {"NS": north_south, "EW": east_west}


def test_a_sweep_by_the_opponents_without_a_kitty_is_no_boston():
    score = scored(SWEPT, kitty=False)

    assert (score.winner, score.boston, score.awarded) == ("EW", False, False)


def test_three_books_lost_to_a_renege_leave_the_others_thirteen_by_award():
    score = scored(RENEGED)

    assert score.books == {"NS": 0, "EW": 13}
    assert (score.made, score.boston, score.awarded) == (False, True, True)


def test_a_natural_boston_is_not_awarded_although_the_others_reneged():
    score = scored(BOSTON | {"reneges": ["EW"]})

    assert (score.boston, score.awarded) == (True, False)


def test_a_match_goes_on_below_seven_points():
    state = played(FOUR_UPTOWN, SET_FOUR)

    assert (state.over, state.winner, state.points, state.units) == (False, None, {"NS": 1, "EW": 0}, None)


def test_seven_points_win_the_match():
    state = played(FOUR_UPTOWN, SET_FOUR, FOUR_UPTOWN, FOUR_UPTOWN)

    assert (state.over, state.winner, state.points["NS"]) == (True, "NS", 11)


def test_seven_points_below_zero_lose_the_match():
    state = played(SET_FOUR, SET_FOUR)

    assert (state.over, state.winner, state.points["NS"]) == (True, "EW", -8)


def test_a_boston_from_below_zero_does_not_win():
    state = played(SET_FOUR, BOSTON)

    assert (state.over, state.points["NS"]) == (False, 3)


def test_a_boston_wins_at_once_where_the_house_says_so():
    state = played(SET_FOUR, BOSTON, boston_wins_game=True)

    assert (state.over, state.winner) == (True, "NS")


def test_the_lost_end_comes_first_when_both_are_reached_on_one_hand():
    bidders_lose_defenders_win = FOUR_UPTOWN | {"level": 7, "books": 1}

    state = played(FOUR_UPTOWN | {"bidder": "EW"}, bidders_lose_defenders_win, defenders_score=True)

    assert (state.over, state.winner, state.points) == (True, "EW", {"NS": -7, "EW": 11})


def test_two_sets_end_a_game_where_the_house_says_so():
    state = played(SET_FOUR, BOSTON, SET_FOUR, sets_that_lose=2, points_to_win=30)

    assert (state.over, state.winner) == (True, "EW")


def test_a_game_of_fixed_length_is_decided_by_points():
    going = played(FOUR_UPTOWN, SET_FOUR, game_end="hands_played", hands_in_game=3)
    ended = played(FOUR_UPTOWN, SET_FOUR, SET_FOUR, game_end="hands_played", hands_in_game=3)

    assert (going.over, ended.over, ended.winner) == (False, True, "EW")


def test_a_game_of_fixed_length_with_level_points_has_no_winner():
    state = played(FOUR_UPTOWN, FOUR_UPTOWN | {"bidder": "EW"}, game_end="hands_played", hands_in_game=2)

    assert (state.over, state.winner) == (True, None)


def test_the_clock_ends_no_game_by_itself():
    state = played(*[FOUR_UPTOWN] * 9, game_end="clock")

    assert (state.over, state.points["NS"]) == (False, 45)


def test_nothing_is_added_to_a_match_that_is_over():
    with pytest.raises(GameAlreadyOver, match="already over"):
        played(SET_FOUR, SET_FOUR, FOUR_UPTOWN)


def test_without_a_kitty_there_are_no_jokers_unless_the_house_says_so():
    assert find_ruleset("bid-whist", {"kitty": False}).house["jokers"] == 0
    assert find_ruleset("bid-whist", {"kitty": False, "jokers": 2}).house["jokers"] == 2


def test_without_a_kitty_there_is_nothing_to_swap_a_joker_for():
    with pytest.raises(BadHouseRule, match="no discards") as refused:
        find_ruleset("bid-whist", {"kitty": False, "joker_swap": True})
    assert refused.value.field == "joker_swap"


# --- the presets of real events -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        pytest.param(FOUR_UPTOWN, 4, id="what was bid, not what was made"),
        pytest.param(FOUR_NO_TRUMP, 8, id="double at no trump"),
        pytest.param(BOSTON, 13, id="a Boston is thirteen"),
        pytest.param(NO_TRUMP_BOSTON, 26, id="a no trump Boston is 26"),
    ],
)
def test_detroit_scores_what_was_bid(hand, points):
    assert find_ruleset("cardsharks-detroit").score(hand).points == {"NS": points, "EW": 0}


def test_detroit_says_special_for_downtown():
    score = find_ruleset("cardsharks-detroit").score(FOUR_UPTOWN | {"strain": "downtown"})

    assert score.headline == "North-South bid 4 Special and took 11: made, four points."


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
