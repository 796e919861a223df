"""Back up the database, migrate it to this version, check everything, and print the way back."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.utils import timezone

from server.backups import back_up, nobody_serves
from server.data_version import check_version
from server.surroundings import check_database, check_secret


class Command(BaseCommand):
    help = "Back up the database, change its tables for this version, check everything, and say the way back."

    def handle(self, **options: Any) -> None:
        check_database()
        check_version()
        with nobody_serves():
            copy = self._back_up()
            try:
                call_command("migrate", interactive=False, verbosity=0)
                call_command("createcachetable", verbosity=0)
                check_secret()
                call_command("integrity", stdout=self.stdout)
            except (CommandError, DatabaseError) as failed:
                raise CommandError(f"{failed} {_way_back(copy)}") from failed
        self.stdout.write(f"The database fits Uptown {settings.VERSION}. Start the server. {_way_back(copy)}")

    def _back_up(self) -> Path | None:
        if "tournament_event" not in connection.introspection.table_names():
            return None
        copy = back_up(timezone.now(), "before-upgrade")
        self.stdout.write(f"The copy is {copy}")
        return copy


def _way_back(copy: Path | None) -> str:
    if copy is None:
        return "There was no database before, so there is no way back to one."
    return f"The way back: put the earlier version of Uptown in this folder, then ./uptown restore {copy}"
