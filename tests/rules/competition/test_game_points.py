"""Two for a game won, three for a skunk or with a Boston (Rulebook A-20)."""

import pytest

from rules.competition.game_lines import GameLine, SidesLine
from rules.standings.game_points import game_points


def line(units=(3, 1), points=(12, 4), **how):
    return GameLine(
        "a", "b", "a", units_ns=units[0], units_ew=units[1], points_ns=points[0], points_ew=points[1], **how
    )


@pytest.mark.parametrize(
    ("game", "bostons", "by_hands", "had"),
    [
        pytest.param(line(), {}, True, {"a": 2}, id="a win"),
        pytest.param(line(units=(3, 0)), {}, True, {"a": 3}, id="a skunk by hands"),
        pytest.param(line(units=(3, 0)), {}, False, {"a": 2}, id="where points win the hands don't matter"),
        pytest.param(line(points=(7, 0)), {}, False, {"a": 3}, id="a skunk by points"),
        pytest.param(line(points=(7, -3)), {}, False, {"a": 3}, id="less than nothing is nothing"),
        pytest.param(line(), {"a": 1}, True, {"a": 3}, id="a win with a Boston"),
        pytest.param(line(), {"b": 1}, True, {"a": 2}, id="the losers' Boston"),
        pytest.param(line(units=(3, 0)), {"a": 2}, True, {"a": 3}, id="never more than three"),
        pytest.param(line(kind="playoff"), {}, True, {}, id="a play-off hand"),
        pytest.param(GameLine("a", "b", None), {}, True, {}, id="a game that is on"),
        pytest.param(GameLine("a", None, "a", units_ns=3, kind="bye"), {}, True, {"a": 2}, id="a bye"),
        pytest.param(line(elsewhere=(("a", ("a", "c")),)), {}, True, {"a": 2, "c": 2}, id="a substitute"),
    ],
)
def test_a_game_brings_its_winner_two_points_or_three(game, bostons, by_hands, had):
    assert game_points(game, bostons, by_hands=by_hands, byes="win") == had


def test_a_bye_that_counts_for_nothing_brings_none():
    bye = GameLine("a", None, "a", units_ns=3, kind="bye")

    assert game_points(bye, {}, by_hands=True, byes="nothing") == {}


def test_each_partner_of_one_game_has_its_points():
    game = SidesLine(sides=(("a", "b"), ("c", "d")), won=1, units=(0, 3), points=(0, 9))

    assert game_points(game, {}, by_hands=True, byes="win") == {"c": 3, "d": 3}
