"""A table of three: an empty chair that moves like a person. Rulebook E-212."""

import pytest

from rules.competition.pairing.empty_chair import (
    EMPTY,
    has_empty_chair,
    with_empty_chair,
    without_empty_chair,
)
from rules.competition.pairing.fours import Four
from rules.competition.pairing.individuals import whist_movement


def test_only_three_who_are_left_over_have_one():
    assert [people for people in range(4, 20) if has_empty_chair(people)] == [7, 11, 15, 19]


@pytest.mark.parametrize("chair", range(4))
def test_the_others_turn_until_west_is_empty_and_partners_stay_partners(chair):
    people = [1, 2, 3, 4]
    people[chair] = EMPTY
    table = Four(*people)

    group = without_empty_chair(table)

    assert len(group) == 3
    assert set(with_empty_chair(group).partners) == set(table.partners)


def test_a_white_sheet_stays_white_and_a_red_one_red_where_south_is_empty():
    north, east, south = without_empty_chair(Four(1, 2, EMPTY, 4))

    assert ({north, east}, south) == ({1, 2}, 4)


def test_a_full_table_stays_as_it_is():
    assert without_empty_chair(Four(1, 2, 3, 4)) == (1, 2, 3, 4)


@pytest.mark.parametrize("people", [7, 11, 15, 19, 23])
def test_by_the_movement_everybody_is_alone_once(people):
    drawn = whist_movement([*range(1, people + 1), EMPTY])

    groups = [without_empty_chair(table) for one in drawn for table in one.tables if EMPTY in table.players]
    assert sorted(alone for _, alone, _ in groups) == list(range(1, people + 1))
