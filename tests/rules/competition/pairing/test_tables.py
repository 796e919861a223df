from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.tables import assign_tables


def test_pairs_take_the_tables_in_order():
    plan = assign_tables([(1, 2), (3, 4)], [7, 8, 9])

    assert plan.seated == ((7, (1, 2)), (8, (3, 4)))
    assert (plan.waiting, plan.displaced) == ((), ())


def test_a_team_that_cannot_move_has_its_table_and_its_opponent_comes_there():
    plan = assign_tables([(1, 2), (3, 4)], [7, 8], {4: 7})

    assert plan.seated == ((8, (1, 2)), (7, (3, 4)))


def test_a_team_may_ask_for_any_of_several_tables():
    plan = assign_tables([(1, 2), (3, 4), (5, 6)], [1, 2, 3], {1: 2, 5: {1, 2}})

    assert plan.seated == ((2, (1, 2)), (3, (3, 4)), (1, (5, 6)))


def test_teams_make_room_for_each_other_where_they_can():
    plan = assign_tables([(1, 2), (3, 4)], [1, 2], {1: {1, 2}, 3: {1}})

    assert plan.seated == ((2, (1, 2)), (1, (3, 4)))
    assert plan.displaced == ()


def test_of_two_fixed_teams_that_meet_one_has_to_move_and_is_named():
    plan = assign_tables([(1, 2)], [1, 2, 3], {1: 2, 2: 3})

    assert plan.seated == ((2, (1, 2)),)
    assert plan.displaced == (2,)


def test_where_two_pairs_want_one_table_the_earlier_has_it():
    plan = assign_tables([(1, 2), (3, 4)], [1, 2], {1: 1, 3: 1})

    assert (plan.seated, plan.displaced) == (((1, (1, 2)), (2, (3, 4))), (3,))


def test_a_fixed_table_that_is_out_of_use_is_no_table():
    plan = assign_tables([(1, 2)], [1, 2], {1: 9})

    assert (plan.seated, plan.displaced) == (((1, (1, 2)),), (1,))


def test_with_too_few_tables_the_last_pairs_wait():
    plan = assign_tables([(1, 2), (3, 4), (5, 6)], [1, 2], {6: 2})

    assert (plan.seated, plan.waiting) == (((1, (1, 2)), (2, (5, 6))), ((3, 4),))


def test_who_waited_before_sits_now_and_the_tables_keep_the_order_of_the_pairs():
    plan = assign_tables([(1, 2), (3, 4), (5, 6)], [7, 8], waited={5: 1, 6: 1, 3: 1})

    assert (plan.seated, plan.waiting) == (((7, (3, 4)), (8, (5, 6))), ((1, 2),))


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 12))
def test_who_waits_changes_so_that_no_pair_waits_twice_more_than_another(count, tables, rounds):
    pairs = [(2 * number, 2 * number + 1) for number in range(count)]
    waited: Counter[int] = Counter()

    for _ in range(rounds):
        plan = assign_tables(pairs, range(tables), waited=waited)
        waited.update(team for couple in plan.waiting for team in couple)

    times = [waited[team] for couple in pairs for team in couple]
    assert max(times) - min(times) <= 1


@given(st.permutations(range(12)), st.dictionaries(st.integers(0, 11), st.integers(0, 4)))
def test_no_pair_waits_that_has_waited_more_than_one_that_sits(teams, waited):
    pairs = list(zip(teams[::2], teams[1::2], strict=True))

    plan = assign_tables(pairs, [1, 2, 3, 4], waited=waited)

    def had(couple):
        return sum(waited.get(team, 0) for team in couple)

    assert max(map(had, plan.waiting)) <= min(had(couple) for _, couple in plan.seated)


def test_a_team_finds_its_table():
    plan = assign_tables([(1, 2), (3, 4)], [5])

    assert [plan.table_of(team) for team in (1, 2, 3)] == [5, 5, None]


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


@given(st.lists(st.sets(st.integers(1, 4), min_size=1, max_size=2), min_size=1, max_size=4))
def test_as_many_wishes_are_honoured_as_can_be(wishes):
    pairs = [(2 * number, 2 * number + 1) for number in range(len(wishes))]
    fixed = {2 * number: wish for number, wish in enumerate(wishes)}

    plan = assign_tables(pairs, [1, 2, 3, 4], fixed)

    best = max(
        sum(table in wish for table, wish in zip(tables, wishes, strict=False))
        for tables in permutations([1, 2, 3, 4])
    )
    assert len(wishes) - len(plan.displaced) == best
