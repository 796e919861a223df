from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.phase_two.formats import FORMATS, Choice, plan_of
from rules.competition.phase_two.games import Outcome, PlaceAfter, label_of
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
        hall.results[key] = Outcome(winner, sum(pair) - winner, (won, lost))

    assert [row.team for row in hall.now.table("all")] == [2, 1, 3]


@pytest.mark.parametrize(("size", "rounds"), [(2, 1), (5, 3), (7, 3), (8, 3), (9, 4), (16, 4), (33, 6)])
def test_a_swiss_has_as_many_rounds_as_part_everybody(size, rounds):
    assert max(game.round for game in plan(size, "swiss").games) == rounds


@given(st.integers(3, 24), st.integers(1, 7), st.randoms(use_true_random=False))
def test_in_a_swiss_nobody_meets_twice_while_that_can_be_helped_or_rests_twice(size, rounds, random):
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

    hall.results["R1.1"] = Outcome(5, 1)

    assert {key: pair for key, pair in hall.now.pairs.items() if key.startswith("R2")} == drawn


def test_seven_in_two_groups_and_two_of_each_go_on():
    hall = Hall(plan(7, "groups", groups=2))
    groups = {
        letter: [slot.number for slot in hall.plan.stage[letter].entrants] for letter in hall.plan.stage
    }

    assert groups == {"A": [1, 4, 5], "B": [2, 3, 6, 7]}
    assert (hall.plan.game("S1").upper, hall.plan.game("S1").lower) == (
        PlaceAfter("A", 1),
        PlaceAfter("B", 2),
    )
    drawn = hall.play()
    assert [(each.team, each.first, each.last) for each in drawn.placed] == [
        (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 5, 6), (6, 5, 6), (7, 7, 7),
    ]  # fmt: skip


@pytest.mark.parametrize("groups", range(2, 17))
@pytest.mark.parametrize("through", [1, 2])
def test_two_of_one_group_do_not_meet_at_once_again(groups, through):
    knock_out = [
        game for game in plan(64, "groups", groups=groups, through=through).games if game.part == "Knock-out"
    ]

    for game in knock_out:
        if isinstance(game.upper, PlaceAfter) and isinstance(game.lower, PlaceAfter):
            assert game.upper.stage != game.lower.stage


@pytest.mark.slow
@given(
    st.sampled_from([key for key in FORMATS if key != "robin"]),
    st.integers(2, 40),
    st.integers(0, 16).filter(lambda groups: groups != 1),
    st.integers(1, 4),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_every_format_places_everybody(key, size, groups, through, third, random):
    hall = Hall(plan(size, key, groups=groups, through=through, third_place=third), random.choice)

    drawn = hall.play()

    assert not drawn.left
    assert sorted(each.team for each in drawn.placed) == hall.seeds
    taken = [(each.first, each.last) for each in drawn.placed]
    assert all(first <= place <= last for place, (first, last) in enumerate(taken, start=1))


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_takes_a_hundred_and_twenty_eight_teams_by_keys_that_fit(key):
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
        ("LF", "Lower final"),
        ("K1.2", "Consolation round 1"), ("KF", "Consolation final"), ("R2.10", "Round 2"),
        ("GA2.1", "Group A, round 2"), ("X", "Phase II"),
    ],
)  # fmt: skip
def test_a_key_alone_says_what_a_game_is(key, label):
    assert label_of(key) == label
