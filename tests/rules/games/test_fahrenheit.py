"""Fahrenheit apart from its table of hands: its house rules, its games and its sentences."""

import pytest

from rules.games import find_ruleset

FOUR_UPTOWN = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 10}
NO_TRUMP = FOUR_UPTOWN | {"strain": "no_trump"}
SET_NO_TRUMP = NO_TRUMP | {"books": 8}
BOSTON = FOUR_UPTOWN | {"books": 13}
FORFEIT = {"forfeited_by": "EW"}


def played(*hands, **house):
    ruleset = find_ruleset("fahrenheit", house)
    return ruleset.game([ruleset.score(hand) for hand in hands])


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
