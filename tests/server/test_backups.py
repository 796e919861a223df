"""Backups: made under load, deleted after a while, and restored."""

import json
import os
import shutil
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from server import backups, health
from tests.conftest import redis_url, served
from tests.scenes import DAY, GO_ON, SEEN
from tests.server.computers import copied, house, house_on_postgres, new_computer, workers
from tests.waiting import wait_until_nothing_is_due

NOON = datetime(2026, 6, 27, 17, tzinfo=UTC)
LINKS = "from tournament.models import Badge; print(*(b.secret for b in Badge.objects.order_by('pk')))"
OPENED = """
from django.utils import timezone
from tournament.badges.commands_badges import badge_with_secret
from tournament.models import Badge
badges = Badge.objects.exclude(role__in=["clock", "public"])
print(all(badge_with_secret(badge.secret, timezone.now()) for badge in badges))
"""


@pytest.mark.slow
@pytest.mark.embedded
def test_a_running_day_is_backed_up_and_restored_on_a_new_computer(tmp_path):
    here, other = house(tmp_path / "here"), new_computer(tmp_path / "there")
    here.shell(DAY)
    going_on = threading.Thread(target=here.shell, args=(GO_ON,))
    going_on.start()
    copy = copied(here)
    going_on.join(300)

    output = other.manage("restore", copy)

    assert output == f"{copy} is the database now. Nothing was there before.\n"
    assert json.loads(other.shell(SEEN)) == [1, True, []]
    # Except for the links of teams that came after the backup.
    assert (here.shell(LINKS).startswith(other.shell(LINKS)), other.shell(OPENED)) == (True, "True")
    assert [path.stat().st_mode & 0o777 for path in (other.data / "secret-key", Path(copy))] == [0o600] * 2


@pytest.mark.slow
@pytest.mark.embedded
def test_a_copy_without_its_key_says_what_to_bring_or_to_make_new_links(tmp_path):
    here, other = house(tmp_path / "here"), new_computer(tmp_path / "there")
    here.shell(DAY)
    alone = shutil.copy(copied(here), tmp_path / "alone.sqlite3")

    with pytest.raises(AssertionError, match="made with another secret key"):
        other.manage("restore", str(alone))
    with pytest.raises(AssertionError, match="made with another secret key than this one"):
        other.manage("serve", "--port", "0", "--no-demo")
    shutil.copy(here.data / "secret-key", tmp_path)
    other.manage("restore", str(alone))
    assert (other.shell(LINKS), other.shell(OPENED)) == (here.shell(LINKS), "True")

    (other.data / "secret-key").unlink()
    other.manage("new_secret")

    assert other.shell(OPENED) == "True"
    assert set(other.shell(LINKS).split()) & set(here.shell(LINKS).split()) == set()
    assert json.loads(other.shell(SEEN)) == [1, True, []]


@pytest.mark.slow
@pytest.mark.embedded
def test_a_copy_replaces_a_damaged_database_which_stays_beside_it(tmp_path):
    site = house(tmp_path / "here")
    site.shell(DAY)
    copy, database = copied(site), site.data / "uptown.sqlite3"
    damaged = database.read_bytes()[:4096] + os.urandom(8192)
    database.write_bytes(damaged)

    site.manage("restore", copy)

    assert json.loads(site.shell(SEEN)) == [1, True, []]
    assert [path.read_bytes() for path in site.data.glob("damaged-*.sqlite3")] == [damaged]


@pytest.mark.slow
@pytest.mark.scaled
def test_postgresql_restores_only_a_copy_and_only_with_nothing_running(tmp_path):
    site = house_on_postgres(tmp_path / "here", REDIS_URL=redis_url())
    site.shell(DAY)
    copy, ask = copied(site), "from django.db import connection as c; "
    site.shell(f"{ask} c.cursor().execute('CREATE TABLE later (of bigint REFERENCES tournament_event)')")
    text = tmp_path / "copy.pgdump"
    text.write_text("no database")
    scaled = {key: site.environment[key] for key in ("DATABASE_URL", "REDIS_URL")}
    is_running = r"running already with this database: process \d+ on "

    with pytest.raises(AssertionError, match="is no copy of an Uptown database"):
        site.manage("restore", str(text))
    with served(site.data, "--no-demo", **scaled), pytest.raises(AssertionError, match=is_running):
        site.manage("restore", copy)
    with workers(site, 1):
        wait_until_nothing_is_due(site)
        with pytest.raises(AssertionError, match=is_running):
            site.manage("restore", copy)
    # Nothing has been replaced yet: even a table that the copy doesn't have is there.
    assert json.loads(site.shell(SEEN)) == [1, True, []]
    assert site.shell(f"{ask} print('later' in c.introspection.table_names())") == "True"
    site.manage("restore", copy)

    assert json.loads(site.shell(SEEN)) == [1, True, []]
    assert site.shell(f"{ask} print('later' in c.introspection.table_names())") == "False"


