import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.tables import assign_tables


@pytest.mark.parametrize(
    ("pairs", "tables", "fixed", "seated", "displaced"),
    [
        pytest.param([(1, 2), (3, 4)], [7, 8, 9], {}, [7, 8], (), id="in order"),
        pytest.param([(1, 2), (3, 4)], [7, 8], {4: 7}, [8, 7], (), id="a team that cannot move"),
        pytest.param(
            [(1, 2), (3, 4), (5, 6)], [1, 2, 3], {1: 2, 5: {1, 2}}, [2, 3, 1], (), id="any of several"
        ),
        pytest.param(
            [(1, 2), (3, 4)], [1, 2], {1: {1, 2}, 3: {1}}, [2, 1], (), id="one makes room for the other"
        ),
        pytest.param([(1, 2)], [1, 2, 3], {1: 2, 2: 3}, [2], (2,), id="two fixed teams meet"),
        pytest.param([(1, 2), (3, 4)], [1, 2], {1: 1, 3: 1}, [1, 2], (3,), id="two want one table"),
        pytest.param([(1, 2)], [1, 2], {1: 9}, [1], (1,), id="the table is out of use"),
    ],
)
def test_pairs_take_the_tables_in_order_but_for_teams_that_need_one(pairs, tables, fixed, seated, displaced):
    plan = assign_tables(pairs, tables, fixed)

    assert sorted(plan.seated) == sorted(zip(seated, pairs, strict=True))
    assert (plan.waiting, plan.displaced) == ((), displaced)


def test_with_too_few_tables_the_last_pairs_wait():
    plan = assign_tables([(1, 2), (3, 4), (5, 6)], [1, 2], {6: 2})

    assert (plan.seated, plan.waiting) == (((1, (1, 2)), (2, (5, 6))), ((3, 4),))


def test_pairs_that_waited_before_are_seated_first_in_the_given_order():
    plan = assign_tables([(1, 2), (3, 4), (5, 6)], [7, 8], waited={5: 1, 6: 1, 3: 1})

    assert (plan.seated, plan.waiting) == (((7, (3, 4)), (8, (5, 6))), ((1, 2),))


@given(st.permutations(range(12)), st.dictionaries(st.integers(0, 11), st.integers(0, 4)))
def test_no_pair_waits_that_has_waited_more_than_one_that_sits(teams, waited):
    pairs = list(zip(teams[::2], teams[1::2], strict=True))

    plan = assign_tables(pairs, [1, 2, 3, 4], waited=waited)

    def had(couple):
        return sum(waited.get(team, 0) for team in couple)

    assert max(map(had, plan.waiting)) <= min(had(couple) for _, couple in plan.seated)


@given(
    st.integers(0, 12),
    st.sets(st.integers(1, 15)),
    st.dictionaries(st.integers(0, 23), st.sets(st.integers(1, 15), max_size=3)),
)
def test_no_table_is_given_twice_and_none_stays_empty_while_a_pair_waits(count, tables, fixed):
    pairs = [(2 * number, 2 * number + 1) for number in range(count)]

    plan = assign_tables(pairs, sorted(tables), fixed)

    given_out = [table for table, _ in plan.seated]
    assert len(set(given_out)) == len(given_out) == min(count, len(tables))
    assert set(given_out) <= tables
    assert sorted([couple for _, couple in plan.seated] + list(plan.waiting)) == pairs
    for table, couple in plan.seated:
        for team in couple:
            assert (team in plan.displaced) == (team in fixed and table not in fixed[team])
