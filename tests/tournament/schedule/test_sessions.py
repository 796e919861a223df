"""An event of several sessions and days: saved, filled in again, and refused (E-69, E-70)."""

from dataclasses import replace
from datetime import date, time, timedelta

import pytest

from rules.time.hours import SessionPlan
from tests import build
from tests.sessions import FRIDAY, PLAN, SATURDAY, SUNDAY, on, shown, weekend
from tournament.errors import Refused
from tournament.schedule.changes_of_schedule import day_controls
from tournament.schedule.clock import ends_at, timetable
from tournament.schedule.commands_schedule_changes import add_minutes, pause_day, resume_day, start_part
from tournament.schedule.countdown import at_the_time, wall
from tournament.schedule.day_page import day_page
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of

pytestmark = pytest.mark.django_db

LUNCH = {
    "held_on": SATURDAY,
    "meet_at": time(9),
    "phase_one_at": time(10),
    "phase_one_until": time(12),
    "sessions": (SessionPlan(held_on=SATURDAY, starts_at=time(13)),),
    "phase_two_at": time(15),
    "awards_at": time(17),
    "breaks_at": "times",
    "breaks": (time(10, 30),),
}


BY_LOT = replace(PLAN["sessions"][0], seating="random")


def sessions_of(event, at=build.MORNING):
    return [(shown(span.starts_at), shown(span.ends_at)) for span in timetable(event, at).sessions("one")]


def breaks_of(event):
    return [shown(rest.starts_at) for rest in event.breaks.filter(is_gap=False)]


def rests(event):
    return list(event.breaks.values_list("starts_at", "ends_at", "is_gap", "seating"))


def test_phase_one_runs_from_its_first_session_to_its_last_with_breaks():
    event = weekend()

    assert [(row.kind, shown(row.starts_at), shown(row.ends_at)) for row in event.phases.all()] == [
        ("meet", "Fri 6:00 PM", "Fri 7:00 PM"),
        ("one", "Fri 7:00 PM", "Sat 4:00 PM"),
        ("two", "Sun 2:00 PM", "Sun 4:00 PM"),
        ("awards", "Sun 4:00 PM", "Sun 5:00 PM"),
    ]
    assert sessions_of(event) == [("Fri 7:00 PM", "Fri 9:30 PM"), ("Sat 1:00 PM", "Sat 4:00 PM")]
    assert breaks_of(event) == [
        "Fri 7:30 PM", "Fri 8:00 PM", "Fri 8:30 PM", "Fri 9:00 PM",
        "Sat 1:30 PM", "Sat 2:00 PM", "Sat 2:30 PM", "Sat 3:00 PM", "Sat 3:30 PM",
        "Sun 2:30 PM", "Sun 3:00 PM", "Sun 3:30 PM",
    ]  # fmt: skip
    assert (event.spans_days, shown(ends_at(event))) == (True, "Sun 5:00 PM")
    assert not build.event().spans_days
    assert not breaks_of(weekend(breaks_at="never", round_minutes=150))


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(PLAN, id="a weekend"),
        pytest.param(LUNCH, id="a lunch hour, and Phase II right behind"),
        pytest.param({"phase_one_until": time(16, 30)}, id="a dinner before Phase II"),
        pytest.param({"phase_two_on": SUNDAY, "phase_one_until": time(17)}, id="Phase II on Sunday"),
        pytest.param(PLAN | {"sessions": (BY_LOT,)}, id="by lot on Saturday"),
        pytest.param(PLAN | {"phase_one_until": time(0, 30), "breaks": (time(0),)}, id="past midnight"),
        pytest.param(PLAN | {"seating": "alone", "awards_at": time(18)}, id="people alone"),
    ],
)
def test_what_was_filled_in_is_there_again_and_saving_it_changes_nothing(plan):
    event = build.event(**plan)
    before, rows = plan_of(event), rests(event)

    change_event(event=event, plan=before, by=build.organizer(event), at=build.MORNING)

    assert (plan_of(event), rests(event)) == (before, rows)
    for name in ("sessions", "phase_one_until") if plan.get("seating") != "alone" else ():
        assert getattr(before, name) == plan.get(name, () if name == "sessions" else None)


