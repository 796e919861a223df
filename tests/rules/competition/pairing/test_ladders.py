from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.ladders import LADDERS, MALT, next_of_ladder
from rules.competition.pairing.movements import Fixture

ladders = st.sampled_from(sorted(LADDERS))


def tables(count: int) -> list[tuple[str | None, str | None]]:
    """Table 3 has the winner W3 and the loser L3."""
    return [(f"W{number}", f"L{number}") for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("ladder", "pairs"),
    [
        pytest.param("up", ["W1 W2", "L2 W3", "L3 W4", "L1 L4"], id="winners up, losers stay"),
        pytest.param("split", ["W1 W2", "L1 W3", "L2 W4", "L3 L4"], id="winners up, losers down"),
        pytest.param("stay", ["W1 L4", "L1 W2", "L2 W3", "L3 W4"], id="winners stay, losers move on"),
        pytest.param("malt", ["L1 L2", "L3 L4", "W1 W2", "W3 W4"], id="MALT"),
    ],
)
def test_winner_and_loser_of_each_table_go_where_the_movement_says(ladder, pairs):
    drawn = next_of_ladder(ladder, tables(4))

    assert drawn == Fixture(tuple(tuple(pair.split()) for pair in pairs))


def test_malt_of_an_odd_number_of_tables_mixes_one_winner_and_one_loser():
    drawn = next_of_ladder(MALT, tables(5))

    assert [set(pair) for pair in drawn.pairs] == [
        {"L1", "L2"},
        {"L3", "L4"},
        {"L5", "W1"},
        {"W2", "W3"},
        {"W4", "W5"},
    ]


@given(ladders, st.integers(1, 40))
def test_every_seat_is_filled_once(ladder, count):
    drawn = next_of_ladder(ladder, tables(count))

    seated = Counter(team for pair in drawn.pairs for team in pair)
    assert seated == Counter(team for result in tables(count) for team in result)
    assert (len(drawn.pairs), drawn.byes) == (count, ())


@given(ladders, st.integers(2, 40), st.data())
def test_whoever_leaves_or_comes_everybody_here_plays_or_one_sits_out(ladder, count, data):
    left = data.draw(st.sets(st.sampled_from([team for result in tables(count) for team in result])))
    idle = [f"N{number}" for number in range(data.draw(st.integers(0, 3)))]
    results = [tuple(None if team in left else team for team in result) for result in tables(count)]
    here = sorted({team for result in results for team in result if team} | set(idle))

    drawn = next_of_ladder(ladder, results, idle)

    assert sorted([team for pair in drawn.pairs for team in pair] + list(drawn.byes)) == here
    assert len(drawn.byes) == len(here) % 2


@pytest.mark.parametrize("ladder", sorted(set(LADDERS) - {MALT}))
def test_the_loser_nearest_to_the_last_table_sits_out_and_nobody_twice_before_the_others(ladder):
    drawn = next_of_ladder(ladder, tables(3), ["B"], {"B": 1, "L3": 1})

    assert drawn.byes == ("L2",)
    assert {team for pair in drawn.pairs for team in pair} == {"W1", "W2", "W3", "L1", "L3", "B"}


def test_in_malt_the_winner_of_table_2_sits_out_and_who_did_takes_the_winners_place_of_table_1():
    drawn = next_of_ladder(MALT, tables(3), ["B"])

    assert drawn.byes == ("W2",)
    assert [set(pair) for pair in drawn.pairs] == [{"L1", "L2"}, {"L3", "B"}, {"W1", "W3"}]


def test_a_new_team_takes_the_place_of_one_that_left():
    drawn = next_of_ladder("stay", [("W1", "L1"), ("W2", None)], ["N"])

    assert drawn == Fixture((("W1", "N"), ("L1", "W2")))


def test_one_team_alone_sits_out():
    assert next_of_ladder("up", [(None, None)], ["N"]) == Fixture((), ("N",))
