"""Publish what happens at events to the streams that Pushpin holds."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand

from server.application import broadcaster
from server.live.publisher import Publisher
from server.surroundings import check_database, check_secret, check_tables


class Command(BaseCommand):
    help = "Send the streams that Pushpin holds what happens at their events. A second one stands by."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        if not (settings.GRIP_KEY and settings.PUSHPINS):
            raise CommandError("Set UPTOWN_GRIP_KEY and UPTOWN_PUSHPIN first: docs/operator.md says how.")
        check_database()
        check_tables()
        check_secret()
        self.stdout.write("Publishing. Ctrl-C ends it.")
        self.stdout.flush()
        asyncio.run(_publish())


async def _publish() -> None:
    publisher = Publisher(broadcaster, redis_url=settings.REDIS_URL, pushpins=settings.PUSHPINS)
    running = asyncio.ensure_future(publisher.run())
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    await asyncio.wait([running])
    if not running.cancelled():
        running.result()
