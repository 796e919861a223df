"""Import a list of teams: ``./uptown import teams night.csv --event spring --dry-run``."""

import sys
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from time import sleep
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournament.commands.events import clock_badge
from tournament.commands.lists.imports import ask_import, confirm_import, work_on
from tournament.errors import Refused
from tournament.models import Actor, Event, ListImport
from tournament.queries.clock import event_now
from tournament.queries.lists.columns import recognized
from tournament.queries.lists.entries import BACK, KNOWN, Entry, entries
from tournament.queries.lists.imports import problem_of
from tournament.queries.lists.reading import MOST_BYTES, read_list

WAITS = 0.2
"""The seconds between two looks at a list that the server works on."""


class Command(BaseCommand):
    help = "Make the rows of a CSV or Excel file teams of an event: all of them, or none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["teams"], help="what the list has")
        parser.add_argument(
            "file", metavar="FILE", help="a CSV or Excel (.xlsx) file; - reads standard input"
        )
        parser.add_argument(
            "--event", metavar="SLUG", required=True, help="the event, by its name in addresses"
        )
        parser.add_argument("--dry-run", action="store_true", help="only say what would come in")
        parser.add_argument("--leave-out", action="store_true", help="leave out the rows that are wrong")

    def handle(
        self, *, what: str, file: str, event: str, dry_run: bool, leave_out: bool, **options: Any
    ) -> None:
        found = Event.objects.filter(slug=event).first()
        if found is None:
            raise CommandError(f"There is no event “{event}”. The list of events has the names in addresses.")
        content = _content(file)
        try:
            read = self._read(found, content)
        except Refused as why:
            if not why.field:
                raise CommandError(str(why)) from why
            self.stdout.write(f"{why.field}: {why}")
            raise CommandError("The list can't be read, so nothing was imported.") from why
        wrong, coming = sum(entry.is_wrong for entry in read), sum(entry.comes_in for entry in read)
        if wrong and not leave_out:
            raise CommandError(
                f"Something is wrong in {_rows(wrong)}, so nothing was imported. Correct the list, or say "
                "--leave-out."
            )
        if dry_run:
            self.stdout.write(f"{_rows(coming)} would come in. Nothing was imported.")
            return
        if coming:
            self._import(found, content, Path(file).name)
        self.stdout.write(f"{_rows(coming)} came in.")

    def _read(self, event: Event, content: bytes) -> list[Entry]:
        """The entries; what is to be said of them is printed, each on its line.

        :raises Refused: if the list can't be read.
        """
        rows = read_list(content)
        read = list(entries(event, rows, recognized(rows, event.way)))
        for entry in read:
            if entry.said:
                kind = "left out. " if entry.state == KNOWN else "" if entry.is_wrong else "look. "
                kind = "" if entry.state == BACK else kind
                self.stdout.write(f"row {entry.row}: {kind}{entry.words}")
        return read

    def _import(self, event: Event, content: bytes, name: str) -> None:
        """Import in the way of the page, so that the page can undo it.

        :raises CommandError: with what was refused.
        """
        now = timezone.now()
        at, by = event_now(event, now), Actor(clock_badge(event), "command line")
        try:
            _finish(ask_import(event=event, key=uuid4(), content=content, name=name, by=by, at=at), at)
            row = _finish(confirm_import(event=event, leaves_out=True, by=by, at=at), at)
        except Refused as why:
            raise CommandError(str(why)) from why
        if row.problem:
            raise CommandError(f"{problem_of(row)} Nothing was imported.")


def _finish(row: ListImport, at: datetime) -> ListImport:
    """Do what is to be done with the list, or wait for the server that does it."""
    while row.task:
        if not work_on(row=row, at=at, now=timezone.now()):
            sleep(WAITS)
        row.refresh_from_db()
    return row


def _rows(count: int) -> str:
    return f"{count:,} row{'' if count == 1 else 's'}"


def _content(file: str) -> bytes:
    """:raises CommandError: if the file can't be read."""
    try:
        with sys.stdin.buffer if file == "-" else open(file, "rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as refused:
        raise CommandError(f"“{file}” can't be read: {refused.strerror}.") from refused
