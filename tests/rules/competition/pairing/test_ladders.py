from collections import Counter
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.ladders import (
    keep_tables,
    malt,
    next_of_ladder,
    winners_stay,
    winners_up,
    winners_up_losers_down,
)
from rules.competition.pairing.movements import Fixture

next_of_malt = partial(next_of_ladder, malt, winner_sits_out=True)
MOVES = [partial(next_of_ladder, move) for move in (winners_up, winners_up_losers_down, winners_stay)]


def tables(count: int) -> list[tuple[str | None, str | None]]:
    """A winner and a loser for each table, such as W3 and L3 at table 3."""
    return [(f"W{number}", f"L{number}") for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("move", "pairs"),
    [
        pytest.param(winners_up, ["W1 W2", "L2 W3", "L3 W4", "L1 L4"], id="winners up, losers stay"),
        pytest.param(
            winners_up_losers_down, ["W1 W2", "L1 W3", "L2 W4", "L3 L4"], id="winners up, losers down"
        ),
        pytest.param(winners_stay, ["W1 L4", "L1 W2", "L2 W3", "L3 W4"], id="winners stay, losers move on"),
        pytest.param(malt, ["L1 L2", "L3 L4", "W1 W2", "W3 W4"], id="MALT"),
    ],
)
def test_winner_and_loser_of_each_table_go_where_the_movement_says(move, pairs):
    drawn = next_of_ladder(move, tables(4))

    assert drawn == Fixture(tuple(tuple(pair.split()) for pair in pairs))


def test_malt_of_an_odd_number_of_tables_mixes_one_winner_and_one_loser():
    drawn = next_of_malt(tables(5))

    assert [" ".join(sorted(pair)) for pair in drawn.pairs] == ["L1 L2", "L3 L4", "L5 W1", "W2 W3", "W4 W5"]


@given(st.sampled_from([*MOVES, next_of_malt]), st.integers(1, 40), st.data())
def test_everybody_here_plays_or_one_sits_out_as_teams_come_and_leave(next_of, count, data):
    left = data.draw(st.sets(st.sampled_from([team for result in tables(count) for team in result])))
    idle = [f"N{number}" for number in range(data.draw(st.integers(0, 3)))]
    results = [tuple(None if team in left else team for team in result) for result in tables(count)]
    here = sorted({team for result in results for team in result if team} | set(idle))

    drawn = next_of(results, idle)

    assert sorted([team for pair in drawn.pairs for team in pair] + list(drawn.byes)) == here
    assert len(drawn.byes) == len(here) % 2


@pytest.mark.parametrize("next_of", MOVES)
def test_the_loser_nearest_the_last_table_sits_out_and_byes_take_turns(next_of):
    drawn = next_of(tables(3), ["B"], {"B": 1, "L3": 1})

    assert drawn.byes == ("L2",)
    assert {team for pair in drawn.pairs for team in pair} == {"W1", "W2", "W3", "L1", "L3", "B"}


def test_in_malt_the_winner_of_table_2_sits_out_and_returns_at_table_1():
    drawn = next_of_malt(tables(3), ["B"])

    assert drawn.byes == ("W2",)
    assert [" ".join(sorted(pair)) for pair in drawn.pairs] == ["L1 L2", "B L3", "W1 W3"]


def test_a_new_team_takes_the_place_of_one_that_left():
    drawn = next_of_ladder(winners_stay, [("W1", "L1"), ("W2", None)], ["N"])

    assert drawn == Fixture((("W1", "N"), ("L1", "W2")))


def test_one_team_alone_sits_out():
    assert next_of_ladder(winners_up, [(None, None)], ["N"]) == Fixture((), ("N",))


# --- the winner of the first game keeps its table (Rulebook E-87) ---------------------------------------


def lived(count, rounds, random, out=()):
    """Play rounds with random winners; ``out`` sits out the first one."""
    keepers, idle, byes, results = frozenset(), out, Counter(out), tables(count)
    for _ in range(rounds):
        results, keepers = keep_tables(keepers, results)
        drawn = next_of_ladder(winners_stay, results, idle, byes, keepers)
        idle = drawn.byes
        byes.update(idle)
        yield drawn
        results = [tuple(random.sample(pair, 2)) for pair in drawn.pairs]


@given(st.integers(1, 12), st.randoms(use_true_random=False))
def test_the_first_winner_keeps_its_table_and_meets_each_first_loser_once(count, random):
    rounds = [drawn.pairs for drawn in lived(count, count - 1, random)]

    for number in range(1, count + 1):
        games = [tables(count)[number - 1], *(pairs[number - 1] for pairs in rounds)]
        assert all(f"W{number}" in game for game in games)
        movers = {team for game in games for team in game if team[0] == "L"}
        assert movers == {f"L{each}" for each in range(1, count + 1)}


@given(st.integers(2, 10), st.randoms(use_true_random=False))
def test_of_an_odd_field_one_that_moves_sits_out_and_byes_take_turns(count, random):
    rounds = list(lived(count, count, random, out=("L0",)))

    out = [team for drawn in rounds for team in drawn.byes]
    assert sorted(out) == sorted(f"L{number}" for number in range(1, count + 1))
    for number in range(1, count + 1):
        assert all(f"W{number}" in drawn.pairs[number - 1] for drawn in rounds)


def test_of_two_who_moved_or_kept_a_table_the_winner_keeps_it_from_then_on():
    assert keep_tables({"A"}, [("B", "C"), ("D", "A")]) == ([("B", "C"), ("A", "D")], {"A", "B"})
    assert keep_tables({"A", "B"}, [("B", "A")]) == ([("B", "A")], {"B"})


def test_if_nobody_comes_to_a_table_one_of_those_who_keep_one_sits_out():
    drawn = next_of_ladder(winners_stay, [("A", "M"), ("B", None)], [], {"B": 1}, {"A", "B"})

    assert drawn == Fixture((("M", "B"),), ("A",))
