from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.time.practice_clock import EventClock
from rules.time.whistle import leader

FIVE = datetime(2026, 6, 27, 22, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("sides", "units", "points", "side"),
    [
        pytest.param(("NS", "EW"), (2, 1), (0, 9), "NS", id="more hands win, regardless of points"),
        pytest.param(("NS", "EW"), (1, 1), (4, 5), "EW", id="tied in hands: more points in this game"),
        pytest.param(("NS", "EW"), (2, 2), (9, 9), None, id="tied in both: one hand decides"),
        pytest.param(("NS", "EW"), (0, 0), (0, 0), None, id="no hand was played: one hand decides"),
        pytest.param("NESW", (1, 3, 2, 0), (9, 1, 3, 9), "E", id="of lone players the best alone leads"),
        pytest.param("NESW", (1, 2, 2, 0), (9, 1, 3, 9), None, id="two lone players, and others, are tied"),
    ],
)
def test_who_has_won_a_game_that_the_whistle_cut_off(sides, units, points, side):
    assert leader(*(dict(zip(sides, figures, strict=True)) for figures in (units, points))) == side


def test_the_clock_of_a_practice_event_runs_faster():
    clock = EventClock(real_anchor=FIVE, event_anchor=FIVE - timedelta(hours=2), speed=60)

    assert clock.at(FIVE + timedelta(minutes=2)) == FIVE
    assert clock.at(FIVE + timedelta(minutes=2) + SECOND) == FIVE + 60 * SECOND


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
