from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.individuals import (
    IndividualRound,
    has_design,
    next_round,
    whist_movement,
)
from rules.competition.pairing.movements import Fixture, Kept, halves, movement, rise_and_fly, round_robin

DESIGNED = [number for number in range(4, 45) if has_design(number)]


def repetitions(rounds: list[IndividualRound[int]], kind: str) -> Counter[frozenset[int]]:
    return Counter(pair for one in rounds for four in one.tables for pair in getattr(four, kind))


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
    first, second, third = (movement(["a", "b", "c"], [1, 2, 3], number) for number in (1, 2, 3))

    assert first == Fixture((("a", 1), ("b", 2), ("c", 3)))
    assert second == Fixture((("a", 3), ("b", 1), ("c", 2)))
    assert third == Fixture((("a", 2), ("b", 3), ("c", 1)))


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


@pytest.mark.parametrize(
    ("kept", "line", "others_play", "games"),
    [
        pytest.param(
            [Kept(5, 1, 2)], [3, 4, 2], True, ((5, (1, 3)),), id="the next in line comes to the winner"
        ),
        pytest.param([Kept(5, 1, 2)], [2], True, (), id="the loser waits while others play"),
        pytest.param([Kept(5, 1, 2)], [2, 7], True, ((5, (1, 7)),), id="and lets the next one go first"),
        pytest.param([Kept(5, 1, 2)], [2], False, ((5, (1, 2)),), id="but comes back if nobody else can"),
        pytest.param(
            [Kept(1, 1, 2), Kept(2, 3, 4)],
            [2, 4],
            False,
            ((1, (1, 4)), (2, (3, 2))),
            id="two losers change tables",
        ),
        pytest.param([Kept(1), Kept(2)], [1, 2, 3], False, ((1, (1, 2)),), id="a table that nobody keeps"),
        pytest.param([Kept(1, 1), Kept(2, 3)], [], False, ((1, (1, 3)),), id="winners without a line meet"),
        pytest.param([Kept(1, 1), Kept(2, 3)], [], True, (), id="unless others play"),
    ],
)
def test_in_rise_and_fly_the_winner_stays_and_the_next_in_line_sits_down(kept, line, others_play, games):
    assert rise_and_fly(kept, line, others_play=others_play) == games


@given(st.integers(2, 12), st.integers(1, 5), st.integers(0, 999))
def test_in_rise_and_fly_somebody_always_plays_and_nobody_sits_at_two_tables(teams, tables, seed):
    random, line = Random(seed), list(range(teams))
    kept, playing = {table: Kept(table) for table in range(tables)}, {}
    for _ in range(60):
        free = [kept[table] for table in range(tables) if table not in playing]
        for table, couple in rise_and_fly(free, line, others_play=bool(playing)):
            playing[table] = couple
            for team in couple:
                line = [one for one in line if one != team]
                kept = {n: Kept(n) if one.keeper == team else one for n, one in kept.items()}

        assert playing
        seated = [team for couple in playing.values() for team in couple]
        assert len(set(seated)) == len(seated)
        table = random.choice(sorted(playing))
        winner, loser = random.sample(playing.pop(table), 2)
        kept[table] = Kept(table, winner, loser)
        line.append(loser)


@pytest.mark.parametrize("players", DESIGNED)
def test_where_a_design_exists_everybody_partners_everybody_once_and_meets_them_twice(players):
    rounds = whist_movement(range(players))

    pairs = [frozenset(pair) for pair in combinations(range(players), 2)]
    assert repetitions(rounds, "partners") == Counter(dict.fromkeys(pairs, 1))
    assert repetitions(rounds, "opponents") == Counter(dict.fromkeys(pairs, 2))
    rests = Counter(player for one in rounds for player in one.sits_out)
    assert rests == Counter(range(players) if players % 2 else ())


def test_designs_are_known_for_every_evening_of_up_to_forty_four():
    assert [number for number in range(4, 45) if number % 4 in (0, 1)] == [n for n in DESIGNED if n < 45]


@pytest.mark.parametrize("players", [6, 7, 10, 11, 14, 18, 22])
def test_where_none_exists_nobody_partners_another_three_times_and_rests_are_fair(players):
    rounds = whist_movement(range(players))

    assert max(repetitions(rounds, "partners").values()) <= 2
    assert max(repetitions(rounds, "opponents").values()) <= 4
    rests = Counter(player for one in rounds for player in one.sits_out)
    assert max(rests.values()) - min(rests[player] for player in range(players)) <= 1


@given(st.integers(4, 30), st.integers(0, 6))
def test_in_every_round_everybody_has_one_place(players, rounds):
    for one in whist_movement(range(players), rounds):
        seated = [player for four in one.tables for player in four.players]
        assert sorted([*seated, *one.sits_out]) == list(range(players))
        assert len(one.sits_out) == players % 4


def test_a_player_who_comes_late_fits_into_the_next_round():
    played = list(whist_movement(range(8), 3))

    following = next_round(range(9), played)

    assert len(following.tables) == 2
    assert 8 not in following.sits_out
    assert not repetitions(played, "partners").keys() & repetitions([following], "partners").keys()


@pytest.mark.parametrize("players", [[1, 2, 3], [1, 2, 3, 3]])
def test_fewer_than_four_different_players_are_no_contest(players):
    with pytest.raises(ValueError, match="four different players"):
        whist_movement(players)


@pytest.mark.slow
def test_a_thousand_players_have_a_round_without_repetition():
    played = list(whist_movement(range(1000), 3))

    assert max(repetitions(played, "partners").values()) == 1
