"""A duration in words."""

import pytest

from tournament.schedule.countdown import in_minutes

pytestmark = pytest.mark.embedded

HOUR = 3600


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        pytest.param(432, "7:12", id="minutes"),
        pytest.param(HOUR + 12 * 60, "1:12:00", id="hours"),
        pytest.param(47 * HOUR, "47:00:00", id="the day after tomorrow"),
        pytest.param(312 * HOUR + 59, "13 days", id="in two weeks"),
    ],
)
def test_a_clock_shows_minutes_hours_and_from_two_days_on_days(seconds, text):
    assert in_minutes(seconds) == text
