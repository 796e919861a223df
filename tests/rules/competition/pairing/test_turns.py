from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.turns import next_to_sit_out

THREE = (1, 2, 3)


def test_who_was_named_last_sits_out_first_then_whose_last_time_is_longest_ago():
    assert next_to_sit_out(THREE, ()) == 3
    assert next_to_sit_out(THREE, (3,)) == 2
    assert next_to_sit_out(THREE, (3, 2)) == 1
    assert next_to_sit_out(THREE, (2, 3, 1)) == 2


def test_a_player_who_joins_late_sits_out_once_and_then_by_turns():
    assert next_to_sit_out((1, 2, 9), (3, 2, 1, 3)) == 9
    assert next_to_sit_out((1, 2, 9), (3, 2, 1, 3, 9)) == 2


@given(past=st.lists(st.sampled_from(THREE)), games=st.integers(1, 12))
def test_nobody_sits_out_twice_before_each_has_once(past, games):
    turns = []
    for _ in range(games):
        turns.append(next_to_sit_out(THREE, (*past, *turns)))

    for start in range(games - 2):
        assert sorted(turns[start : start + 3]) == [*THREE]
    assert not past or turns[0] != past[-1]
