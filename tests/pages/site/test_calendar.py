"""Calendars to subscribe to (RFC 5545)."""

from datetime import UTC, date, datetime, time
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from pages.site.calendar import LONGEST_LINE, folded
from rules.time.hours import SessionPlan
from tests import build
from tests.seasons.shelf.shelved import shelve
from tournament.models import Event

pytestmark = pytest.mark.django_db


def unfolded(answer):
    text = answer.content.decode()
    assert text.endswith("\r\n")
    return text.replace("\r\n ", "").split("\r\n")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=300))
def test_no_line_is_longer_than_a_calendar_may_have_and_none_is_torn(words):
    whole = folded(words)

    assert all(len(line.encode()) <= LONGEST_LINE for line in whole.removesuffix("\r\n").split("\r\n"))
    assert whole.replace("\r\n ", "") == words + "\r\n"


def test_the_calendar_has_an_events_hours_its_zone_and_its_last_change(client):
    event = build.event(name="Aces, Kings; and \\ more", venue="South Shore")
    Event.objects.filter(pk=event.pk).update(key=UUID(int=7))
    event.log.filter(action="event.opened").update(at=datetime(2026, 1, 2, tzinfo=UTC))

    answer = client.get(f"/{event.slug}/event.ics")

    lines = unfolded(answer)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert lines[lines.index("BEGIN:VEVENT") : lines.index("END:VEVENT")] == [
        "BEGIN:VEVENT",
        "UID:00000000-0000-0000-0000-000000000007-0@uptown",
        "DTSTAMP:20260102T000000Z",
        "DTSTART;TZID=America/Chicago:20260627T140000",
        "DTEND;TZID=America/Chicago:20260627T190000",
        "SUMMARY:Aces\\, Kings\\; and \\\\ more",
        "LOCATION:South Shore",
        f"URL:http://testserver/{event.slug}/",
    ]
    zone = lines[lines.index("BEGIN:VTIMEZONE") : lines.index("END:VTIMEZONE")]
    spring = zone.index("DTSTART:20260308T020000")
    assert zone[1] == "TZID:America/Chicago"
    assert zone[spring - 1 : spring + 4] == [
        "BEGIN:DAYLIGHT", "DTSTART:20260308T020000", "TZOFFSETFROM:-0600", "TZOFFSETTO:-0500", "TZNAME:CDT"
    ]  # fmt: skip
    assert "DTSTART:20261101T020000" in zone


def test_an_event_on_two_days_is_there_twice_with_its_zones_offset(client):
    later = SessionPlan(held_on=date(2026, 6, 28), starts_at=time(13))
    hours = {"phase_one_until": time(18), "sessions": [later], "phase_two_at": time(17)}
    event = build.event(timezone="Asia/Kolkata", **hours)

    lines = unfolded(client.get(f"/{event.slug}/event.ics"))

    times = [line.rpartition(":")[2] for line in lines if line.startswith(("DTSTART;", "DTEND;"))]
    assert times == ["20260627T140000", "20260627T180000", "20260628T130000", "20260628T190000"]
    offsets = [line for line in lines if line.startswith("TZOFFSET")]
    assert offsets == ["TZOFFSETFROM:+0530", "TZOFFSETTO:+0530"]


def test_the_calendar_of_all_has_public_events_only(client):
    build.event(name="Public")
    build.event(name="Practice", is_practice=True)
    for shelf in ("draft", "deleted", "archive"):
        shelve(build.event(name=shelf), shelf)

    answer = client.get("/events.ics")

    names = sorted(line for line in unfolded(answer) if line.startswith("SUMMARY"))
    assert names == ["SUMMARY:Public", "SUMMARY:archive"]
    assert "max-age=900" in answer.headers["Cache-Control"]


def test_it_takes_as_many_statements_for_three_events_as_for_one(client):
    asked = []
    for many in (1, 2):
        for number in range(many):
            build.event(name=f"Event {many} {number}")
        with CaptureQueriesContext(connection) as statements:
            client.get("/events.ics")
        asked.append(len(statements))

    assert asked[0] == asked[1] > 0
