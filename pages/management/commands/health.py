"""Say whether everything that a day needs is there."""

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
from redis import Redis, RedisError

from tournament.queries.ticking import last_tick, stopped_since

LITTLE_ROOM = 200_000_000


class Command(BaseCommand):
    """``manage.py health``."""

    help = "Say whether the database, the disk, Redis and the tick work; fail if something doesn't."

    def handle(self, **options: Any) -> None:
        """A line for each part; what to do, where something is wrong."""
        now, wrong = timezone.now(), 0
        for name, look in PARTS.items():
            try:
                said = look(now)
            except _Wrong as trouble:
                wrong += 1
                self.stdout.write(f"✗ {name}: {trouble}")
            else:
                self.stdout.write(f"✓ {name}: {said}")
        if wrong:
            raise CommandError("Not everything works.")


class _Wrong(Exception):
    """Something doesn't work; the text says what to do."""


def _database(now: datetime) -> str:
    try:
        cache.set("health", now, timeout=60)
    except DatabaseError as refused:
        raise _Wrong(
            f"it takes nothing ({refused}). Is it there, is the disk full or read-only?"
        ) from refused
    return f"{connection.vendor} answers, and takes what is written."


def _disk(now: datetime) -> str:
    disk = os.statvfs(settings.DATA)
    room = disk.f_bavail * disk.f_frsize
    words = f"{room // 1_000_000} MB are free in {settings.DATA}."
    if room < LITTLE_ROOM:
        raise _Wrong(f"only {words} Make room.")
    return words


def _redis(now: datetime) -> str:
    if not settings.REDIS_URL:
        return "none is needed, as one process does it all."
    try:
        Redis.from_url(settings.REDIS_URL, socket_timeout=5, socket_connect_timeout=5).ping()
    except (RedisError, OSError) as error:
        raise _Wrong(f"it doesn't answer ({error}). Start it: until then nothing comes due.") from error
    return "it answers."


def _tick(now: datetime) -> str:
    try:
        last, stopped = last_tick(), stopped_since(now)
    except DatabaseError as refused:
        raise _Wrong("it can't be read.") from refused
    if stopped or last is None:
        again = "./uptown run" if settings.TICKS_ITSELF else "celery -A config worker --beat"
        since = f"has come due for {timesince(stopped, now)}" if stopped else "ever came due"
        raise _Wrong(f"nothing {since}. Start it: {again}")
    return f"what comes due is done; last told {(now - last).seconds} s ago."


def _copies(now: datetime) -> str:
    made = [copy.stat().st_mtime for copy in settings.BACKUPS.glob("uptown-*") if copy.suffix != ".part"]
    if not made:
        return "none so far: ./uptown backup makes one."
    age = timedelta(seconds=now.timestamp() - max(made))
    return f"the last one is {timesince(now - age, now)} old, in {settings.BACKUPS}."


PARTS: dict[str, Callable[[datetime], str]] = {
    "Database": _database,
    "Disk": _disk,
    "Redis": _redis,
    "The tick": _tick,
    "Copies": _copies,
}
