from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.movements import (
    Kept,
    halves,
    movement,
    on_one_side,
    rise_and_fly,
    round_robin,
)


@given(st.integers(2, 24))
def test_in_a_round_robin_everybody_meets_everybody_once(size):
    rounds = round_robin(range(size))

    met = Counter(frozenset(couple) for one in rounds for couple in one.pairs)
    assert met == Counter(frozenset(couple) for couple in combinations(range(size), 2))
    byes = Counter(team for one in rounds for team in one.byes)
    assert byes == Counter(range(size) if size % 2 else ())
    for one in rounds:
        assert sorted([team for couple in one.pairs for team in couple] + list(one.byes)) == list(range(size))


def test_one_side_stays_and_the_other_goes_up_a_table():
    rounds = [movement("abc", "123", number).pairs for number in (1, 2, 3)]

    assert [" ".join(map("".join, pairs)) for pairs in rounds] == ["a1 b2 c3", "a3 b1 c2", "a2 b3 c1"]


@given(st.integers(1, 12), st.booleans())
def test_after_as_many_rounds_as_tables_each_side_has_met_the_other(size, is_odd):
    staying, moving = range(size), range(100, 100 + size - is_odd)

    met = Counter(
        couple for number in range(1, size + 1) for couple in movement(staying, moving, number).pairs
    )

    assert met == Counter((stays, moves) for stays in staying for moves in moving)


def test_the_sides_of_a_movement_are_drawn_by_lot():
    staying, moving = halves(range(9), "blue")

    assert (len(staying), len(moving)) == (5, 4)
    assert sorted((*staying, *moving)) == list(range(9))
    assert halves(range(9), "blue") == (staying, moving)


@given(st.integers(2, 12), st.data())
def test_teams_kept_apart_are_on_the_same_side_of_a_movement(count, data):
    sides = tuple(range(count)), tuple(range(count, 2 * count))
    one, other = data.draw(st.sampled_from(list(combinations(range(2 * count), 2))))

    staying, moving = on_one_side(sides, [frozenset((one, other))])

    assert sorted((*staying, *moving)) == sorted((*sides[0], *sides[1]))
    assert (len(staying), len(moving)) == (count, count)
    met = {frozenset(pair) for number in range(count) for pair in movement(staying, moving, number + 1).pairs}
    assert frozenset((one, other)) not in met


KEPT = Kept(1, "A", "B")


@pytest.mark.parametrize(
    ("tables", "waiting", "others_play", "games"),
    [
        pytest.param([KEPT], "CDB", True, "1AC", id="the next in line comes to the winner"),
        pytest.param([KEPT], "B", True, "", id="the loser waits while others play"),
        pytest.param([KEPT], "BC", True, "1AC", id="and lets the next one go first"),
        pytest.param([KEPT], "B", False, "1AB", id="but comes back if nobody else can"),
        pytest.param([KEPT, Kept(2, "C", "D")], "BD", False, "1AD 2CB", id="two losers change tables"),
        pytest.param([Kept(1), Kept(2)], "ABC", False, "1AB", id="a table that nobody keeps"),
        pytest.param([Kept(1, "A"), Kept(2, "B")], "", False, "1AB", id="winners without a line meet"),
        pytest.param([Kept(1, "A"), Kept(2, "B")], "", True, "", id="unless others play"),
        # X and Y are kept apart (Rulebook E-65).
        pytest.param([Kept(1, "X", "A")], "YB", True, "1XB", id="kept apart, the next one comes"),
        pytest.param([Kept(1, "X", "A")], "Y", True, "", id="kept apart, they wait while others play"),
        pytest.param([Kept(1, "X", "A")], "Y", False, "1XY", id="kept apart, but nobody else can come"),
        pytest.param([Kept(1)], "XYA", True, "1XA", id="kept apart, at an empty table"),
        pytest.param([Kept(1)], "XY", False, "1XY", id="kept apart, but alone at an empty table"),
    ],
)
def test_in_rise_and_fly_the_winner_stays_and_the_next_in_line_sits_down(tables, waiting, others_play, games):
    drawn = rise_and_fly(
        tables, waiting, others_play=others_play, are_apart=lambda *two: set(two) == {"X", "Y"}
    )

    assert drawn == tuple((int(table), (one, other)) for table, one, other in games.split())


@given(st.integers(2, 12), st.integers(1, 5), st.integers(0, 999))
def test_rise_and_fly_always_has_a_game_and_seats_nobody_twice(teams, tables, seed):
    random, waiting = Random(seed), list(range(teams))
    kept, playing = {table: Kept(table) for table in range(tables)}, {}
    for _ in range(60):
        free = [kept[table] for table in range(tables) if table not in playing]
        for table, couple in rise_and_fly(free, waiting, others_play=bool(playing)):
            playing[table] = couple
            for team in couple:
                waiting = [one for one in waiting if one != team]
                kept = {n: Kept(n) if one.keeper == team else one for n, one in kept.items()}

        assert playing
        seated = [team for couple in playing.values() for team in couple]
        assert len(set(seated)) == len(seated)
        table = random.choice(sorted(playing))
        winner, loser = random.sample(playing.pop(table), 2)
        kept[table] = Kept(table, winner, loser)
        waiting.append(loser)
