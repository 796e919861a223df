"""Replace the database by a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from server.backups import restore
from server.surroundings import check_database


class Command(BaseCommand):
    help = "Replace the database by a copy. What was there before is copied first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("copy", type=Path)

    def handle(self, *, copy: Path, **options: Any) -> None:
        check_database()
        before = restore(copy, timezone.now())
        was = f"What was there before is {before}" if before else "Nothing was there before."
        self.stdout.write(f"{copy} is the database now. {was}")
