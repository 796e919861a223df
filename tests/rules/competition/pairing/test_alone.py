from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.alone import AloneRound, next_tables


def lived(players, seats, rounds):
    """Pair ``rounds`` rounds in a row."""
    played = []
    for _ in range(rounds):
        played.append(next_tables(players, seats, played))
    return played


def meetings(played):
    """The number of times that each two have met."""
    return Counter(
        frozenset(pair) for one in played for table in one.tables for pair in combinations(table, 2)
    )


@given(st.integers(4, 40), st.sampled_from([3, 4]), st.integers(1, 8))
def test_everybody_has_one_seat_or_sits_out_and_sitting_out_goes_round(count, seats, rounds):
    rests = Counter(range(count))
    for one in lived(range(count), seats, rounds):
        seated = [player for table in one.tables for player in table]
        assert sorted([*seated, *one.sits_out]) == list(range(count))
        assert all(len(table) == seats for table in one.tables)
        assert len(one.sits_out) == count % seats
        rests.update(one.sits_out)
        assert max(rests.values()) - min(rests.values()) <= 1


@pytest.mark.parametrize(
    ("count", "seats", "rounds"), [(9, 3, 3), (12, 3, 4), (15, 3, 4), (16, 4, 3), (24, 3, 6)]
)
def test_in_a_days_rounds_nobody_meets_anybody_twice(count, seats, rounds):
    assert max(meetings(lived(range(count), seats, rounds)).values()) == 1


@pytest.mark.parametrize(("count", "seats", "times"), [(7, 3, 2), (9, 4, 3)])
def test_n_people_all_meet_each_other_equally_often_in_n_rounds(count, seats, times):
    played = lived(range(count), seats, count)

    assert meetings(played) == Counter(list(map(frozenset, combinations(range(count), 2))) * times)
    assert sorted(player for one in played for player in one.sits_out) == list(range(count))


def test_a_design_is_left_when_somebody_has_come_or_was_moved_by_hand():
    first, *_ = lived(range(7), 3, 7)
    moved = AloneRound(((0, 1, 2), (3, 4, 5)), (6,))

    assert sum(map(len, next_tables(range(8), 3, [first]).tables)) == 6
    assert 6 not in next_tables(range(7), 3, [moved]).sits_out


@pytest.mark.parametrize("count", [8, 12, 16])
def test_players_who_are_kept_apart_sit_at_no_table_together(count):
    wished, played = {frozenset((1, 2)), frozenset((3, 4))}, []
    for _ in range(6):
        played.append(next_tables(range(1, count + 1), 4, played, wished))

    assert not wished & meetings(played).keys()


@pytest.mark.parametrize("players", ["ab", "aab"])
def test_too_few_players_are_refused(players):
    with pytest.raises(ValueError, match="A table needs 3 different players"):
        next_tables(players, 3)
