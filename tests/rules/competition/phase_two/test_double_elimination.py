"""Double elimination, with the published cases of brackets-manager.

The cases are those of ``test/double-elimination.spec.js`` of https://github.com/Drarig29/brackets-manager.js
(MIT): the number of games, and where losers drop in. There, teams are numbered from 0, and a stage whose
``seedOrdering`` is natural pairs 1 with 2, 3 with 4; here, they are named by their seeds.
"""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.phase_two.formats import Choice, plan_of
from rules.competition.phase_two.games import LoserOf, WinnerOf
from rules.competition.phase_two.knock_out import SWAPS, double
from tests.rules.competition.phase_two.play import Hall
from tests.rules.competition.phase_two.rematches import best, expected, rematches

SIZES = (*range(3, 18), 31, 32, 33, 64, 100, 128)


def plan(size, *, resets=True):
    return plan_of(Choice(format="double", resets=resets), size)


def test_16_teams_play_30_games_in_4_upper_rounds_and_6_lower_ones():
    """'should create a double elimination stage'"""
    games = plan(16, resets=False).games

    assert len(games) == 30
    columns = {(game.part, game.column) for game in games}
    assert Counter(part for part, _ in columns) == {"Upper bracket": 4, "Lower bracket": 6, "Final": 1}


def test_eight_teams_play_fifteen_games_if_the_final_may_be_played_twice():
    """'should create a tournament with a double grand final'"""
    games = plan(8).games

    assert len(games) == 15
    assert [game.key for game in games if game.part == "Final"] == ["F", "F2"]


def test_first_round_losers_meet_and_wait_for_second_round_losers():
    """'should end a match and determine next matches': natural, 16 teams"""
    games = {game.key: (game.upper, game.lower) for game in double(16, swaps=[0])[0]}

    assert games["UQ1"] == (WinnerOf("UE1"), WinnerOf("UE2"))
    assert games["L1.1"] == (LoserOf("UE1"), LoserOf("UE2"))
    assert games["L2.1"][1] == WinnerOf("L1.1")


def four(*winners):
    """A double elimination of four, after games that these teams won, up to the first final."""
    hall = Hall(plan(4))
    for key, winner in zip(("US1", "US2", "UF", "L1.1", "LF", "F", "F2"), winners, strict=False):
        hall.end(key, winner)
    return hall


def test_the_second_final_is_played_when_the_first_is_won_from_below():
    """'should determine matches in grand final': its teams, named by their seeds"""
    hall = four(1, 3, 1, 4, 3)
    assert hall.now.pairs["F"] == (1, 3)

    hall.end("F", 3)

    assert [game.key for game in hall.now.ready] == ["F2"]
    assert hall.now.pairs["F2"] == (1, 3)
    hall.end("F2", 1)
    assert [(each.team, each.first) for each in hall.now.placed] == [(1, 1), (3, 2), (4, 3), (2, 4)]


def test_nobody_meets_in_the_second_final_while_the_first_is_open_again():
    hall = four(1, 3, 1, 4, 3, 3, 1)

    del hall.results["F"]

    assert hall.now.pairs["F2"] == (None, None)
    assert [game.key for game in hall.now.ready] == ["F"]


def test_the_losers_of_sixteen_come_down_where_they_meet_new_teams():
    down = {game.key: game.upper.key for game in plan(16).games if isinstance(game.upper, LoserOf)}

    assert down == {
        "L1.1": "UE1", "L1.2": "UE3", "L1.3": "UE5", "L1.4": "UE7",
        "L2.1": "UQ4", "L2.2": "UQ3", "L2.3": "UQ2", "L2.4": "UQ1",
        "L4.1": "US1", "L4.2": "US2",
        "LF": "UF",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("size", "most", "first"),
    [(8, 0.75, 3), (12, 0.8, 3), (16, 0.8, 4), (20, 0.8, 4), (32, 0.8, 5), (64, 0.8, 6), (128, 0.8, 7)],
)
@pytest.mark.parametrize("better_wins", [0.5, 0.85])
def test_few_meet_again_in_the_lower_bracket_and_not_soon(size, most, first, better_wins):
    """Over random tournaments. An earlier draw had 1.01 rematches with 16 teams, from lower round 3 on."""
    found = rematches(size, tournaments=300, better_wins=better_wins)

    assert found.each <= most
    assert min(found.rounds) >= first


@pytest.mark.parametrize(("size", "each"), [(8, 0.63), (16, 0.75), (32, 0.73), (64, 0.70), (128, 0.71)])
def test_no_order_in_which_losers_come_down_has_fewer_rematches(size, each):
    """Where every game is even, in full brackets."""
    found = expected(SWAPS[size])

    assert found == pytest.approx(best(len(SWAPS[size])))
    assert found == pytest.approx(each, abs=0.0051)


@pytest.mark.parametrize("size", SIZES)
def test_if_the_better_seed_always_wins_seeds_are_places_after_one_final(size):
    hall = Hall(plan(size))

    drawn = hall.play()

    assert [each.team for each in drawn.placed[:4]] == [1, 2, 3, 4][:size]
    assert drawn.needless == {"F2"}
    assert "F2" not in hall.results


@given(st.sampled_from(SIZES), st.booleans(), st.randoms(use_true_random=False))
def test_who_has_lost_twice_is_out_and_nobody_else_is(size, resets, random):
    hall = Hall(plan(size, resets=resets), random.choice)

    drawn = hall.play()

    lost = [one.loser for one in hall.results.values()]
    champion = drawn.placed[0].team
    assert sorted(each.team for each in drawn.placed) == hall.seeds
    assert all(lost.count(team) == 2 for team in hall.seeds if team != champion and resets)
    assert lost.count(champion) <= 1


@given(st.sampled_from(SIZES), st.randoms(use_true_random=False))
def test_teams_that_lost_once_are_always_the_upper_losers_still_in(size, random):
    hall = Hall(plan(size), random.choice)
    results = hall.play().results
    some = {key: results[key] for key in random.sample(sorted(results), random.randint(0, len(results)))}

    drawn = hall.plan.drawn(hall.seeds, some)

    above = {one.loser for key, one in drawn.results.items() if key.startswith("U")}
    below = {one.loser for key, one in drawn.results.items() if not key.startswith("U")}
    champion = {each.team for each in drawn.placed if each.first == 1}
    assert set(drawn.lost_once) == above - below - champion
