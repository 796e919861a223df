"""The hours of the form: what hangs on Phase I moves with it, and a sentence says so (Rulebook E-220)."""

import json
from datetime import date, time

import pytest

from pages.setup.evenings import plan_of_evening
from rules.evenings.known import EVENINGS
from seasons.shelf.copied import copied_plan
from simulation.days.plan import hours_of
from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import filled_in, sent, told
from tests.pages.visit import organizer_of
from tests.sessions import weekend
from tournament.models import Event
from tournament.schedule.clock import timetable
from tournament.settings.commands_event import open_event
from tournament.settings.plan import plan_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

BEGINS = ["09:00", "18:00", "23:00"]


def as_sent(page, **typed):
    """The form as a browser sends it, with the hours that it showed."""
    shown = page.context["paper"].hours_shown
    return filled_in(page, **{**json.loads(shown), "hours_shown": shown, "venue": "Hall", **typed})


def opened(client, address, **typed):
    """Open an event by the form at ``address``: press, look over what moved, press again."""
    asks = client.post(address, as_sent(client.get(address), name="Friday", **typed))
    if asks.status_code == 422:
        assert "Look them over, then press the button again." in words(asks)
        assert client.post(address, as_sent(asks)).status_code == 302
    return Event.objects.latest("pk")


def played(event):
    """The minutes of each round of Phase I."""
    return [ends - starts for starts, ends in hours_of(timetable(event, build.MORNING)).slots]


@pytest.mark.parametrize("begins", BEGINS)
@pytest.mark.parametrize("key", EVENINGS)
def test_an_evening_and_its_copy_keep_their_rounds_at_any_hour(key, begins):
    evening = EVENINGS[key]
    plan = plan_of_evening(evening, name=evening.name, held_on=build.DAY)
    as_usual = open_event(plan=plan, user=None, at=build.MORNING)

    event = open_event(
        plan=plan.beginning(build.DAY, time.fromisoformat(begins)), user=None, at=build.MORNING
    )
    copied = copied_plan(event, build.DAY)
    copy = open_event(plan=copied, user=None, at=build.MORNING)

    assert (copied.held_on - build.DAY).days == 7
    assert played(copy) == played(event) == played(as_usual)
    if plan.has_rounds:
        assert played(event) == [evening.minutes] * evening.rounds


@pytest.mark.parametrize("key", ["fahrenheit", "progressive-euchre", "pinochle-kansas-city"])
def test_the_form_opens_an_evening_at_night_and_its_copy_in_the_afternoon(ann, key):
    event = opened(ann, f"/new/?evening={key}", phase_one_at="23:00", held_on="2026-06-27")
    copy = opened(ann, f"/new/?copy={event.slug}", phase_one_at="15:00")

    assert played(copy) == played(event) == [EVENINGS[key].minutes] * EVENINGS[key].rounds
    assert [f"{plan_of(each).phase_one_at:%H:%M}" for each in (event, copy)] == ["23:00", "15:00"]


def test_hours_that_are_all_typed_take_the_breaks_with_them(ann):
    hours = {"meet_at": "17:00", "phase_one_at": "18:00", "phase_two_at": "20:00", "awards_at": "22:00"}

    answer = ann.post("/new/", as_sent(ann.get("/new/"), name="Friday", held_on="2026-06-27", **hours))

    event = Event.objects.get()
    assert answer.status_code == 302
    assert played(event) == [25] * 4
    breaks = "at the top and middle of each hour: at 6:30, 7:00, 7:30, 8:00"
    assert breaks in told(ann.get(f"/{event.slug}/event/"))


def test_a_look_moves_what_nobody_typed_and_says_what_moved(ann):
    typed = as_sent(ann.get("/new/"), phase_one_at="18:00", awards_at="21:30", look="1")

    page = ann.post("/new/", typed)

    paper = page.context["paper"]
    assert page.status_code == 200
    assert paper.hours.moved == {"meet_at": "17:00", "phase_two_at": "20:00"}
    sentence = (
        "Phase I now begins at 6:00 PM. With it moved: meet & greet to 5:00 PM and Phase II to 8:00 PM. "
        "Breaks and sign-up follow by themselves."
    )
    assert sentence in words(page)
    assert not paper.asks_about_hours
    assert page.content.decode().count('hx-swap-oob="true"') == 4
    # What the page shows now moves no second time, and what was typed stays.
    assert ann.post("/new/", as_sent(page, name="Friday", awards_at="21:30")).status_code == 302
    plan = plan_of(Event.objects.get())
    assert (plan.meet_at, plan.phase_two_at, plan.awards_at) == (time(17), time(20), time(21, 30))


