"""A day that begins in the evening and goes on past midnight (Rulebook E-67)."""

from datetime import date, time, timedelta

import pytest
from django.test import Client

from scoring.commands.bracket import start_phase_two
from scoring.commands.cut import draw_lot, settle_cut
from scoring.queries.integrity import integrity
from scoring.queries.standings.standings import standings
from tests import build
from tests.pages.reading import words
from tests.pages.visit import still_clock, wearing
from tournament.commands.floor import call_game
from tournament.commands.schedule_changes import add_minutes, pause_day, resume_day
from tournament.models import Event
from tournament.queries.clock import event_now, phase_one_slots, timetable
from tournament.queries.plan import plan_of

pytestmark = pytest.mark.slow

NIGHT = {
    "meet_at": time(21),
    "phase_one_at": time(22),
    "phase_two_at": time(0, 30),
    "awards_at": time(3),
    "breaks": [time(22, 30), time(23), time(23, 30), time(0), time(0, 30), time(1), time(1, 30), time(2)],
    "is_practice": True,
}


@pytest.fixture
def event():
    return build.event(**NIGHT)


def on(event, moment):
    return f"{moment.astimezone(event.zone):%a %H:%M}"


def test_what_is_past_midnight_is_on_the_next_day(event):
    day = timetable(event, build.MEET)

    assert [on(event, part.starts_at) for part in day.phases] == [
        "Sat 21:00",
        "Sat 22:00",
        "Sun 00:30",
        "Sun 03:00",
    ]
    assert [on(event, slot.called_at) for slot in phase_one_slots(event, build.MEET)] == [
        "Sat 22:00",
        "Sat 22:30",
        "Sat 23:00",
        "Sat 23:30",
        "Sun 00:00",
    ]
    again = plan_of(event)
    assert {name: getattr(again, name) for name in NIGHT} == NIGHT | {"breaks": tuple(NIGHT["breaks"])}
    assert again.held_on == date(2026, 6, 27)


def test_a_night_is_played_from_the_first_round_to_the_bracket(event):
    build.teams(event, 8)
    by, ten = build.organizer(event), build.at(22)
    for number in range(2):
        row = build.called_round(event, at=ten + timedelta(minutes=30 * number))
        for game in row.games.filter(kind="game"):
            build.won(game, at=row.play_from + timedelta(minutes=15))
    pause_day(event=event, by=by, at=ten + timedelta(minutes=145))
    resume_day(event=event, by=by, at=ten + timedelta(minutes=148))
    add_minutes(event=event, minutes=5, by=by, at=ten + timedelta(minutes=149))
    end = ten + timedelta(minutes=160)
    while ties := standings(event).ties:
        draw_lot(event=event, teams=list(event.teams.filter(pk__in=ties[0])), words="owl", by=by, at=end)
    settle_cut(event=event, by=by, at=end)
    start_phase_two(event=event, by=by, at=end)
    game = event.games.filter(phase__kind="two", called_at=None).order_by("pk").first()
    call_game(game=game, by=by, at=end + timedelta(minutes=1))
    still_clock(event, end + timedelta(minutes=2))

    hall, log = (
        words(client.get(f"/{event.slug}/{page}"))
        for client, page in ((Client(), ""), (wearing(by.badge), "log/"))
    )

    assert integrity(event) == []
    assert "Phase II" in hall
    assert "12:42 AM" in hall
    assert "Saturday, June 27" in log
    assert "Sunday, June 28" in log


def test_the_practice_clock_is_moved_past_midnight_and_the_log_finds_what_was_then(event):
    client = wearing(build.organizer(event).badge)
    still_clock(event, build.at(23, 50))

    moved = words(client.post(f"/{event.slug}/clock/", {"shown": "00:10", "speed": "0"}, follow=True))
    night = words(client.get(f"/{event.slug}/log/?since=00:05"))
    evening = words(client.get(f"/{event.slug}/log/?until=23:00"))

    assert "The clock shows 12:10 AM." in moved
    assert on(event, event_now(Event.objects.get(pk=event.pk), build.at(23))) == "Sun 00:10"
    assert "Sunday, June 28" in night
    assert "Sunday, June 28" not in evening
