"""Back up the database while the server runs."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from server.backups import back_up
from server.surroundings import check_database


class Command(BaseCommand):
    help = "Back up the database, and say where the copy is."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        check_database()
        self.stdout.write(f"The copy is {back_up(timezone.now(), 'asked-for')}")
