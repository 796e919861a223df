"""When something that the event needs is down, visitors and operator read so, and pages keep working."""

import os
from datetime import timedelta
from io import StringIO
from threading import Thread
from time import time

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.utils import timezone

from scoring import tasks
from scoring.integrity import integrity
from scoring.tasks import warn_if_tick_stops, watched_tick
from server.http import storage
from server.http.storage import NOT_SAVED
from server.jobs import Job
from server.ticker import Ticking
from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of
from tournament.log.log_chain import broken_links
from tournament.schedule.commands_deadlines import record_tick
from tournament.schedule.live import TICKED, last_tick

pytestmark = pytest.mark.slow

NOTHING = "Nothing is timed right now Since"


@pytest.fixture(autouse=True)
def nobody_ticked():
    cache.delete(TICKED)
    tasks._tick_reported_at.clear()
    tasks._stopped.clear()
    storage._logged_at.clear()


# --- the ticker is dead -------------------------------------------------------------------------------


def test_the_floor_says_that_nothing_comes_due_and_since_when():
    event = build.event()
    floor = organizer_of(event)
    shown = []
    for ago in (5, 45):
        record_tick(now=timezone.now() - timedelta(seconds=ago))
        shown.append(NOTHING in words(floor.get(f"/{event.slug}/floor/")))

    assert shown == [False, True]


def test_the_operator_hears_once_that_it_stopped_and_once_that_it_goes_on(caplog):
    now = timezone.now()
    record_tick(now=now)
    for seconds in (5, 45, 55):
        warn_if_tick_stops(now + timedelta(seconds=seconds))
    record_tick(now=now + timedelta(seconds=60))
    for seconds in (61, 62):
        warn_if_tick_stops(now + timedelta(seconds=seconds))

    assert [record.message.partition(" ")[0] for record in caplog.records] == ["The", "The"]
    assert "celery -A config worker --beat" in caplog.text


def test_the_process_that_ticks_says_so_now_and_then():
    now = timezone.now()
    watched_tick(now)
    watched_tick(now + timedelta(seconds=1))

    assert last_tick() == now


@pytest.mark.parametrize(
    ("breaks", "fault"),
    [
        pytest.param(
            lambda copy: record_tick(now=timezone.now() - timedelta(minutes=7)),
            "The tick: nothing has come due for 7\xa0minutes. Start it:",
            id="the tick stops",
        ),
        pytest.param(lambda copy: copy.unlink(), "Copies: there is none in", id="the last copy is missing"),
        pytest.param(
            lambda copy: os.utime(copy, (time() - 3 * 3600,) * 2),
            "Copies: the last one is 3\xa0hours old",
            id="the last copy is old",
        ),
    ],
)
def test_health_names_what_does_not_work(tmp_path, settings, breaks, fault):
    settings.BACKUPS, well, ill = tmp_path, StringIO(), StringIO()
    ending = "sqlite3" if connection.vendor == "sqlite" else "pgdump"
    copy = tmp_path / f"uptown-20260627-170000.{ending}"
    copy.touch()
    record_tick(now=timezone.now())
    call_command("health", stdout=well)

    breaks(copy)
    with pytest.raises(CommandError, match="Not everything works"):
        call_command("health", stdout=ill)

    assert "✓ The tick: it runs" in well.getvalue()
    [wrong] = [line for line in ill.getvalue().splitlines() if line.startswith("✗")]
    assert wrong.startswith(f"✗ {fault}")


# --- the disk is full or read-only -----------------------------------------------------------------


@pytest.fixture(params=["read-only", "full"])
def disk(request):
    """A switch that makes the disk full or read-only for SQLite, and writable again."""
    if connection.vendor != "sqlite":
        pytest.skip("Only SQLite can pretend it.")

    def take(anything):
        with connection.cursor() as cursor:
            if request.param == "read-only":
                cursor.execute(f"PRAGMA query_only = {'OFF' if anything else 'ON'}")
            else:
                cursor.execute("PRAGMA page_count")
                pages = cursor.fetchone()[0]
                cursor.execute(f"PRAGMA max_page_count = {4294967294 if anything else pages}")

    yield take
    take(True)


@pytest.mark.django_db(transaction=True)
def test_pages_stay_readable_on_a_full_disk_and_nothing_needs_repair(disk, caplog):
    event = build.event()
    phone, give = organizer_of(event), f"/{event.slug}/people/give/"
    pages = [f"/{event.slug}/{page}" for page in ("", "standings/", "floor/", "people/", "desk/", "log/")]
    for page in pages:
        phone.get(page)

    disk(False)
    read = [phone.get(page).status_code for page in pages]
    tries = (phone.post(give, {"role": "referee", "name": f"Jo {'o' * 70}"}) for _ in range(500))
    refused = next(answer for answer in tries if answer.status_code != 302)
    disk(True)
    answer = phone.post(give, {"role": "referee", "name": "Mo"})

    assert read == [200] * len(pages)
    assert (refused.status_code, NOT_SAVED in words(refused)) == (503, True)
    assert "The database can’t be used" in caplog.text
    assert "MB are free in" in caplog.text
    assert (answer.url, event.badges.filter(name="Mo").count()) == (f"/{event.slug}/people/", 1)
    assert broken_links(event) == integrity(event) == []


def test_a_tick_that_can_write_nothing_says_so_once_and_that_it_goes_on(caplog):
    tries = []

    def tick(now):
        tries.append(now)
        if len(tries) == 4:
            ticking._stopped.set()
            return 0
        raise OperationalError("database or disk is full")

    ticking = Ticking(None)
    clock = Thread(target=ticking._run, args=(Job(run=tick, every=0.01),))
    clock.start()
    clock.join(30)

    assert len(tries) == 4
    assert [record.message for record in caplog.records] == [
        "“tick” waits for the database (database or disk is full).",
        "The database is back: “tick” goes on.",
    ]