@pytest.mark.slow
@pytest.mark.scaled
def test_a_running_day_on_postgresql_is_backed_up_and_restored_elsewhere(tmp_path):
    here, other = house_on_postgres(tmp_path / "here"), house_on_postgres(tmp_path / "there", "template0")
    here.shell(DAY)
    going_on = threading.Thread(target=here.shell, args=(GO_ON,))
    going_on.start()
    copies = [copied(here), copied(here)]
    going_on.join(300)

    seen = []
    for copy in copies:
        other.manage("restore", copy)
        seen.append(json.loads(other.shell(SEEN)))

    assert seen == [[1, True, []]] * 2
    assert other.shell(OPENED) == "True"
    assert {Path(copy).stat().st_mode & 0o777 for copy in copies} == {0o600}
    # The database before the second restore can be restored; before the first there was none.
    [first] = (other.data / "backups").glob("*-before-restore.*pgdump")
    other.manage("restore", str(first))
    assert json.loads(other.shell(SEEN)) == [1, True, []]


def test_the_copies_of_a_day_are_all_kept_and_of_days_before_the_last_one(tmp_path, settings):
    settings.BACKUPS, settings.BACKUP_DAYS = tmp_path, 3
    for hours in (1, 5, 30, 33, 40, 60, 100):
        (tmp_path / f"uptown-{(NOON - timedelta(hours=hours)).strftime(backups.STAMP)}.sqlite3").touch()
    asked_for = tmp_path / "uptown-20200101-000000-asked-for.sqlite3"
    asked_for.touch()

    backups.forget_old(NOON)

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        asked_for.name,
        "uptown-20260625-050000.sqlite3",
        "uptown-20260626-110000.sqlite3",
        "uptown-20260627-120000.sqlite3",
        "uptown-20260627-160000.sqlite3",
    ]


@pytest.mark.django_db
def test_the_clock_copies_once_an_hour_and_complains_once(tmp_path, settings, monkeypatch, caplog):
    settings.BACKUPS = tmp_path
    monkeypatch.setattr(
        backups, "back_up", lambda at: (tmp_path / f"uptown-{at:{backups.STAMP}}.sqlite3").touch()
    )
    minutes = (0, 1, 59, 60, 61)
    made = [backups.keep_backups(NOON + timedelta(minutes=number)) for number in minutes]

    def fails(at):
        raise CommandError("No room.")

    monkeypatch.setattr(backups, "back_up", fails)
    later = [backups.keep_backups(NOON + timedelta(minutes=number)) for number in (130, 131)]

    assert (made, later) == ([1, 0, 0, 1, 0], [0, 0])
    sentence = "No copy of the database can be made: No room. It is tried again."
    assert [(record.getMessage(), record.exc_info) for record in caplog.records] == [(sentence, None)]


@pytest.mark.django_db
@pytest.mark.embedded
def test_copies_of_another_database_kind_count_for_nothing_and_are_deleted(tmp_path, settings):
    settings.BACKUPS = tmp_path
    for stamp in ("20260601-120000", "20260624-120000", "20260627-165500"):
        (tmp_path / f"uptown-{stamp}.pgdump").touch()

    with pytest.raises(CommandError, match="there is none in"):
        health._copies(NOON)
    assert backups.keep_backups(NOON) == 1

    assert sorted(path.name for path in tmp_path.glob("uptown-*.pgdump")) == [
        "uptown-20260624-120000.pgdump",
        "uptown-20260627-165500.pgdump",
    ]
    assert health._copies(datetime.now(UTC)).startswith("the last one is 0")


@pytest.mark.django_db
def test_a_folder_that_cannot_be_made_is_named_with_its_setting(tmp_path, settings):
    (tmp_path / "stick").touch()
    settings.BACKUPS = tmp_path / "stick/backups"

    with pytest.raises(
        CommandError, match=r"can’t be copied to .*/stick/backups .* UPTOWN_BACKUPS=…"
    ) as refused:
        call_command("backup")

    assert "UPTOWN_DATA" not in str(refused.value)


def test_what_is_no_copy_is_not_restored(tmp_path, settings):
    settings.DATA = tmp_path
    text = tmp_path / "copy.sqlite3"
    text.write_text("no database")

    for copy, sentence in ((tmp_path / "nothing", "There is no file"), (text, "is no copy of an Uptown")):
        with pytest.raises(CommandError, match=sentence):
            call_command("restore", str(copy))
