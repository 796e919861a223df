from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.phase_two.formats import FORMATS, Choice, plan_of
from rules.competition.phase_two.games import GameOutcome, PlaceAfter, label_of
from tests.rules.competition.phase_two.play import Hall


def plan(size, format_key, **chosen):
    return plan_of(Choice(format=format_key, **chosen), size, ("games_won", "units"))


def met(hall):
    return [frozenset((one.winner, one.loser)) for one in hall.results.values()]


@pytest.mark.parametrize("size", [2, 3, 7, 8, 13])
def test_in_a_round_robin_everybody_meets_everybody_once(size):
    hall = Hall(plan(size, "robin"))

    drawn = hall.play()

    assert sorted(map(sorted, met(hall))) == sorted(map(list, combinations(hall.seeds, 2)))
    assert [each.team for each in drawn.placed] == hall.seeds


def test_hands_decide_the_table_where_games_do_not():
    hall = Hall(plan(3, "robin"))
    winners = {frozenset((1, 2)): (1, 3, 2), frozenset((2, 3)): (2, 3, 0), frozenset((1, 3)): (3, 3, 1)}
    for key, pair in hall.now.pairs.items():
        winner, won, lost = winners[frozenset(pair)]
        hall.results[key] = GameOutcome(winner, sum(pair) - winner, (won, lost))

    assert [row.team for row in hall.now.table("all")] == [2, 1, 3]


@pytest.mark.parametrize(("size", "rounds"), [(2, 1), (5, 3), (7, 3), (8, 3), (9, 4), (16, 4), (33, 6)])
def test_a_swiss_has_as_many_rounds_as_part_everybody(size, rounds):
    assert max(game.round for game in plan(size, "swiss").games) == rounds


