"""Copy the database, while the day goes on."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from server.backups import back_up
from server.surroundings import check_database


class Command(BaseCommand):
    """``manage.py backup``."""

    help = "Copy the database to the folder of the copies, and say where it is."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        check_database()
        self.stdout.write(f"The copy is {back_up(timezone.now(), 'asked-for')}")
