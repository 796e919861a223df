from datetime import UTC, datetime, timedelta

import pytest

from rules.time.clock import Span
from rules.time.pace import Pace, end_of, left_of_games, pace, times_of_rounds, turn_in, waves_of_rounds
from simulation.days.figures import DEFAULT_HANDS, HandFigures, HandOutcome, hands_a_game

FIVE = datetime(2026, 6, 27, 17, tzinfo=UTC)


def minutes(*lengths: float) -> list[timedelta]:
    return [timedelta(minutes=length) for length in lengths]


USUAL = Pace(*minutes(25, 5), games=0, is_measured=False)


def test_until_three_games_are_over_the_pace_is_the_usual_one():
    assert pace(minutes(1, 50), minutes(1, 10), USUAL) == Pace(*minutes(25, 5), games=2, is_measured=False)


def test_then_it_is_the_median_so_that_one_long_argument_holds_up_nobody():
    now = pace(minutes(18, 20, 90), minutes(4, 5, 30), USUAL)

    assert now == Pace(*minutes(20, 5), games=3, is_measured=True)


def test_a_game_that_has_taken_longer_than_usual_may_end_any_minute():
    assert left_of_games(minutes(5, 40), timedelta(minutes=20)) == tuple(minutes(1, 15))


@pytest.mark.parametrize(
    ("ahead", "seats", "expected"),
    [
        pytest.param(0, 2, 3, id="the first two sit down at the table that frees next"),
        pytest.param(1, 2, 3, id="and the second with the first"),
        pytest.param(2, 2, 9, id="the third at the table after it"),
        pytest.param(1, 1, 9, id="where winners stay one sits down at each"),
        pytest.param(4, 2, 23, id="once every table has turned, a game later"),
    ],
)
def test_a_place_in_line_says_how_long_it_will_be(ahead, seats, expected):
    a_game = timedelta(minutes=20)

    assert turn_in(ahead, minutes(3, 9), a_game, seats=seats) == timedelta(minutes=expected)


def test_the_end_of_the_day_comes_after_the_breaks_in_between():
    rest = Span(FIVE + timedelta(minutes=30), FIVE + timedelta(minutes=35))

    assert end_of(FIVE, 3, timedelta(minutes=20), [rest]) == FIVE + timedelta(minutes=65)


ONE, TWO, THREE = (1, 1), (2, 1), (3, 1)


@pytest.mark.parametrize(
    ("games", "tables", "waves"),
    [
        ([ONE], 8, {1: 1}),
        ([ONE, ONE, ONE, TWO, TWO, THREE, THREE], 8, {1: 1, 2: 1, 3: 1}),
        ([ONE, ONE, ONE, ONE, TWO, TWO, THREE, THREE], 2, {1: 2, 2: 1, 3: 1}),
        ([], 4, {}),
        ([THREE, TWO, THREE], 1, {2: 1, 3: 2}),
        pytest.param([ONE, (1, 3), ONE, (2, 2.5)], 2, {1: 6, 2: 2.5}, id="as long as its longest series"),
    ],
)
def test_each_round_of_phase_two_takes_its_games_one_after_the_other(games, tables, waves):
    assert waves_of_rounds(games, tables) == waves


def test_a_round_begins_when_the_one_before_is_over_and_never_in_a_break():
    rest = Span(FIVE + timedelta(minutes=20), FIVE + timedelta(minutes=25))

    times = times_of_rounds(FIVE, (1, 2), timedelta(minutes=20), [rest])

    assert times == tuple(FIVE + timedelta(minutes=after) for after in (0, 25, 65))


def test_a_game_between_equals_takes_the_expected_number_of_hands():
    ones = HandFigures(((1, HandOutcome((1, 0), (4, 0))),), (5, 5, 5))

    assert hands_a_game(ones, 1) == 1
    # Games of three kinds: 1 of 4 takes 3 hands, 3 of 8 take 4, and 3 of 8 take 5.
    assert hands_a_game(ones, 3) == pytest.approx(4.125)
    assert 3.5 < hands_a_game(DEFAULT_HANDS, 3) < 4
