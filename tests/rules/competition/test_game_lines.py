"""A result turned around: who would have won, with the figures of the other side."""

import pytest

from rules.competition.game_lines import GameLine, SidesLine

OF_TEAMS = GameLine(ns=1, ew=2, winner=1, units_ns=3, units_ew=1, points_ns=12, points_ew=4, round=2)
OF_PEOPLE = SidesLine(((1, 2), (3, 4)), 0, (3, 1), (12, 4), round=2)


@pytest.mark.parametrize("line", [OF_TEAMS, OF_PEOPLE])
def test_in_a_turned_result_each_side_has_what_the_other_had(line):
    had = {share.team: share for share in line.shares}
    turned = {share.team: share for share in line.turned.shares}

    for team, share in turned.items():
        assert share.is_won != had[team].is_won
        assert (share.units, share.points, share.units_against) == (
            had[team].units_against,
            had[team].points_against,
            had[team].units,
        )
        assert share.others == had[team].others
    assert line.turned.turned == line


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(GameLine(ns=1, ew=None, winner=1, units_ns=3, kind="bye"), id="a bye"),
        pytest.param(GameLine(ns=1, ew=2, winner=None), id="a game that runs"),
        pytest.param(SidesLine(((1, 2), (3, 4)), None, (0, 0), (0, 0)), id="people who still play"),
        pytest.param(SidesLine(((1,), (2,), (3,)), 0, (9, 2, 1), (9, 2, 1)), id="three who play alone"),
    ],
)
def test_only_a_decided_game_of_two_sides_turns_around(line):
    assert line.turned is None
