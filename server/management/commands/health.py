"""Check everything that a day needs."""

import os
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.timesince import timesince

from server.surroundings import check_database, check_redis, check_secret, check_tables
from tournament.queries.live import last_tick, stopped_since

LITTLE_ROOM = 200_000_000


class Command(BaseCommand):
    help = "Check the database, the secret key, the tick, the disk, Redis and the copies."

    def handle(self, **options: Any) -> None:
        now, wrong = timezone.now(), []
        for name, look in PARTS.items():
            if name in NEED_THE_DATABASE and "Database" in wrong:
                continue
            try:
                state = look(now)
            except CommandError as trouble:
                wrong.append(name)
                self.stdout.write(f"✗ {name}: {trouble}")
            else:
                self.stdout.write(f"✓ {name}: {state}")
        if wrong:
            raise CommandError("Not everything works.")


def _database(now: datetime) -> str:
    check_database()
    check_tables()
    try:
        # ``add`` returns whether it was written; ``set`` never does.
        cache.delete("health")
        if not cache.add("health", now, timeout=60):
            raise DatabaseError("nothing was written")
    except DatabaseError as refused:
        raise CommandError(f"it can't be written ({refused}). Is the disk full, or read-only?") from refused
    return f"{connection.vendor} can be read and written."


def _disk(now: datetime) -> str:
    disk = os.statvfs(settings.DATA)
    room = disk.f_bavail * disk.f_frsize
    words = f"{room // 1_000_000} MB are free in {settings.DATA}."
    if room < LITTLE_ROOM:
        raise CommandError(f"only {words} Make room.")
    return words


def _redis(now: datetime) -> str:
    if not settings.REDIS_URL:
        return "not needed, because one process does everything."
    check_redis()
    return "it answers."


def _secret(now: datetime) -> str:
    check_secret()
    return "it made the links in the database."


def _tick(now: datetime) -> str:
    last, stopped = last_tick(), stopped_since(now)
    if stopped or last is None:
        again = "./uptown run" if settings.TICKS_ITSELF else "celery -A config worker --beat"
        since = f"has come due for {timesince(stopped, now)}" if stopped else "ever came due"
        raise CommandError(f"nothing {since}. Start it: {again}")
    return f"it runs; the last one was {(now - last).seconds} s ago."


def _copies(now: datetime) -> str:
    made = [copy.stat().st_mtime for copy in settings.BACKUPS.glob("uptown-*") if copy.suffix != ".part"]
    if not made:
        raise CommandError(f"there is none in {settings.BACKUPS}. {MAKES_COPIES[settings.TICKS_ITSELF]}")
    age = timedelta(seconds=now.timestamp() - max(made))
    words = f"the last one is {timesince(now - age, now)} old, in {settings.BACKUPS}."
    if age > 2 * settings.BACKUP_EVERY:
        raise CommandError(f"{words} {MAKES_COPIES[settings.TICKS_ITSELF]}")
    return words


MAKES_COPIES = {
    True: "The server makes them while it runs; its log says why it can't. ./uptown backup makes one now.",
    False: "The Celery worker makes them, on its computer: ask there. Its log says why it can't. "
    "./uptown backup makes one now.",
}
PARTS: dict[str, Callable[[datetime], str]] = {
    "Database": _database,
    "Secret key": _secret,
    "The tick": _tick,
    "Disk": _disk,
    "Redis": _redis,
    "Copies": _copies,
}
NEED_THE_DATABASE = {"Secret key", "The tick"}
"""Left out if the database doesn't answer: each would fail for the same reason."""