@given(st.integers(3, 24), st.integers(1, 7), st.randoms(use_true_random=False))
def test_in_a_short_swiss_nobody_meets_twice_and_nobody_rests_twice(size, rounds, random):
    hall = Hall(plan(size, "swiss", swiss_rounds=rounds), random.choice)

    drawn = hall.play()

    played = max(game.round for game in hall.plan.games)
    if played <= size // 2:
        assert len(set(met(hall))) == len(hall.results)
    assert len(set(drawn.resting.values())) == len(drawn.resting) == (played if size % 2 else 0)
    assert len(hall.results) == played * (size // 2)


def test_the_first_round_of_a_swiss_pairs_the_upper_half_with_the_lower():
    assert Hall(plan(8, "swiss")).now.pairs["R1.1"] == (1, 5)
    assert Hall(plan(7, "swiss")).now.resting == {1: 7}


def test_a_swiss_round_that_has_begun_stays_as_it_was_drawn():
    hall = Hall(plan(8, "swiss"))
    hall.play(5)
    drawn = {key: pair for key, pair in hall.now.pairs.items() if key.startswith("R2")}

    hall.results["R1.1"] = GameOutcome(5, 1)

    assert {key: pair for key, pair in hall.now.pairs.items() if key.startswith("R2")} == drawn


def test_seven_in_two_groups_and_two_of_each_go_on():
    hall = Hall(plan(7, "groups", groups=2))
    groups = {key: [slot.number for slot in stage.entrants] for key, stage in hall.plan.stage.items()}
    semi_final = hall.plan.game("S1")

    drawn = hall.play()

    assert groups == {"A": [1, 4, 5], "B": [2, 3, 6, 7]}
    assert (semi_final.upper, semi_final.lower) == (PlaceAfter("A", 1), PlaceAfter("B", 2))
    assert [(each.team, each.first, each.last) for each in drawn.placed] == [
        (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 5, 6), (6, 5, 6), (7, 7, 7),
    ]  # fmt: skip


@pytest.mark.parametrize("groups", range(2, 17))
@pytest.mark.parametrize("through", [1, 2])
def test_two_of_one_group_do_not_meet_at_once_again(groups, through):
    for game in plan(64, "groups", groups=groups, through=through).games:
        if isinstance(game.upper, PlaceAfter) and isinstance(game.lower, PlaceAfter):
            assert game.upper.stage != game.lower.stage


@pytest.mark.parametrize(
    ("size", "played"),
    [
        (4, {"": 2}),
        (5, {"Down to 4": 2, "Knock-out": 2}),
        (8, {"Down to 4": 2, "Knock-out": 2}),
        (12, {"Down to 8": 3, "Down to 4": 2, "Knock-out": 2}),
        (20, {"Down to 16": 4, "Down to 8": 3, "Down to 4": 2, "Knock-out": 2}),
    ],
)
def test_a_shrinking_field_skips_the_parts_it_is_too_small_for(size, played):
    rounds = {(game.part, game.column) for game in plan(size, "shrinking").games}

    assert Counter(part for part, _ in rounds) == played


def test_the_best_of_one_side_first_meet_the_lowest_of_the_other():
    now = Hall(plan(8, "shrinking")).now

    assert [now.pairs[f"N4.1.{table}"] for table in range(1, 5)] == [(8, 2), (5, 3), (4, 6), (1, 7)]
    assert [now.pairs[f"N4.2.{table}"] for table in range(1, 5)] == [(8, 7), (5, 2), (4, 3), (1, 6)]


@given(st.integers(5, 64), st.randoms(use_true_random=False))
def test_in_a_part_nobody_meets_or_rests_twice_and_its_best_go_on(size, random):
    hall = Hall(plan(size, "shrinking"), random.choice)

    drawn = hall.play()

    going_on = hall.seeds
    for stage in hall.plan.stages:
        pairs = [frozenset(drawn.pairs[key]) for key in stage.games]
        rests = [drawn.resting[number] for number, _ in stage.byes]
        rounds = {hall.plan.game(key).round for key in stage.games}
        table = drawn.table(stage.key)
        assert len(set(pairs)) == len(pairs)
        assert len(set(rests)) == len(rests) == (len(rounds) if len(table) % 2 else 0)
        assert {row.games for row in table} == {len(rounds)}
        assert sorted(row.team for row in table) == sorted(going_on[: len(table)])
        assert all(above.won >= below.won for above, below in pairwise(table))
        going_on = [row.team for row in table]
    assert {team for key in ("S1", "S2") for team in drawn.pairs[key]} == set(going_on[:4])


def test_a_bye_counts_once_its_round_begins():
    hall = Hall(plan(5, "shrinking"))

    assert {row.team: row.won for row in hall.now.table("N4")} == {1: 0, 2: 0, 3: 0, 4: 0, 5: 1}
    assert hall.now.resting == {1: 5, 2: 4}


def test_the_next_part_is_unknown_until_the_one_before_is_over():
    hall = Hall(plan(9, "shrinking"))

    before = hall.play(11)
    after = hall.play(1)

    assert (before.table("N4"), before.pairs["N4.1.1"]) == ((), (None, None))
    assert (len(after.table("N4")), {row.games for row in after.table("N4")}) == (8, {0})


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_takes_128_teams_with_keys_of_at_most_8_characters(key):
    games = plan(128, key).games

    assert max(len(game.key) for game in games) <= 8
    assert all(game.label != "Phase II" for game in games)


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"format": "ladder"}, "Phase II is one of"),
        ({"swiss_rounds": 16}, "1 to 15 rounds"),
        ({"groups": 1}, "2 to 16 groups"),
        ({"through": 5}, "1 to 4 teams"),
        ({"final_games": 2}, "best of 3 games"),
        ({"semi_games": 7}, "best of 3 games"),
        ({"table_hands": 6}, "1 to 5 hands"),
    ],
)
def test_what_cannot_be_chosen(chosen, sentence):
    with pytest.raises(ValueError, match=sentence):
        Choice(**chosen)


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("F", "Final"), ("F2", "Second final"), ("T", "Third place"), ("B64", "Round of 128"),
        ("UQ3", "Upper quarter-final"), ("UF", "Upper final"), ("L3.2", "Lower round 3"),
        ("LF", "Lower final"), ("K1.2", "Consolation round 1"), ("KF", "Consolation final"),
        ("R2.10", "Round 2"), ("GA2.1", "Group A, round 2"), ("N16.2.10", "Down to 16, round 2"),
        ("X", "Phase II"),
    ],
)  # fmt: skip
def test_a_key_alone_says_what_a_game_is(key, label):
    assert label_of(key) == label
