"""The table of penalties."""

import pytest

from rules.competition.penalties import PENALTY_WORDS, TABLE, penalty_due


@pytest.mark.parametrize(
    ("kind", "earlier", "penalty"),
    [
        pytest.param("turn", 0, "warning", id="a first card out of turn is a warning"),
        pytest.param("turn", 1, "hand", id="the second costs the hand"),
        pytest.param("turn", 7, "hand", id="and so does every further one"),
        pytest.param("delay", 2, "game", id="the third delay costs the game"),
        pytest.param("conduct", 3, "out", id="the fourth time conduct puts a team out"),
        pytest.param("renege", 0, "none", id="a renege is settled by the books"),
        pytest.param("misdeal", 5, "none", id="a misdeal is dealt again"),
    ],
)
def test_the_table_says_what_an_offence_costs_the_next_time(kind, earlier, penalty):
    assert penalty_due(kind, earlier) == penalty


def test_no_offence_costs_less_the_second_time():
    for offence in TABLE:
        hardness = [list(PENALTY_WORDS).index(penalty) for penalty in offence.steps]
        assert hardness == sorted(hardness)
