"""Run all health checks."""

from typing import Any

from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.utils import timezone

from server.health import health


class Command(BaseCommand):
    help = "Check the database, the secret key, the tick, the clock, the disk, Redis and the copies."

    def handle(self, **options: Any) -> None:
        rows = health(timezone.now())
        for row in rows:
            self.stdout.write(f"{'✓' if row.is_well else '✗'} {row.name}: {row.sentence}")
        if not all(row.is_well for row in rows):
            raise CommandError("Not everything works.")
