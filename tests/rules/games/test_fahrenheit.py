"""Fahrenheit apart from its table of hands: when its games are over."""

import pytest

from tests.rules.games.playing import played

FOUR_UPTOWN = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 10}
NO_TRUMP = FOUR_UPTOWN | {"strain": "no_trump"}
SET_NO_TRUMP = NO_TRUMP | {"books": 8}
BOSTON = FOUR_UPTOWN | {"books": 13}
FORFEIT = {"forfeited_by": "EW"}


@pytest.mark.parametrize(
    ("hands", "units"),
    [
        pytest.param([FORFEIT, FORFEIT, FORFEIT], {"NS": 3, "EW": 0}, id="three hands"),
        pytest.param([NO_TRUMP, SET_NO_TRUMP, FOUR_UPTOWN], {"NS": 3, "EW": 2}, id="two, two and one"),
        pytest.param([NO_TRUMP, BOSTON], {"NS": 4, "EW": 0}, id="four, as earned"),
        pytest.param([FORFEIT, SET_NO_TRUMP, FOUR_UPTOWN, BOSTON], {"NS": 4, "EW": 2}, id="four to two"),
    ],
)
def test_a_game_is_over_at_three_hands(hands, units):
    before, after = played("fahrenheit", *hands[:-1]), played("fahrenheit", *hands)

    assert (before.over, before.winner) == (False, None)
    assert (after.over, after.winner, after.units, after.hands) == (True, "NS", units, len(hands))


@pytest.mark.parametrize(
    ("hands", "house", "over"),
    [
        pytest.param([FORFEIT] * 3, {"play_all_hands": True}, False, id="five hands are played"),
        pytest.param([FORFEIT] * 3 + [NO_TRUMP, SET_NO_TRUMP], {"play_all_hands": True}, True, id="all five"),
        pytest.param([BOSTON], {"game_end": "either"}, True, id="seven points before three hands"),
        pytest.param([NO_TRUMP, FORFEIT], {"game_end": "either"}, True, id="three hands before seven points"),
    ],
)
def test_a_game_that_is_won_goes_on_only_where_all_hands_are_played(hands, house, over):
    state = played("fahrenheit", *hands, **house)

    assert (state.over, state.winner) == (over, "NS")
