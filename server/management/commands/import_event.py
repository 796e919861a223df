"""Import an event: ``./uptown import-event spring.uptown --organizer ruth``."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from seasons.shelf.commands_move_event import read_event
from server.management.tables import make_missing_tables
from tournament.errors import Refused


class Command(BaseCommand):
    help = "Read an event from the file that ./uptown export-event wrote."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--slug", default="", help="another name in addresses")
        parser.add_argument("--organizer", metavar="NAME", help="the account that organizes it here")
        parser.add_argument(
            "--replace", action="store_true", help="replace the same event, if the file has all of it"
        )

    def handle(self, *, file: str, slug: str, organizer: str | None, replace: bool, **options: Any) -> None:
        make_missing_tables()
        user = get_user_model().objects.filter(username=organizer).first() if organizer else None
        if organizer and user is None:
            raise CommandError(f"There is no account “{organizer}” here. Make it first.")
        try:
            with open(file, "rb") as opened:
                event = read_event(
                    file=opened, slug=slug, replaces=replace, organizer=user, now=timezone.now()
                )
        except OSError as refused:
            raise CommandError(f"“{file}” can’t be read: {refused.strerror}.") from refused
        except Refused as why:
            raise CommandError(str(why)) from why
        self.stdout.write(
            f"{event.name} is here, at /{event.slug}/. If this server has another secret key, its private "
            "links are new: print the QR codes again."
        )
