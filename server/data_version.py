"""Whether this version can use the data: the migrations that were applied to them, and those that it has."""

from collections.abc import Collection

from django.conf import settings
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

FIRST = "0001_version_1"
"""The first migration of each app of ours. Other apps may drop theirs from one version to the next."""

Applied = Collection[tuple[str, str]]


def check_version() -> None:
    """:raises CommandError: if the data are of a newer Uptown, or of one before 1.0.0."""
    check_applied(MigrationRecorder(connection).applied_migrations())


def check_applied(applied: Applied) -> None:
    """Check the migrations of a database, or of a copy.

    :raises CommandError: if it is of a newer Uptown, or of one before 1.0.0.
    """
    migrations = MigrationLoader(None).disk_migrations
    known = {*migrations, *(old for migration in migrations.values() for old in migration.replaces)}
    ours = {app for app, name in migrations if name == FIRST}
    for app in sorted(ours):
        mine = {(of, name) for of, name in applied if of == app}
        if mine and (app, FIRST) not in mine and not mine.issuperset(migrations[app, FIRST].replaces):
            raise CommandError(
                f"These data were made before Uptown 1.0.0, and Uptown {settings.VERSION} can’t read them. "
                "Open them with the program that made them, or begin with an empty folder: "
                "UPTOWN_DATA=… ./uptown run"
            )
    if newer := sorted(f"{app}.{name}" for app, name in applied if app in ours and (app, name) not in known):
        raise CommandError(
            f"These data are of a newer Uptown than this one, which is {settings.VERSION} and doesn’t know "
            f"{', '.join(newer)}. Put the newer version in this folder again, or go back to a copy from "
            f"before it: ./uptown restore FILE. The copies are in {settings.BACKUPS}."
        )
