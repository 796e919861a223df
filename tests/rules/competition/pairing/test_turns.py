import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.turns import next_to_sit_out

THREE = (1, 2, 3)


@pytest.mark.parametrize(
    ("players", "past", "out"),
    [
        pytest.param(THREE, (), 3, id="who was named last"),
        pytest.param(THREE, (3,), 2, id="then who was named before"),
        pytest.param(THREE, (3, 2), 1, id="then who was named first"),
        pytest.param(THREE, (2, 3, 1), 2, id="then whose last time is longest ago"),
        pytest.param((1, 2, 9), (3, 2, 1, 3), 9, id="a player who joins late"),
        pytest.param((1, 2, 9), (3, 2, 1, 3, 9), 2, id="who then has had a turn"),
    ],
)
def test_people_who_never_sat_out_come_first_then_the_longest_ago(players, past, out):
    assert next_to_sit_out(players, past) == out


@given(past=st.lists(st.sampled_from(THREE)), games=st.integers(1, 12))
def test_nobody_sits_out_twice_before_each_has_once(past, games):
    turns = []
    for _ in range(games):
        turns.append(next_to_sit_out(THREE, (*past, *turns)))

    for start in range(games - 2):
        assert sorted(turns[start : start + 3]) == [*THREE]
    assert not past or turns[0] != past[-1]
