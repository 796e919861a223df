"""Export an event: ``./uptown export-event spring spring.uptown``."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from seasons.shelf.commands_move_event import write_event
from tournament.models import Event


class Command(BaseCommand):
    help = "Write an event with all its facts to a file, which ./uptown import-event reads on another server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="SLUG", help="the event, by its name in addresses")
        parser.add_argument("file", metavar="FILE", help="the file to write; it must not be there yet")

    def handle(self, *, event: str, file: str, **options: Any) -> None:
        found = Event.objects.filter(slug=event).first()
        if found is None:
            raise CommandError(f"There is no event “{event}”. The list of events has the names in addresses.")
        try:
            # Phone numbers are in it: nobody else may read it.
            with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as to:
                rows = write_event(event=found, to=to)
        except OSError as refused:
            raise CommandError(f"“{file}” can’t be written: {refused.strerror}.") from refused
        self.stdout.write(
            f"{file} has {found.name}: {rows:,} rows, with phone numbers. From now on, enter hands in one "
            "place only."
        )