def test_moving_a_weekend_also_moves_days_in_unopened_folds():
    event = weekend()
    ann, address = organizer_of(event), f"/{event.slug}/event/"
    page = ann.get(address)
    folds = {fold.key for fold in page.context["paper"].folds}
    closed = {"folded": sorted(folds), "hours_shown": page.context["paper"].hours_shown}
    basics = {"name": "Weekend", "venue": "", "held_on": "2026-07-03", "game": "fahrenheit"}

    asks = ann.post(address, {**basics, **closed})

    assert asks.status_code == 422
    assert "Phase I now begins on July 3. With it moved: the date of Phase II to July 5" in words(asks)
    assert plan_of(event).held_on == date(2026, 6, 26)
    assert ann.post(address, sent(asks)).status_code == 302
    plan = plan_of(event)
    assert (plan.held_on, plan.sessions[0].held_on) == (date(2026, 7, 3), date(2026, 7, 4))
    assert plan.phase_two_on == date(2026, 7, 5)


@pytest.mark.parametrize("shown", ["", "x", "[]", "{}", '{"held_on": 7}', '{"phase_one_at": "99:99"}'])
def test_hours_that_no_page_showed_move_nothing(ann, shown):
    typed = as_sent(ann.get("/new/"), name="Friday", held_on="2026-06-27", phase_one_at="16:00")

    assert ann.post("/new/", typed | {"hours_shown": shown}).status_code == 302
    assert plan_of(Event.objects.get()).phase_two_at == time(17)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"breaks_at": "times", "breaks": "9 PM"}, "Nobody plays at 9:00 PM, when a break begins."),
        ({"breaks_at": "times", "breaks": ""}, "Write when the breaks begin"),
        ({"phase_two_at": "15:30"}, "there is no room for a second round"),
        ({"awards_at": "17:20"}, "The awards come before the final"),
        ({"held_on": "9999-12-31"}, "Is 9999 the right year?"),
        ({"phase_two_on": "2099-06-27"}, "Say when session 1 of Phase I ends."),
    ],
)
def test_hours_that_do_not_fit_are_refused_for_new_and_copied_events(ann, typed, says):
    event = opened(ann, "/new/", held_on="2026-06-27")

    for address in ("/new/", f"/new/?copy={event.slug}", f"/{event.slug}/event/"):
        page = ann.post(
            address, as_sent(ann.get(address), **{"name": "Friday", "held_on": "2026-06-27"} | typed)
        )
        assert (page.status_code, says in words(page)) == (422, True), address
    assert Event.objects.count() == 1


def test_an_older_event_keeps_its_written_breaks_until_its_hours_change():
    event = build.event(breaks_at="times", breaks=[time(16), time(17)])
    ann, address = organizer_of(event), f"/{event.slug}/event/"

    assert ann.post(address, as_sent(ann.get(address), tables="9")).status_code == 302
    assert [f"{rest.starts_at.astimezone(event.zone):%-I:%M}" for rest in event.breaks.all()] == [
        "4:00",
        "5:00",
    ]
    moved = as_sent(ann.post(address, as_sent(ann.get(address), phase_one_at="18:00")))
    assert ann.post(address, moved).status_code == 302
    assert plan_of(event).breaks == (time(19), time(20))


def test_an_evening_states_durations_and_no_hours_the_form_may_change(ann):
    address = "/new/?evening=fahrenheit"
    typed = as_sent(ann.get(address), phase_one_at="18:00")

    pages = ann.get(address), ann.post(address, {**typed, "look": "1"})
    shown = [words(page) for page in pages]

    assert "Phase I is from 6:00 PM to 8:00 PM." in told(pages[1])
    assert all("after the first is called; the awards are 2 hours later." in each for each in shown)
    assert not any("is over at" in each for each in shown)
