import pytest

from rules.time.five_minutes import HANDS, NOBODY_COMES, forfeiting, go_on


@pytest.mark.parametrize(
    ("late", "side"),
    [
        pytest.param((), None, id="nobody was late: nothing is forfeited"),
        pytest.param(("EW",), "EW", id="one side was late: it forfeits the hand"),
        pytest.param(("NS", "EW"), None, id="both were late: nobody scores"),
        pytest.param(("NS", "W"), None, id="two of three players were late: nobody scores"),
    ],
)
def test_which_side_forfeits_the_hand(late, side):
    assert forfeiting(late) == side


@pytest.mark.parametrize(
    ("late", "step", "lost", "goes_on"),
    [
        pytest.param((), 1, 0, False, id="all are seated: no more minutes run"),
        pytest.param(("EW",), 1, 0, True, id="a side that is still away can lose another hand"),
        pytest.param(("EW",), NOBODY_COMES, 0, True, id="until the game is lost"),
        pytest.param(("EW",), 2, HANDS - 1, True, id="a hand is forfeited after every further five"),
        pytest.param(("EW",), 3, HANDS, False, id="and no more than lose the game"),
        pytest.param(("NS", "EW"), NOBODY_COMES - 1, 0, True, id="two late teams may still come"),
        pytest.param(("NS", "EW"), NOBODY_COMES, 0, False, id="two that never come are left to the referee"),
    ],
)
def test_whether_another_five_minutes_follow(late, step, lost, goes_on):
    assert go_on(late, step, lost=lost) is goes_on
