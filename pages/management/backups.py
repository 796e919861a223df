"""Copies of the database, made while the day goes on: by SQLite's own online backup, or by ``pg_dump``."""

import fcntl
import logging
import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.db import connection, connections

EVERY = timedelta(hours=1)
ALL_OF = timedelta(days=1)
"""Of so long all copies are kept; of the days before the last one of each."""
log = logging.getLogger(__name__)
STAMP = "%Y%m%d-%H%M%S"
failed: list[datetime] = []
"""When the clock's last copy could not be made."""
PAGES = 500
"""So many pages are copied in one go, before whoever writes has a turn."""


def back_up(at: datetime, why: str = "") -> Path:
    """Copy the database as it is now; the copy is there whole, or not at all.

    :raises CommandError: if it could not be made.
    """
    folder = settings.BACKUPS
    folder.mkdir(parents=True, exist_ok=True)
    ending = "sqlite3" if connection.vendor == "sqlite" else "pgdump"
    made = folder / f"uptown-{at.strftime(STAMP)}{f'-{why}' if why else ''}.{ending}"
    part = made.with_name(f"{made.name}.{os.getpid()}.part")
    try:
        if connection.vendor == "sqlite":
            _copy(Path(connection.settings_dict["NAME"]), part)
            _check(part)
        else:
            _postgres("pg_dump", "--format=custom", f"--file={part}")
            _check_dump(part)
        part.replace(made)
    except (OSError, sqlite3.Error) as failed:
        raise CommandError(f"The database could not be copied to {folder}: {failed}.") from failed
    finally:
        part.unlink(missing_ok=True)
    return made


def restore(copy: Path, at: datetime) -> Path | None:
    """Put a copy in the database's place. What was there before is copied first; None if nothing was.

    :raises CommandError: if the copy is none, or Uptown is running.
    """
    if not copy.is_file():
        raise CommandError(f"There is no file {copy}. The copies are in {settings.BACKUPS}.")
    with alone_here():
        if connection.vendor == "sqlite":
            _check(copy)
            is_there = Path(connection.settings_dict["NAME"]).exists()
            before = back_up(at, "before-restore") if is_there else None
            connections.close_all()
            _copy(copy, Path(connection.settings_dict["NAME"]))
        else:
            before = back_up(at, "before-restore")
            _replace_all(copy)
    return before


def keep_backups(now: datetime) -> int:
    """Copy the database if the last copy is an hour old, and let go of old ones; how many were made."""
    stamps = [*_stamps(), *failed]
    if stamps and now - max(stamps) < EVERY:
        return 0
    try:
        back_up(now)
    except CommandError as sentence:
        failed[:] = [now]
        log.error("%s", sentence)
        return 0
    forget_old(now)
    return 1


def forget_old(now: datetime) -> None:
    """Delete copies that are older than is asked for, and all but the last of each day that is over."""
    last_of_day: dict[str, Path] = {}
    for stamp, copy in sorted(_stamps().items()):
        if now - stamp > timedelta(days=settings.BACKUP_DAYS):
            copy.unlink(missing_ok=True)
        elif now - stamp > ALL_OF:
            if older := last_of_day.get(f"{stamp:%Y%m%d}"):
                older.unlink(missing_ok=True)
            last_of_day[f"{stamp:%Y%m%d}"] = copy


@contextmanager
def alone_here() -> Iterator[None]:
    """Hold the folder of the database: one server at a time serves what is in it.

    :raises CommandError: if another holds it. With PostgreSQL there may be many.
    """
    if connection.vendor != "sqlite":
        yield
        return
    with (settings.DATA / "serving.lock").open("a") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as taken:
            raise CommandError(
                f"Uptown is running already with the database in {settings.DATA}. End that one first, "
                "or name another folder: UPTOWN_DATA=… ./uptown run"
            ) from taken
        yield


def _stamps() -> dict[datetime, Path]:
    """The copies that were made by the clock, by when."""
    found = {}
    for copy in settings.BACKUPS.glob("uptown-*-*.*"):
        words = copy.name.removeprefix("uptown-").partition(".")[0]
        try:
            found[datetime.strptime(f"{words}+0000", f"{STAMP}%z")] = copy
        except ValueError:  # One that somebody asked for: it stays.
            continue
    return found


def _copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=20)) as here,
        closing(sqlite3.connect(target, timeout=20)) as there,
    ):
        here.backup(there, pages=PAGES)
        there.execute("PRAGMA journal_mode=DELETE")  # One file, whoever opens it.


def _check(copy: Path) -> None:
    """:raises CommandError: if the copy is no whole database of ours."""
    try:
        with closing(sqlite3.connect(f"file:{copy}?mode=ro&immutable=1", uri=True)) as there:
            (said,) = there.execute("PRAGMA integrity_check").fetchone()
            there.execute("SELECT 1 FROM tournament_event LIMIT 1")
    except sqlite3.Error as broken:
        raise CommandError(f"{copy} is no copy of an Uptown database ({broken}).") from broken
    if said != "ok":
        raise CommandError(f"{copy} is damaged: {said}.")


def _check_dump(copy: Path) -> None:
    """:raises CommandError: if the copy is no whole dump of ours."""
    try:
        _postgres("pg_restore", "--list", f"--file={os.devnull}", str(copy))
    except CommandError as broken:
        raise CommandError(f"{copy} is no copy of an Uptown database ({broken}).") from broken


def _replace_all(copy: Path) -> None:
    """Have what the copy holds and nothing else, or all as it was: it is one transaction.

    ``pg_restore --clean`` would leave the tables that a later Uptown made, and stumble over what they name.

    :raises CommandError: if the copy is none, or the database refuses.
    """
    _check_dump(copy)
    empty = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;"
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "copy.sql")
        # Whoever the tables belonged to, here they are ours.
        _postgres("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(copy))
        quietly = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
        _postgres("psql", *quietly, f"--command={empty}", f"--file={script}")


def _postgres(*words: str) -> None:
    """Run one of PostgreSQL's own programs on the database; its password goes by the environment.

    :raises CommandError: if it is not there, or fails.
    """
    there = connection.get_connection_params()
    named = {
        "PGDATABASE": "dbname",
        "PGUSER": "user",
        "PGPASSWORD": "password",
        "PGHOST": "host",
        "PGPORT": "port",
    }
    told = {name: str(there[key]) for name, key in named.items() if there.get(key)}
    try:
        subprocess.run(words, env={**os.environ, **told}, check=True, capture_output=True, text=True)
    except FileNotFoundError as missing:
        raise CommandError(
            f"{words[0]} is not here. On Debian: apt-get install postgresql-client"
        ) from missing
    except subprocess.CalledProcessError as failed:
        raise CommandError(f"{words[0]} said: {failed.stderr.strip()}") from failed
