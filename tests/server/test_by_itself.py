"""Each job of the scheduler tries each thing by itself: a row that fails keeps no other from its turn."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Model

from scoring import tasks as scoring_tasks
from scoring.models import SimulationRun
from scoring.simulation.commands_simulation import ask_simulation
from scoring.tasks import simulate, tidy, work_on_lists
from seasons import tasks as seasons_tasks
from seasons.models import Club, ClubRatings, DrawJob, League, Shelf, Shelved
from seasons.shelf.commands_shelf import shelve_event
from seasons.tasks import delete_due, draw_due, rate_due
from server.backups import keep_backups
from server.health import health
from server.jobs import JOBS
from server.messages import send_messages
from server.sending import UNEXPECTED
from server.webhooks import deliver
from tests import build
from tests.tournament.messages.writing import signed_up, written
from tournament.lists.commands_imports import ask_import, confirm_import, drop_import
from tournament.models import Delivery, Event, Failure, ListImport, Message, Session, Webhook, Work
from tournament.programs.commands_webhooks import add_webhook
from tournament.schedule.live import failures

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

NOW = build.at(23)
Case = tuple[Callable[[datetime], int], datetime, Callable[[], bool]]


def spoil(row: Model, column: str) -> None:
    """Write a moment into a row that no clock shows, so that the row can't be read."""
    with connection.cursor() as cursor:
        statement = f"UPDATE {row._meta.db_table} SET {column} = '2026-06-27 99:00:00' WHERE id = %s"
        cursor.execute(statement, [row.pk])


def two_events(**plan) -> list[Event]:
    return [build.event(**plan) for _ in range(2)]


def asked(event: Event) -> ListImport:
    by = build.organizer(event)
    return ask_import(event=event, key=uuid4(), content=b"Ann & Ray", by=by, at=build.MEET)


def a_list() -> Case:
    first, second = [asked(event) for event in two_events()]
    spoil(first, "asked_at")
    return work_on_lists, NOW, lambda: ListImport.objects.filter(pk=second.pk, task="").exists()


def a_simulation() -> Case:
    runs = [
        ask_simulation(event=event, teams=4, tables=2, days=100, by=build.organizer(event), at=build.MEET)
        for event in two_events()
    ]
    spoil(runs[0], "asked_at")
    return simulate, NOW, lambda: SimulationRun.objects.filter(pk=runs[1].pk, done__gt=0).exists()


def a_message() -> Case:
    for number, event in enumerate(two_events()):
        signed_up(event, "Aces", f"aces{number}@example.org")
        written(event, "link")
    first, second = Message.objects.order_by("pk")
    spoil(first, "at")
    return send_messages, NOW, lambda: Message.objects.filter(pk=second.pk, tries=1).exists()


def a_webhook() -> Case:
    events = two_events()
    for event in events:
        add_webhook(event=event, url="http://127.0.0.1:1/", by=build.organizer(event), at=build.MEET)
        build.team(event)
    spoil(Webhook.objects.earliest("pk"), "made_at")
    return deliver, NOW, lambda: Delivery.objects.filter(webhook__event=events[1], tries=1).exists()


def a_delivery() -> Case:
    events = two_events()
    for event in events:
        add_webhook(event=event, url="http://127.0.0.1:1/", by=build.organizer(event), at=build.MEET)
        build.team(event)
    deliver(NOW)
    Delivery.objects.update(tries=0, due_at=NOW)
    spoil(Delivery.objects.filter(webhook__event=events[0]).earliest("pk").entry, "at")
    return deliver, NOW, lambda: Delivery.objects.filter(webhook__event=events[1], tries=1).exists()


def clubs() -> list[Club]:
    return [Club.objects.create(name=f"Club {number}", made_at=build.MORNING) for number in range(2)]


def a_clubs_grades() -> Case:
    seasons_tasks._rated_at.clear()
    first, second = [ClubRatings.objects.create(club=club, is_on=True) for club in clubs()]
    spoil(first, "computed_at")
    return rate_due, NOW, lambda: ClubRatings.objects.filter(pk=second.pk, computed_at=NOW).exists()


def a_draw() -> Case:
    shape = {"weeks": 2, "rooms": 1, "games": 1, "first": 1, "seed": 1}
    leagues = [
        League.objects.create(club=club, name=club.name, slug=f"l{club.pk}", made_at=NOW) for club in clubs()
    ]
    first, second = [DrawJob.objects.create(league=each, asked_at=NOW, **shape) for each in leagues]
    spoil(first, "asked_at")
    return draw_due, NOW, lambda: DrawJob.objects.filter(pk=second.pk, ended_at=NOW).exists()


