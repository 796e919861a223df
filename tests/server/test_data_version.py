"""Data of an earlier Uptown are migrated; those that this version can't read are refused in a sentence."""

import pytest
from django.core.management import CommandError
from django.db.migrations.loader import MigrationLoader

from server.data_version import FIRST, check_applied
from tests.scenes import COUNT, DAY
from tests.server.computers import copied, house

APPLIED = set(MigrationLoader(None).disk_migrations)
OURS = ("tournament", "scoring", "seasons")
BEFORE_1 = {("tournament", "0001_facts"), ("scoring", "0001_facts"), ("auth", "0001_initial")}
NEWER = """
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
MigrationRecorder(connection).record_applied("tournament", "0999_of_next_year")
"""


@pytest.fixture(autouse=True)
def migrations(settings):
    """The migrations, where the tests' tables are made without them (``--no-migrations``)."""
    settings.MIGRATION_MODULES = {}


def of_before_version_1():
    """All migrations that 1.0.0 replaced, as a database has them that follows along."""
    found = MigrationLoader(None).disk_migrations
    return {replaced for app in OURS for replaced in found[app, FIRST].replaces}


@pytest.mark.parametrize(
    "applied",
    [
        pytest.param(set(), id="none yet"),
        pytest.param(APPLIED, id="this version's"),
        pytest.param({each for each in APPLIED if each[1] <= FIRST}, id="those of 1.0.0"),
        pytest.param(of_before_version_1(), id="all that 1.0.0 replaced"),
        pytest.param(APPLIED | {("mfa", "0001_from_long_ago")}, id="one that another package dropped"),
    ],
)
def test_data_of_this_version_and_of_earlier_ones_are_taken(applied):
    check_applied(applied)


@pytest.mark.parametrize(
    ("applied", "says"),
    [
        pytest.param(BEFORE_1, r"before Uptown 1\.0\.0.*Open them with the program that made them", id="old"),
        pytest.param(
            of_before_version_1() - {("tournament", "0012_evenings_as_written")},
            "before Uptown",
            id="almost version 1",
        ),
        pytest.param(
            APPLIED | {("scoring", "0999_later")},
            r"of a newer Uptown than this one.*scoring\.0999_later.*\./uptown restore FILE",
            id="newer",
        ),
    ],
)
def test_data_that_this_version_can_not_read_are_refused_with_what_to_do(applied, says):
    with pytest.raises(CommandError, match=says):
        check_applied(applied)


@pytest.mark.slow
@pytest.mark.embedded
def test_data_of_a_newer_version_is_neither_served_upgraded_nor_restored(tmp_path):
    here, other = house(tmp_path / "here"), house(tmp_path / "there")
    here.shell(NEWER)
    copy = copied(here)

    for site, *words in ((here, "serve", "--port", "0"), (here, "upgrade"), (other, "restore", copy)):
        with pytest.raises(AssertionError, match="of a newer Uptown than this one"):
            site.manage(*words)


@pytest.mark.slow
@pytest.mark.embedded
def test_a_day_that_was_played_with_the_first_version_is_upgraded(tmp_path):
    site = house(tmp_path / "data")
    site.shell(DAY)
    for app in reversed(OURS):
        site.manage("migrate", app, FIRST)

    output = site.manage("upgrade")

    assert "everything adds up" in output
    assert site.shell(COUNT).strip() == "1"
