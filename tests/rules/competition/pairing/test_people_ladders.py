from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.fours import Four, IndividualRound, Past
from rules.competition.pairing.ladders import winners_stay, winners_up
from rules.competition.pairing.people_ladders import (
    people_by_chair,
    people_by_result,
    red_up_white_down,
)

NOBODY = Past([])
"""Nothing was played before."""


def by_chair(results, idle, past):
    return people_by_chair([(won[0], lost[0], won[1], lost[1]) for won, lost in results], idle, past)


MOVES = [
    *(partial(people_by_result, move) for move in (winners_up, winners_stay)),
    red_up_white_down,
    by_chair,
]


def tables(count: int) -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """Four people for each table, such as A3 and B3, who won against C3 and D3."""
    return [((f"A{number}", f"B{number}"), (f"C{number}", f"D{number}")) for number in range(1, count + 1)]


def everybody(drawn: IndividualRound[str]) -> list[str]:
    return sorted([*(one for four in drawn.tables for one in four.players), *drawn.sits_out])


@pytest.mark.parametrize(
    ("move", "at_tables"),
    [
        (winners_up, ["A1 A2 B1 B2", "A3 B3 C2 D2", "C1 C3 D1 D3"]),
        (winners_stay, ["A1 B1 C3 D3", "A2 B2 C1 D1", "A3 B3 C2 D2"]),
    ],
)
def test_partners_go_together_and_part_at_their_new_table(move, at_tables):
    drawn = people_by_result(move, tables(3), [], NOBODY)

    assert [" ".join(sorted(four.players)) for four in drawn.tables] == at_tables
    before = {frozenset(couple) for result in tables(3) for couple in result}
    assert not before & {pair for four in drawn.tables for pair in four.partners}


def test_they_play_with_whom_they_were_partners_least_often():
    past = Past([IndividualRound((Four("A1", "B1", "C2", "D2"),))])

    drawn = people_by_result(winners_stay, tables(2), [], past)

    # Table 1 has A1, B1, C2 and D2. A1 and C2 were partners before, so A1 plays with D2.
    assert set(drawn.tables[0].partners) == {frozenset(("A1", "D2")), frozenset(("B1", "C2"))}


def test_by_chair_north_stays_south_goes_down_1_east_up_1_and_west_up_2():
    seated = [tuple(f"{chair}{number}" for chair in "NESW") for number in range(1, 6)]

    drawn = people_by_chair(seated, [], NOBODY)

    assert drawn.tables[2].players == ("N3", "E4", "S2", "W5")
    assert drawn.tables[0].players == ("N1", "E2", "S5", "W3")


@given(st.sampled_from(MOVES), st.integers(1, 40), st.data())
def test_everybody_here_sits_once_or_sits_out_as_people_come_and_leave(next_of, count, data):
    results = tables(count)
    left = data.draw(
        st.sets(st.sampled_from([one for result in results for couple in result for one in couple]))
    )
    idle = [f"N{number}" for number in range(data.draw(st.integers(0, 5)))]
    here = [[[None if one in left else one for one in couple] for couple in result] for result in results]
    present = {one for result in here for couple in result for one in couple if one} | set(idle)

    drawn = next_of(here, idle, NOBODY)

    assert everybody(drawn) == sorted(present)
    assert len(drawn.sits_out) == len(present) % 4


def test_losers_of_the_last_table_sit_out_but_not_twice_before_the_others():
    past = Past([IndividualRound((), ("D3", "X", "Y"))])

    drawn = people_by_result(winners_up, tables(3), ["X", "Y"], past)

    assert drawn.sits_out == ("C3", "C2")
    assert {"X", "Y", "D3"} <= set(everybody(drawn)) - set(drawn.sits_out)


def test_winning_red_goes_up_and_winning_white_down_to_join_losers():
    drawn = red_up_white_down(tables(4), [], NOBODY)

    # A won with B against C and D; A and C have the red sheets.
    assert drawn.tables[1].players == ("C2", "A3", "B1", "D2")
    assert drawn.tables[0].players == ("C1", "A2", "B4", "D1")
    assert drawn.tables[3].players == ("C4", "A1", "B3", "D4")


def test_red_always_partners_white_and_never_the_same_one_twice_in_a_row():
    for count, too_many in product(range(1, 41), range(4)):
        results, idle = tables(count), [f"N{number}" for number in range(too_many)]
        red = {couple[0] for result in results for couple in result}
        before = {frozenset(couple) for result in results for couple in result}

        drawn = red_up_white_down(results, idle, NOBODY)

        couples = [pair for four in drawn.tables for pair in four.partners if not pair & set(idle)]
        assert all(len(pair & red) == 1 for pair in couples)
        assert not before & set(couples)
        assert (len(drawn.tables), len(drawn.sits_out)) == (count, too_many)


def test_an_empty_place_goes_to_somebody_with_the_same_sheet():
    past = Past([IndividualRound((Four("X1", "X2", "X3", "X4"),))])
    seated = [(("A1", "B1"), (None, "D1")), (("A2", "B2"), (None, "D2"))]

    drawn = red_up_white_down(seated, ["X4", "X2"], past)

    assert drawn.tables[0].north == "X2"
    assert drawn.tables[1].north == "X4"
