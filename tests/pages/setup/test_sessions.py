"""Sessions and days in an organizer's settings form (Rulebook E-69)."""

from datetime import date, time

import pytest

from rules.time.hours import DayHours, SessionPlan
from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import sent
from tests.pages.visit import organizer_of
from tests.sessions import FRIDAY, SATURDAY, SUNDAY, weekend
from tournament.models import Event
from tournament.settings.plan import plan_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def hours(plan):
    return {name: getattr(plan, name) for name in DayHours.__dataclass_fields__}


def fold(page):
    return next(
        fold for fold in page.context["paper"].folds if fold.title == "Time zone and length of the day"
    )


def test_one_session_on_one_day_is_the_usual_and_says_so():
    event = build.event()
    ann = organizer_of(event)

    page = ann.get(f"/{event.slug}/event/")
    assert ann.post(f"/{event.slug}/event/", sent(page)).status_code == 302

    assert fold(page).summary == "Chicago time · Phase I in one session, all on one day"
    assert not fold(page).is_open
    opened = ann.post(f"/{event.slug}/event/", {**sent(page), "look": "1"})
    assert "Add a session" in words(opened)
    assert hours(plan_of(event)) == hours(plan_of(build.event()))


def test_a_session_is_added_changed_and_removed():
    event = build.event(held_on=FRIDAY, sign_up_minutes=60)
    ann, address = organizer_of(event), f"/{event.slug}/event/"

    weekend = {
        "phase_one_until": "17:00", "session_2_held_on": "2026-06-27", "session_2_starts_at": "13:00",
        "session_2_ends_at": "16:00", "session_2_seating": "random", "phase_two_on": "2026-06-28",
    }  # fmt: skip

    added = ann.post(address, sent(ann.get(address), **weekend))

    assert added.status_code == 302
    plan = plan_of(event)
    assert plan.sessions == (
        SessionPlan(held_on=SATURDAY, starts_at=time(13), ends_at=time(16), seating="random"),
    )
    assert (plan.phase_one_until, plan.phase_two_on) == (time(17), SUNDAY)
    page = ann.get(address)
    assert fold(page).summary == (
        "Chicago time · Phase I in 2 sessions: June 26, 3:00 PM; June 27, 1:00 PM · Phase II June 28"
    )
    assert [form.number for form in page.context["paper"].sessions if form.is_shown] == [2]

    ann.post(address, sent(page))
    event.refresh_from_db()
    assert hours(plan_of(event)) == hours(plan)

    ann.post(address, sent(page, session_2_is_gone="on", phase_one_until="", phase_two_on=""))
    assert plan_of(event).is_one_session
    event.refresh_from_db()
    assert not event.spans_days


def test_what_is_refused_is_said_and_the_paper_is_open_there():
    event = weekend()
    ann, address = organizer_of(event), f"/{event.slug}/event/"
    before = plan_of(event)

    for typed, says in (
        ({"session_3_starts_at": "10:00"}, "Say on which day this session is."),
        ({"session_3_held_on": "2026-06-28"}, "Say when this session begins."),
        ({"session_2_starts_at": "lunch"}, "Say when this session begins."),
        ({"session_2_held_on": "2026-06-26"}, "Session 2 begins before session 1 is over."),
        ({"session_2_ends_at": ""}, "Say when session 2 of Phase I ends."),
        ({"phase_one_until": ""}, "Say when session 1 of Phase I ends."),
        ({"phase_two_on": "2026-06-26"}, "Phase II begins before Phase I is over."),
    ):
        page = ann.post(address, sent(ann.get(address), **typed))
        assert (page.status_code, says in words(page)) == (422, True), says
        assert fold(page).is_open or "phase_two_on" in typed
    assert plan_of(event) == before


def test_a_new_event_may_be_a_weekend_from_the_start(admin_client):
    days = {"held_on": "2026-06-27", "phase_one_until": "17:00", "phase_two_on": "2026-06-28"}
    sunday = {"phase_two_at": "14:00", "awards_at": "16:00"}

    answer = admin_client.post("/new/", sent(admin_client.get("/new/"), name="Lake", **days, **sunday))

    assert answer.status_code == 302
    plan = plan_of(Event.objects.get())
    assert (plan.phase_two_on, plan.phase_two_at) == (date(2026, 6, 28), time(14))
