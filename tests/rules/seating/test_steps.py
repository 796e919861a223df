"""A movement as steps from table to table, as its picture shows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.seating.known import SEATINGS

PICTURED = [key for key, seating in SEATINGS.items() if seating.steps(5)]


@pytest.mark.parametrize("seating", PICTURED)
@given(tables=st.integers(2, 40))
def test_nobody_leaves_the_tables_and_everybody_leaves_each(seating, tables):
    steps = SEATINGS[seating].steps(tables)

    assert {step.to for step in steps} <= set(range(1, tables + 1))
    for who in {step.who for step in steps}:
        assert [step.table for step in steps if step.who == who] == list(range(1, tables + 1))


# Where people of tables 1 to 4 go.
MOVES = {
    "movement": {"The side that moves": [2, 3, 4, 1]},
    "up": {"Winners": [1, 1, 2, 3], "Losers": [4, 2, 3, 4]},
    "split": {"Winners": [1, 1, 2, 3], "Losers": [2, 3, 4, 4]},
    "stay": {"Winners": [1, 2, 3, 4], "Losers": [2, 3, 4, 1]},
    "keep": {"Winners of the first game": [1, 2, 3, 4], "Losers of the first game": [2, 3, 4, 1]},
    "malt": {"Winners": [3, 3, 4, 4], "Losers": [1, 1, 2, 2]},
    "one-up": {"Winners": [1, 1, 2, 3], "Losers": [4, 2, 3, 4]},
    "one-stay": {"Winners": [1, 2, 3, 4], "Losers": [2, 3, 4, 1]},
    "one-red": {"Red winner": [4, 1, 2, 3], "White winner": [2, 3, 4, 1], "Losers": [1, 2, 3, 4]},
    "one-seat": {"North": [1, 2, 3, 4], "East": [4, 1, 2, 3], "South": [2, 3, 4, 1], "West": [3, 4, 1, 2]},
}


@pytest.mark.parametrize("seating", PICTURED)
def test_a_movement_goes_as_its_sentence_says(seating):
    went = {}
    for step in SEATINGS[seating].steps(4):
        went.setdefault(step.who, []).append(step.to)

    assert went == MOVES[seating]


def test_tables_decide_where_people_go_in_these():
    assert set(PICTURED) == set(MOVES)
