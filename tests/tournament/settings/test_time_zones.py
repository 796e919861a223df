"""The event's local time: zones of half an hour, and nights in which the clocks change."""

from datetime import UTC, date, time, timedelta

import pytest

from tests import build
from tournament.errors import Refused
from tournament.schedule.clock import phase_one_slots
from tournament.settings.commands_event import open_event
from tournament.settings.plan import DayPlan, plan_of

SPRING, AUTUMN = date(2026, 3, 8), date(2026, 11, 1)
NIGHT = {
    "breaks_at": "times",
    "meet_at": time(0, 15),
    "phase_one_at": time(0, 30),
    "phase_two_at": time(3, 30),
    "awards_at": time(5),
}


def held(zone: str, on: date = build.DAY, **plan):
    """An event on that date in that zone; with ``NIGHT``, in the small hours."""
    return build.event(timezone=zone, held_on=on, **plan)


def shown(event, moments):
    return [f"{moment.astimezone(event.zone):%-H:%M}" for moment in moments]


@pytest.mark.parametrize(
    ("zone", "utc"),
    [
        pytest.param("Asia/Kolkata", "09:30", id="five hours and a half ahead"),
        pytest.param("Australia/Adelaide", "05:30", id="nine hours and a half ahead"),
        pytest.param("Asia/Kathmandu", "09:15", id="five and three quarters ahead"),
        pytest.param("America/St_Johns", "17:30", id="two and a half behind, in summer"),
    ],
)
def test_in_a_zone_of_half_hours_the_day_is_the_one_on_the_wall(zone, utc):
    event = held(zone)

    slots = phase_one_slots(event, build.MORNING)
    assert f"{slots[0].called_at.astimezone(UTC):%H:%M}" == utc
    assert shown(event, [slot.whistle_at for slot in slots]) == ["15:30", "16:00", "16:30", "17:00"]


@pytest.mark.both
def test_a_night_in_which_the_clocks_are_put_back_is_an_hour_longer():
    event = held("America/Chicago", AUTUMN, breaks=(time(1, 30),), **NIGHT)

    slots = phase_one_slots(event, build.MORNING)

    assert [slot.whistle_at - slot.called_at for slot in slots] == [timedelta(hours=1), timedelta(hours=3)]
    assert shown(event, [slot.whistle_at for slot in slots]) == ["1:30", "3:30"]


def test_a_break_across_the_start_of_daylight_time_keeps_its_length():
    event = held("America/Chicago", SPRING, breaks=(time(1, 58),), **NIGHT)

    rest = event.breaks.get()

    assert rest.ends_at - rest.starts_at == timedelta(minutes=5)
    assert shown(event, [rest.starts_at, rest.ends_at]) == ["1:58", "3:03"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        pytest.param({"phase_one_at": time(2, 15)}, "phase_one_at", id="a part of the day"),
        pytest.param({"breaks": (time(2, 30),)}, "breaks", id="a break"),
    ],
)
def test_a_time_over_which_the_clocks_jump_is_refused(changes, field):
    plan = {"name": "Spring Night", "held_on": SPRING, **NIGHT, "breaks": (time(1),)} | changes

    with pytest.raises(Refused, match="the clocks skip 02:") as refused:
        open_event(plan=DayPlan(**plan), user=None, at=build.MORNING)

    assert refused.value.field == field


@pytest.mark.parametrize("on", [SPRING, AUTUMN])
def test_the_plan_of_a_night_of_change_comes_back_as_it_was_filled_in(on):
    event = held("America/Chicago", on, breaks=(time(1, 30), time(4)), **NIGHT)

    plan = plan_of(event)

    assert {name: getattr(plan, name) for name in NIGHT} == NIGHT
    assert (plan.breaks, plan.break_minutes) == ((time(1, 30), time(4)), 5)
