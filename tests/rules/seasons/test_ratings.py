"""Grades and points from games (Rulebook G-1 to G-6)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.seasons.ratings import NEW, Grade, RatedGame, rate, strength
from tests.rules.seasons.known_strengths import recovered, season, through_time, uptown

A, B, C, D = (1, 2), (3, 4), (1, 3), (2, 4)


def test_a_win_raises_a_grade_and_a_loss_lowers_it_by_as_much():
    grades = rate([RatedGame((A, B), 0)]).pairs

    assert grades[A].shown - 1500 == 1500 - grades[B].shown > 0
    assert grades[A].games == grades[B].games == 1


def test_a_new_grade_is_in_the_middle_and_games_make_it_surer():
    grade = rate([RatedGame((A, B), number % 2) for number in range(20)]).pairs[A]

    assert (NEW.low, NEW.shown, NEW.high) == (833, 1500, 2167)
    assert NEW.low < grade.low < grade.shown < grade.high < NEW.high
    assert [grade.is_provisional(20), grade.is_provisional(21)] == [False, True]


def test_a_person_has_a_grade_only_with_two_partners_or_alone():
    once = rate([RatedGame((A, B), 0)])
    twice = rate([RatedGame((A, B), 0), RatedGame((C, D), 0)])
    alone = rate([RatedGame(((5,), (6,), (7,)), 2)])

    assert (once.people, set(once.pairs)) == ({}, {A, B})
    assert set(twice.people) == {1, 2, 3, 4}
    # 1 won both games, 4 lost both, and the other two won one each.
    assert twice.people[1].mu > twice.people[2].mu > twice.people[4].mu
    assert (set(alone.people), alone.pairs) == ({5, 6, 7}, {})
    assert alone.people[7].mu > alone.people[5].mu == pytest.approx(alone.people[6].mu)


def test_points_are_one_for_a_game_two_for_a_win_and_one_for_a_boston():
    points = rate([RatedGame((A, B), 0, (1, 0)), RatedGame((C, D), 1)]).points

    assert points == {1: 5, 2: 4 + 3, 3: 2, 4: 1 + 3}


def test_a_pair_without_a_grade_is_as_strong_as_its_people():
    ratings = rate([RatedGame((A, B), 0), RatedGame((C, D), 0)])

    assert strength(A, ratings) == ratings.pairs[A].mu
    assert strength((1, 9), ratings) == (ratings.people[1].mu + NEW.mu) / 2
    assert strength((), ratings) == NEW.mu == Grade().mu


@given(st.lists(st.tuples(st.permutations(range(1, 9)), st.booleans(), st.integers(0, 2)), max_size=30))
def test_points_never_fall_and_grades_stay_finite_for_any_players(nights):
    games = [
        RatedGame((tuple(sorted(four[:2])), tuple(sorted(four[2:4]))), int(won), (made, 0))
        for four, won, made in nights
    ]

    steps = [rate(games[:count]) for count in range(0, len(games) + 1, 5)]

    for before, after in pairwise(steps):
        assert all(after.points[person] >= points for person, points in before.points.items())
    assert all(0 < grade.sigma <= 9 and abs(grade.mu) < 200 for grade in steps[-1].pairs.values())


@pytest.mark.slow
def test_ratings_recover_known_strengths_about_as_well_as_the_oracle():
    for by_person in (False, True):
        played = season(40, 20, changes_partners=by_person)

        ours, best = (
            recovered(model(played, by_person=by_person), played, by_person=by_person)
            for model in (uptown, through_time)
        )

        assert ours > 0.85
        assert ours > best - 0.07


def test_who_hears_of_the_progress_hears_each_step():
    heard = []

    rate([RatedGame((A, B), 0)] * 1200, heard.append)

    assert heard == [500, 1000]
