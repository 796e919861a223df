"""Health checks, with sentences that say what to do: for ``./uptown health`` and the page *Server check*."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.core.management import CommandError
from django.db import DatabaseError, connection
from django.utils.timesince import timesince

from server.backups import copies
from server.surroundings import check_database, check_redis, check_secret, check_tables
from tournament.models import Event
from tournament.schedule.live import failures, last_tick, stopped_since

LITTLE_ROOM = 200_000_000
MOST_NAMED = 5
"""The most failing things that are named."""
MOST_APART = timedelta(seconds=2)
"""The most that the clocks of this computer and of PostgreSQL may differ."""


@dataclass(frozen=True, kw_only=True)
class HealthRow:
    name: str
    is_well: bool
    sentence: str


def health(now: datetime) -> list[HealthRow]:
    """All checks. If the database doesn't answer, those that need it are left out."""
    return _rows(PARTS, now)


def readiness(now: datetime) -> list[HealthRow]:
    """The checks that must pass before a load balancer or a monitor counts on this process."""
    return _rows(READY, now)


def _rows(parts: dict[str, Callable[[datetime], str]], now: datetime) -> list[HealthRow]:
    rows: list[HealthRow] = []
    for name, look in parts.items():
        if name in NEED_THE_DATABASE and any(row.name == DATABASE and not row.is_well for row in rows):
            continue
        try:
            row = HealthRow(name=name, is_well=True, sentence=look(now))
        except CommandError as trouble:
            row = HealthRow(name=name, is_well=False, sentence=str(trouble))
        rows.append(row)
    return rows


def _database(now: datetime) -> str:
    _answers(now)
    try:
        # ``add`` returns whether it wrote; ``set`` doesn't.
        cache.delete("health")
        if not cache.add("health", now, timeout=60):
            raise DatabaseError("nothing was written")
    except DatabaseError as refused:
        raise CommandError(f"it can’t be written ({refused}). Is the disk full, or read-only?") from refused
    return f"{connection.vendor} can be read and written."


def _answers(now: datetime) -> str:
    check_database()
    try:
        check_tables()
    except DatabaseError as refused:
        raise CommandError(f"it can’t be read ({refused}).") from refused
    return "it answers, and has the tables of this Uptown."


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


def _failing(now: datetime) -> str:
    found = failures(None)
    if not found:
        return "everything that came due was done."
    first, *more = [
        f"{row.what} (since {row.since:%H:%M} UTC, {row.tries} tries)" for row in found[:MOST_NAMED]
    ]
    others = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    raise CommandError(
        f"{'; '.join([first, *more])}{others}. Each is tried again; the server’s log has the traceback."
    )


def _clock(now: datetime) -> str:
    doubted = sorted(Event.objects.exclude(clock_doubted_at=None).values_list("name", flat=True))
    if doubted:
        raise CommandError(
            f"this computer’s clock jumped, so nothing comes due at {', '.join(doubted)}. Set it right if it "
            "is wrong; then an organizer presses “The clock is right: go” on the floor."
        )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp() - %s", [now])
            (apart,) = cursor.fetchone()
        # A small difference is the duration of this check.
        if abs(apart) > MOST_APART:
            raise CommandError(
                f"PostgreSQL’s computer differs by {abs(apart.total_seconds()):.0f} s. Set both by the "
                "network: timedatectl set-ntp true"
            )
    return "nobody doubts it."


def _copies(now: datetime) -> str:
    age = backup_age(now)
    if age is None:
        raise CommandError(f"there is none in {settings.BACKUPS}. {MAKES_COPIES[settings.TICKS_ITSELF]}")
    words = f"the last one is {timesince(now - age, now)} old, in {settings.BACKUPS}."
    if age > 2 * settings.BACKUP_EVERY:
        raise CommandError(f"{words} {MAKES_COPIES[settings.TICKS_ITSELF]}")
    return words


def backup_age(now: datetime) -> timedelta | None:
    """The age of the newest backup of this database on this computer; None if there is none."""
    made = [copy.stat().st_mtime for copy in copies()]
    return timedelta(seconds=now.timestamp() - max(made)) if made else None


MAKES_COPIES = {
    True: "The server makes them while it runs; its log says why it can’t. ./uptown backup makes one now.",
    False: "The Celery worker makes them, on its computer: ask there. Its log says why it can’t. "
    "./uptown backup makes one now.",
}
DATABASE, SECRET, TICK, CLOCK, REDIS = "Database", "Secret key", "The tick", "Clock", "Redis"
FAILING = "What is due"
PARTS: dict[str, Callable[[datetime], str]] = {
    DATABASE: _database,
    SECRET: _secret,
    TICK: _tick,
    FAILING: _failing,
    CLOCK: _clock,
    "Disk": _disk,
    REDIS: _redis,
    "Copies": _copies,
}
READY: dict[str, Callable[[datetime], str]] = {DATABASE: _answers, TICK: _tick, REDIS: _redis}
NEED_THE_DATABASE = {SECRET, TICK, FAILING, CLOCK}
"""Left out if the database doesn't answer: each would fail for the same reason."""