@pytest.mark.both
def test_a_night_of_friday_goes_past_midnight_and_is_still_friday():
    event = weekend(phase_one_until=time(0, 30))

    assert sessions_of(event)[0] == ("Fri 7:00 PM", "Sat 12:30 AM")
    late = on(SATURDAY, 0, 10)
    assert wall(event, late, on(FRIDAY, 23)) == "12:10 AM"
    assert wall(event, on(SATURDAY, 13), late) == "Sat 1:00 PM"
    assert at_the_time(event, on(SATURDAY, 13), late) == "Saturday at 1:00 PM"
    assert at_the_time(event, on(SATURDAY, 13), on(SATURDAY, 9)) == "at 1:00 PM"


@pytest.mark.parametrize(
    ("plan", "field", "says"),
    [
        ({"phase_one_until": None}, "phase_one_until", "Say when session 1 of Phase I ends."),
        ({"phase_one_until": time(18, 30)}, "phase_one_until", "Session 1 ends before it begins"),
        (
            {"sessions": (SessionPlan(held_on=FRIDAY, starts_at=time(20), ends_at=time(22)),)},
            "sessions",
            "begins before session 1",
        ),
        (
            {"sessions": (SessionPlan(held_on=SATURDAY, starts_at=time(13)),)},
            "sessions",
            "Say when session 2",
        ),
        ({"phase_two_on": FRIDAY}, "phase_two_at", "begins before Phase I is over"),
        ({"phase_two_on": date(2062, 6, 28)}, "phase_two_on", "more than a year"),
        ({"phase_two_on": date(3026, 6, 28)}, "phase_two_on", "Is 3026 the right year"),
        ({"awards_at": time(13)}, "awards_at", "awards come after Phase II"),
        ({"phase_one_at": time(17)}, "phase_one_at", "after the meet and greet"),
        ({"long_break_after": 99}, "long_break_after", "No break follows game 99"),
        (
            {"long_break_after": 1, "seating": "open"},
            "long_break_after",
            "In open play everybody’s games end at other times",
        ),
        (
            {"seating": "open", "sessions": (replace(PLAN["sessions"][0], seating="swiss"),)},
            "sessions",
            "can be chosen",
        ),
    ],
)
def test_what_cannot_be_is_refused_where_it_was_typed(plan, field, says):
    with pytest.raises(Refused, match=says) as refused:
        weekend(**plan)

    assert refused.value.field == field


@pytest.mark.parametrize(
    ("plan", "minutes", "long_break"),
    [
        (
            {"breaks": (time(20), time(20, 30), time(14)), "long_break_after": 4, "long_break_minutes": 20},
            5,
            "Sat 2:00 PM",
        ),
        (
            {"breaks": (time(20),), "long_break_after": 1, "long_break_minutes": 30, "break_minutes": 7},
            7,
            "Fri 8:00 PM",
        ),
    ],
)
def test_a_long_break_is_kept_shown_and_filled_in_again(plan, minutes, long_break):
    event = weekend(**plan)
    back, rows = plan_of(event), rests(event)

    change_event(event=event, plan=back, by=build.organizer(event), at=build.MORNING)

    page = day_page(event, build.MORNING)
    assert (rests(event), back.break_minutes) == (rows, minutes)
    assert (page.break_minutes, shown(page.long_break)) == (minutes, long_break)


def test_more_than_six_sessions_are_refused():
    days = [SATURDAY + timedelta(days=7 * week) for week in range(6)]
    more = tuple(SessionPlan(held_on=day, starts_at=time(13), ends_at=time(16)) for day in days)
    last = SUNDAY + timedelta(days=60)

    assert len(sessions_of(weekend(sessions=more[:5], phase_two_on=last))) == 6
    with pytest.raises(Refused, match="at most 6 sessions"):
        weekend(sessions=more, phase_two_on=last)


