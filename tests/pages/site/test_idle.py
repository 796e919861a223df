"""An idle device is signed out after the operator's number of minutes, with a message."""

from datetime import timedelta

import pytest
import time_machine

from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, joined

SENTENCE = "Nobody used this device for 30 minutes, so it was signed out. Nothing is lost: sign in again"


@pytest.fixture
def clock(settings):
    settings.IDLE = timedelta(minutes=30)
    with time_machine.travel(build.MEET, tick=False) as traveller:
        yield traveller


@pytest.fixture
def event():
    return build.event()


def test_who_comes_back_late_is_out_and_told_why_until_the_next_sign_in(clock, event):
    jo = build.referee(event).badge
    phone, tables = joined(jo), f"/{event.slug}/tables/"
    phone.get(tables)
    clock.shift(timedelta(minutes=31))

    answers = [phone.get(tables), phone.get(tables)]
    phone.get(f"/join/{jo.secret}/")

    assert [(answer.status_code, SENTENCE in words(answer)) for answer in answers] == [(403, True)] * 2
    assert "You were signed out" in words(answers[0])
    assert phone.get(tables).status_code == 200
    assert SENTENCE not in words(phone.get(f"/{event.slug}/floor/"))


def test_every_use_counts_and_what_a_page_fetches_by_itself_does_not(clock, event):
    used, left_open = (joined(build.referee(event, name).badge) for name in ("Jo", "Mo"))
    tables, statuses = f"/{event.slug}/tables/", []
    left_open.get(tables)

    for _ in range(4):
        clock.shift(timedelta(minutes=10))
        statuses.append((used.get(tables).status_code, left_open.get(tables, headers=HTMX).status_code))

    assert statuses == [(200, 200), (200, 200), (200, 200), (200, 403)]


def test_a_teams_phone_stays_in_and_takes_off_what_else_it_wore(clock, event):
    phone = joined(build.team(event).badge, build.referee(event).badge)
    phone.get(f"/{event.slug}/team/")
    clock.shift(timedelta(hours=5))

    pages = [phone.get(f"/{event.slug}/{page}/").status_code for page in ("team", "tables", "team")]

    assert pages == [200, 403, 200]