def an_event_to_delete() -> Case:
    events = two_events(is_practice=True)
    for event in events:
        shelve_event(
            event=event, shelf=Shelf.DELETED, now=build.MEET, by=build.organizer(event), at=build.MEET
        )
    spoil(events[0], "clock_shown")
    later = NOW + timedelta(days=2)
    return delete_due, later, lambda: not Shelved.objects.filter(event=events[1]).exists()


def contact_data() -> Case:
    scoring_tasks._tidied_at.clear()
    events = two_events()
    for number, event in enumerate(events):
        signed_up(event, "Aces", f"aces{number}@example.org")
    spoil(events[0], "clock_shown")
    later = NOW + timedelta(days=900)
    return tidy, later, lambda: not events[1].players.exclude(contact="").exists()


CASES = {
    Work.LIST: a_list,
    Work.SIMULATION: a_simulation,
    Work.MESSAGE: a_message,
    Work.WEBHOOK: a_webhook,
    Work.DELIVERY: a_delivery,
    Work.RATING: a_clubs_grades,
    Work.DRAW: a_draw,
    Work.DELETE: an_event_to_delete,
    Work.TIDY: contact_data,
}


@pytest.mark.parametrize("work", [pytest.param(work, id=work.label) for work in CASES])
def test_a_row_that_cannot_be_read_is_flagged_and_the_next_has_its_turn(work, caplog):
    job, now, is_done = CASES[work]()

    for second in range(3):
        job(now + timedelta(seconds=second / 10))

    assert is_done()
    assert list(Failure.objects.open().values_list("work", "error", "tries")) == [(work, "ValueError", 1)]
    assert [record.exc_info is not None for record in caplog.records if record.levelno == logging.ERROR] == [
        True
    ]


def test_a_list_that_fails_while_it_is_imported_can_be_discarded():
    event = build.event()
    row, by = asked(event), build.organizer(event)
    work_on_lists(NOW)
    confirm_import(event=event, leaves_out=False, by=by, at=build.MEET)
    ListImport.objects.update(rows=[{"no": "entry"}])

    work_on_lists(NOW)
    assert Failure.objects.get().row == row.pk
    drop_import(event=event, by=by, at=build.MEET)
    work_on_lists(NOW)

    assert not Failure.objects.open().exists()


def test_a_message_that_fails_unexpectedly_is_given_up_like_any_other():
    event = build.event()
    signed_up(event, "Aces", "aces@example.org")
    written(event, "link")
    Message.objects.update(occasion="nobody-knows")
    now = NOW

    flagged = []
    for _ in range(8):
        send_messages(now)
        flagged.append(Failure.objects.open().exists())
        now += timedelta(hours=3)

    row = Message.objects.get()
    assert (row.answer, row.due_at) == (UNEXPECTED.format("KeyError"), None)
    assert (flagged[0], flagged[-1], Failure.objects.get().failed) == (True, False, row.tries)


def test_backups_that_fail_are_said_once_until_they_work_again(settings, tmp_path, caplog):
    event = build.event()
    (tmp_path / "stick").touch()
    settings.BACKUPS = tmp_path / "stick" / "backups"

    for second in range(60):
        keep_backups(NOW + timedelta(seconds=second))
    wrong = [row.sentence for row in health(NOW) if row.name == "What is due"]
    (on_the_floor,) = failures(event)

    assert len([record for record in caplog.records if record.levelno == logging.ERROR]) == 1
    assert Failure.objects.get().tries == 6  # After 1, 2, 4, 8 and 16 seconds.
    assert wrong[0].startswith("No copy of the database can be made (since 04:00 UTC, 6 tries).")
    assert on_the_floor.what == "No copy of the database can be made"
    assert on_the_floor.advice.startswith("Is the stick or disk for copies plugged in, and not full?")


def test_old_sign_ins_that_could_not_be_erased_are_erased_the_same_day(monkeypatch):
    monkeypatch.setattr(scoring_tasks, "_tidied_at", [NOW])
    Failure.objects.create(work=Work.DEVICES, error="OSError", since=NOW, tries=1, next_at=NOW)
    Session.objects.create(session_key="old", session_data="", expire_date=NOW)

    tidy(NOW + timedelta(minutes=1))

    assert not Session.objects.exists()
    assert not Failure.objects.open().exists()


def test_every_job_is_declared_once():
    assert len({job.name for job in JOBS}) == len(JOBS) == 11