@pytest.mark.both
def test_the_schedule_names_each_day_once():
    page = day_page(weekend(), on(SATURDAY, 14))

    assert [(part.day, part.label, shown(part.starts_at), part.is_now) for part in page.parts] == [
        (FRIDAY, "Meet & greet", "Fri 6:00 PM", False),
        (None, "Phase I, session 1", "Fri 7:00 PM", False),
        (SATURDAY, "Phase I, session 2", "Sat 1:00 PM", True),
        (SUNDAY, "Phase II", "Sun 2:00 PM", False),
        (None, "Awards", "Sun 4:00 PM", False),
    ]
    breaks = [(day, len(moments)) for day, moments in page.breaks_by_day]
    assert (page.last_day, breaks) == (SUNDAY, [(FRIDAY, 4), (SATURDAY, 5), (SUNDAY, 3)])


def test_minutes_and_pauses_of_friday_leave_saturday_and_sunday_alone():
    event = weekend()
    by, now = build.organizer(event), on(FRIDAY, 21, 10)

    add_minutes(event=event, minutes=20, by=by, at=on(FRIDAY, 19, 40))
    pause_day(event=event, by=by, at=on(FRIDAY, 20, 40))
    resume_day(event=event, by=by, at=now)

    assert sessions_of(event, now) == [("Fri 7:00 PM", "Fri 10:20 PM"), ("Sat 1:00 PM", "Sat 4:00 PM")]
    assert shown(timetable(event, now).phase("two").starts_at) == "Sun 2:00 PM"
    assert day_page(event, now).parts[2].was is None


def test_a_pause_that_nobody_ended_in_the_evening_is_resumed_the_next_day():
    event = weekend()
    by = build.organizer(event)
    pause_day(event=event, by=by, at=on(FRIDAY, 21))

    resume_day(event=event, by=by, at=on(SATURDAY, 13))

    # Friday's last half-hour is played first, and then comes Saturday's session.
    assert sessions_of(event, on(SATURDAY, 13)) == [
        ("Fri 7:00 PM", "Sat 1:30 PM"),
        ("Sat 1:30 PM", "Sat 4:30 PM"),
    ]
    assert shown(timetable(event, on(SATURDAY, 13)).phase("two").starts_at) == "Sun 2:00 PM"


def test_between_sessions_no_pause_but_the_next_may_be_early_or_late():
    event = weekend()
    by = build.organizer(event)
    night, noon = on(FRIDAY, 23), on(SATURDAY, 12)

    with pytest.raises(Refused, match="Nobody is playing"):
        pause_day(event=event, by=by, at=night)
    asleep, near = day_controls(event, night), day_controls(event, noon)
    assert (asleep.is_near, asleep.start, asleep.call_off) == (False, None, None)
    assert asleep.now == "Phase I continues Saturday at 1:00 PM."
    assert (near.start.label, near.start.follows) == (
        "Start session 2 now",
        "60 minutes early. It ends 3:00 PM.",
    )
    assert (near.is_later, near.add[0].follows) == ("The next session is", "Phase I continues at 1:05 PM.")
    assert day_controls(event, on(FRIDAY, 20)).is_later == "Everything in this session is"
    assert day_controls(event, on(SUNDAY, 15)).is_later == "Everything after this is"

    add_minutes(event=event, minutes=15, by=by, at=noon)
    assert sessions_of(event, noon)[1] == ("Sat 1:15 PM", "Sat 4:15 PM")

    start_part(event=event, part="one", by=by, at=on(SATURDAY, 12, 30))
    assert sessions_of(event, on(SATURDAY, 12, 30))[1] == ("Sat 12:30 PM", "Sat 3:30 PM")
    assert event.log.order_by("pk").last().words == "Session 2 of Phase I was started."
    with pytest.raises(Refused, match="By the clock"):
        start_part(event=event, part="one", by=by, at=on(SATURDAY, 12, 31))
