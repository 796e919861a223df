from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.practice_clock import EventClock
from rules.competition.whistle import leader

FIVE = datetime(2026, 6, 27, 22, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("units", "points", "side"),
    [
        pytest.param((2, 1), (0, 9), "NS", id="more hands win, regardless of points"),
        pytest.param((1, 1), (4, 5), "EW", id="tied in hands: more points in this game"),
        pytest.param((2, 2), (9, 9), None, id="tied in both: one hand decides"),
        pytest.param((0, 0), (0, 0), None, id="no hand was played: one hand decides"),
    ],
)
def test_who_has_won_a_game_that_the_whistle_cut_off(units, points, side):
    assert (
        leader(dict(zip(("NS", "EW"), units, strict=True)), dict(zip(("NS", "EW"), points, strict=True)))
        == side
    )


def test_of_lone_players_the_best_alone_leads():
    assert leader({"N": 1, "E": 2, "S": 2, "W": 0}, {"N": 9, "E": 1, "S": 3, "W": 9}) is None
    assert leader({"N": 1, "E": 3, "S": 2, "W": 0}, {}) == "E"


def test_a_practice_event_runs_faster_from_where_it_was_set():
    clock = EventClock(real_anchor=FIVE, event_anchor=FIVE - timedelta(hours=2), speed=60)

    assert clock.at(FIVE + timedelta(minutes=2)) == FIVE


def test_a_clock_sped_up_does_not_jump():
    clock = EventClock(FIVE, FIVE - timedelta(days=1), 10)
    later = FIVE + timedelta(minutes=1)

    faster = clock.sped(later, 100)

    assert faster.at(later) == clock.at(later)
    assert faster.at(later + SECOND) == clock.at(later) + 100 * SECOND


def test_a_clock_that_stands_still_names_no_real_moment():
    with pytest.raises(ValueError, match="is stopped"):
        EventClock(FIVE, FIVE, 0).real(FIVE)


def test_no_clock_runs_backwards():
    with pytest.raises(ValueError, match="does not run backwards"):
        EventClock(FIVE, FIVE, -1)


@given(st.floats(0.01, 1000), st.integers(-10_000_000, 10_000_000), st.integers(0, 1_000_000))
def test_there_and_back_is_the_same_moment(speed, shift, seconds):
    clock = EventClock(FIVE, FIVE + timedelta(seconds=shift), speed)
    real = FIVE + timedelta(seconds=seconds)

    assert abs(clock.real(clock.at(real)) - real) < timedelta(milliseconds=1)
