"""An event that begins in the evening and ends after midnight (Rulebook E-67)."""

from datetime import date, time

import pytest

from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock
from tournament.models import Event
from tournament.schedule.clock import event_now, phase_one_slots, timetable
from tournament.settings.plan import plan_of

pytestmark = pytest.mark.slow

NIGHT = {
    "meet_at": time(21),
    "phase_one_at": time(22),
    "phase_two_at": time(0, 30),
    "awards_at": time(3),
    "breaks_at": "times",
    "breaks": [time(22, 30), time(23), time(23, 30), time(0), time(0, 30), time(1), time(1, 30), time(2)],
    "is_practice": True,
}


def on(event, moment):
    return f"{moment.astimezone(event.zone):%a %H:%M}"


def test_what_is_past_midnight_is_on_the_next_day():
    event = build.event(**NIGHT)
    day = timetable(event, build.MEET)

    starts = [on(event, part.starts_at) for part in day.phases]
    calls = [on(event, slot.called_at) for slot in phase_one_slots(event, build.MEET)]
    assert starts == ["Sat 21:00", "Sat 22:00", "Sun 00:30", "Sun 03:00"]
    assert calls == ["Sat 22:00", "Sat 22:30", "Sat 23:00", "Sat 23:30", "Sun 00:00"]
    again = plan_of(event)
    assert {name: getattr(again, name) for name in NIGHT} == NIGHT | {"breaks": tuple(NIGHT["breaks"])}
    assert again.held_on == date(2026, 6, 27)


@pytest.mark.both
def test_a_practice_clock_past_midnight_shows_in_log_and_filters():
    event = build.event(**NIGHT)
    client = organizer_of(event)
    still_clock(event, build.at(23, 50))

    moved = words(client.post(f"/{event.slug}/clock/", {"shown": "00:10", "speed": "0"}, follow=True))
    night = words(client.get(f"/{event.slug}/log/?since=00:05"))
    evening = words(client.get(f"/{event.slug}/log/?until=23:00"))

    assert "The clock shows 12:10 AM." in moved
    assert on(event, event_now(Event.objects.get(pk=event.pk), build.at(23))) == "Sun 00:10"
    assert "Sunday, June 28" in night
    assert "Sunday, June 28" not in evening
