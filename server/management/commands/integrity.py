"""Score every hand of every event again, and verify the hash chain of its log."""

import re
from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError
from django.core.management.base import BaseCommand

from scoring.integrity import integrity
from tournament.log.log_chain import events_with_head
from tournament.models import Event, LogEntry

FEWEST_DIGITS = 12


class Command(BaseCommand):
    help = "Score every hand again and follow the log’s chain; fail if something doesn’t add up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--event", metavar="SLUG", help="one event alone, by its name in addresses")
        parser.add_argument(
            "--head",
            metavar="HASH",
            help="the log’s fingerprint from a certificate, from results, or from the name of a backup: "
            "fail if the log doesn’t contain it any more",
        )

    def handle(self, *, event: str | None, head: str | None, **options: Any) -> None:
        events = Event.objects.order_by("pk")
        if event:
            events = events.filter(slug=event)
            if not events:
                raise CommandError(f"There is no event “{event}”.")
        wrong = [self._look(each) for each in events]
        if head is not None:
            wrong.append(self._find(head, event))
        if any(wrong):
            raise CommandError("Something doesn’t add up.")

    def _look(self, event: Event) -> bool:
        objections = integrity(event)
        for objection in objections:
            self.stdout.write(f"✗ {event.name}: {objection}")
        if not objections:
            self.stdout.write(f"✓ {event.name}: everything adds up. {event.version} entries, {event.head}")
        return bool(objections)

    def _find(self, head: str, slug: str | None) -> bool:
        digits = re.sub(r"[\s-]", "", head).lower()
        if not re.fullmatch(f"[0-9a-f]{{{FEWEST_DIGITS},64}}", digits):
            raise CommandError(
                f"A head is {FEWEST_DIGITS} to 64 digits from 0 to 9 and a to f, not “{head}”."
            )
        found = [event for event in events_with_head(digits) if slug in (None, event.slug)]
        for event in found:
            entry = event.log.get(chained__startswith=digits)
            since = LogEntry.objects.filter(event=event, pk__gt=entry.pk).count()
            self.stdout.write(f"✓ {event.name}: its log contains {head}; {since} entries were written since.")
        if not found:
            self.stdout.write(
                f"✗ No log here contains {head}. Entries were removed or changed after it was printed, "
                "or it is from another event."
            )
        return not found
