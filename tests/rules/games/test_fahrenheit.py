"""Fahrenheit beyond the table: its house rules, its games and its sentences."""

import pytest

from rules.games import find_ruleset
from rules.games.hands import GameAlreadyOver

FOUR_UPTOWN = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 10}
NO_TRUMP = FOUR_UPTOWN | {"strain": "no_trump"}
SET_NO_TRUMP = NO_TRUMP | {"books": 8}
BOSTON = FOUR_UPTOWN | {"books": 13}
NO_TRUMP_BOSTON = NO_TRUMP | {"books": 13}
FORFEIT = {"forfeited_by": "EW"}
NAMES = {"NS": "Kitty Katz", "EW": "Book Club"}


def scored(hand, **house):
    return find_ruleset("fahrenheit", house).score(hand, NAMES)


def played(*hands, **house):
    ruleset = find_ruleset("fahrenheit", house)
    return ruleset.game([ruleset.score(hand) for hand in hands])


@pytest.mark.parametrize(
    ("hand", "house", "north_south", "east_west"),
    [
        pytest.param(SET_NO_TRUMP, {}, 0, 2, id="a set no trump is two"),
        pytest.param(SET_NO_TRUMP, {"nt_set_units": 1}, 0, 1, id="a set no trump is one"),
        pytest.param(SET_NO_TRUMP, {"nt_set_units": 0}, 0, 0, id="a set no trump is nothing"),
        pytest.param(SET_NO_TRUMP, {"no_trump_set_units": 1}, 0, 1, id="by its other name"),
        pytest.param(NO_TRUMP_BOSTON, {"no_trump_boston_units": 3}, 3, 0, id="a no trump Boston is three"),
        pytest.param(BOSTON, {"boston_requires_bid7": True}, 1, 0, id="no Boston without seven bid"),
        pytest.param(
            BOSTON | {"level": 7}, {"boston_requires_bid7": True}, 2, 0, id="a Boston with seven bid"
        ),
        pytest.param(
            FOUR_UPTOWN | {"reneges": ["EW"]}, {"penalty_boston_counts": False}, 1, 0, id="no awarded Boston"
        ),
        pytest.param(
            FOUR_UPTOWN | {"books": 2, "reneges": ["NS"]},
            {"penalty_boston_counts": False},
            0,
            1,
            id="no awarded Boston for the others",
        ),
        pytest.param(FORFEIT, {}, 1, 0, id="a forfeit is one"),
    ],
)
def test_hands_count_by_the_house_rules(hand, house, north_south, east_west):
    assert scored(hand, **house).units == {"NS": north_south, "EW": east_west}


def test_by_points_a_set_loses_what_was_bid():
    assert scored(SET_NO_TRUMP).points == {"NS": 0, "EW": 0}
    assert scored(SET_NO_TRUMP, game_end="points").points == {"NS": -4, "EW": 0}
    assert scored(SET_NO_TRUMP, game_end="either", double_no_trump=True).points == {"NS": -8, "EW": 0}


@pytest.mark.parametrize(
    ("hands", "units"),
    [
        pytest.param([FORFEIT, FORFEIT, FORFEIT], {"NS": 3, "EW": 0}, id="three hands"),
        pytest.param([NO_TRUMP, SET_NO_TRUMP, FOUR_UPTOWN], {"NS": 3, "EW": 2}, id="two, two and one"),
        pytest.param([NO_TRUMP, BOSTON], {"NS": 4, "EW": 0}, id="four, as earned"),
        pytest.param(
            [FORFEIT, SET_NO_TRUMP, FOUR_UPTOWN, BOSTON], {"NS": 4, "EW": 2}, id="four to two in four deals"
        ),
    ],
)
def test_a_game_is_over_at_three_hands(hands, units):
    before, after = played(*hands[:-1]), played(*hands)

    assert (before.over, before.winner) == (False, None)
    assert (after.over, after.winner, after.units, after.hands) == (True, "NS", units, len(hands))


def test_a_game_never_needs_more_than_five_deals():
    even = [FOUR_UPTOWN, FOUR_UPTOWN | {"bidder": "EW"}]

    assert played(*even, *even).over is False
    assert played(*even, *even, FORFEIT).over is True


def test_nothing_is_added_to_a_game_that_is_over():
    with pytest.raises(GameAlreadyOver):
        played(NO_TRUMP, BOSTON, FORFEIT)


def test_a_house_may_play_to_more_or_fewer_hands():
    assert played(BOSTON, hands_to_win=2).over is True
    assert played(BOSTON, FORFEIT, hands_to_win=4).over is False


def test_all_five_hands_are_played_where_the_house_says_so():
    three = [FORFEIT] * 3

    assert (played(*three, play_all_hands=True).over, played(*three, play_all_hands=True).winner) == (
        False,
        "NS",
    )
    assert played(*three, NO_TRUMP, SET_NO_TRUMP, play_all_hands=True).over is True


def test_a_game_by_hands_or_points_ends_with_whichever_comes_first():
    assert played(BOSTON, game_end="either").winner == "NS"
    assert played(NO_TRUMP, FORFEIT, game_end="either").winner == "NS"


def test_a_game_by_points_counts_no_hands():
    state = played(FOUR_UPTOWN, FOUR_UPTOWN, game_end="points")

    assert (state.over, state.winner, state.units, state.points["NS"]) == (True, "NS", None, 8)


@pytest.mark.parametrize(
    ("hand", "headline"),
    [
        (FOUR_UPTOWN, "Kitty Katz bid 4 Uptown and took 10: made, counts one."),
        (NO_TRUMP | {"level": 5, "books": 12}, "Kitty Katz bid 5 No Trump and took 12: made, counts two."),
        (SET_NO_TRUMP, "Kitty Katz bid 4 No Trump and took 8: set, counts two for Book Club."),
        (BOSTON, "Kitty Katz bid 4 Uptown and took all 13: Boston, counts two."),
        (FORFEIT, "Forfeited: counts one for Kitty Katz."),
    ],
)
def test_the_headline_says_what_happened_and_what_it_counts(hand, headline):
    assert scored(hand).headline == headline


def test_the_reasons_tell_the_hand_in_order():
    score = scored(FOUR_UPTOWN | {"reneges": ["EW"], "books": 9})

    assert [(reason.sentence, reason.rule, reason.source) for reason in score.because] == [
        ("Kitty Katz bid 4 Uptown, a promise of ten books, and took nine books.", "promise", "F-4"),
        ("Book Club reneged: three books go to Kitty Katz.", "renege_books", "F-17"),
        ("With twelve books the bid is made.", "made", "F-11"),
        ("The hand scores six points.", "made_points", "F-10"),
        ("The bidders win the hand, and it counts one.", "one_hand", "F-11"),
    ]
