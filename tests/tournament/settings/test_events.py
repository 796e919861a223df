from dataclasses import replace
from datetime import date, time, timedelta

import pytest

from tests import build
from tournament.errors import Refused
from tournament.schedule.clock import event_now
from tournament.settings.commands_event import change_event, set_clock
from tournament.settings.plan import plan_of

pytestmark = pytest.mark.django_db


def test_two_events_of_one_name_have_addresses_of_their_own():
    first, second = build.event(), build.event()

    assert first.slug == "pride-south-bid-whist"
    assert second.slug.startswith("pride-south-bid-whist-")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param({"phase_two_at": time(14, 30)}, "in that order", id="phase two before phase one"),
        pytest.param({"advance_count": 1}, "From 2 to 128 teams", id="one team goes through"),
        pytest.param({"held_on": date(9999, 12, 31)}, "9999 the right year", id="a year that will not come"),
        pytest.param({"held_on": date(20, 6, 27)}, "20 the right year", id="a year of two digits"),
        pytest.param({"tables": 0}, "at least one table", id="no tables"),
        pytest.param({"seating": "musical"}, "Choose one of the ways of seating", id="no way of seating"),
        pytest.param({"game": "bridge"}, "bridge", id="a game nobody here knows"),
        pytest.param(
            {"game": "bid-fair", "seating": "alone"}, "Partners can’t change", id="one against one, rotating"
        ),
        pytest.param({"house_rules": {"whisper": True}}, "whisper", id="a house rule the game hasn't"),
    ],
)
def test_a_day_that_cannot_be_is_refused(changes, sentence):
    with pytest.raises(Refused, match=sentence):
        build.event(**changes)


def test_as_phase_one_starts_house_rules_freeze_and_breaks_move_deadlines():
    event = build.event()
    build.teams(event, 2)
    build.called_round(event)
    event.refresh_from_db()
    assert event.deadlines.get().due_at == build.at(15, 5)

    def changed(**more):
        by = build.organizer(event)
        change_event(event=event, plan=replace(plan_of(event), **more), by=by, at=build.at(15, 1))

    with pytest.raises(Refused, match="frozen"):
        changed(house_rules={"no_trump_boston_units": 4})
    changed(breaks_at="times", breaks=(time(15, 2), time(16)))

    assert event.deadlines.get().due_at == build.at(15, 10)


@pytest.mark.both
def test_a_practice_event_begins_early_and_only_its_clock_moves_forward():
    real, event = build.event(), build.event(is_practice=True)
    moved = {"shown": build.at(15), "speed": 60, "real": build.MORNING}
    began_at, logged_at = event_now(event, build.MORNING), event.log.get().at

    event = set_clock(event=event, by=build.organizer(event), **moved)
    build.team(event)  # It is logged at 2:00 PM.

    assert (began_at, logged_at) == (build.MEET, build.MEET)
    assert event_now(event, build.MORNING + timedelta(seconds=10)) == build.at(15, 10)
    for changed, more, sentence in (
        (event, {"shown": build.at(14, 30)}, r"moves forward.* Set it to 3:00 PM or later"),
        (event, {"speed": -1}, "3,600"),
        (real, {}, "Only a practice event"),
    ):
        with pytest.raises(Refused, match=sentence):
            set_clock(event=changed, by=build.organizer(changed), **moved | more)
