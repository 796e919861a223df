"""Copies of the database, made while the day goes on: by SQLite's own online backup, or by ``pg_dump``.

The secret key is beside them in a separate file: a copy alone opens no private link.
"""

import fcntl
import hashlib
import logging
import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic, sleep

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connection, connections

from tournament.queries.log_chain import newest_head
from tournament.queries.people import is_key_of_links

ALL_OF = timedelta(days=1)
"""Of so long all copies are kept; of the days before the last one of each."""
log = logging.getLogger(__name__)
STAMP = "%Y%m%d-%H%M%S"
failed: list[datetime] = []
"""When the clock's last copy could not be made."""
LOOKED_FOR = 4.0
"""The seconds in which a worker's next ticks are waited for."""
PAGES = 500
"""So many pages are copied in one go, before whoever writes has a turn."""
OTHER_SECRET = (
    "Bring that key: the file secret-key-… beside the copy, or secret-key of the other computer's folder, "
    f"goes to {settings.DATA / 'secret-key'}; if UPTOWN_SECRET_KEY is set, set it to the same everywhere. "
    "If the key is lost, ./uptown manage new_secret makes new links for everybody."
)
"""What to do about a secret key that didn't make the database's links."""


def back_up(at: datetime, why: str = "") -> Path:
    """Copy the database as it is now; the copy is there whole, or not at all.

    :raises CommandError: if it could not be made.
    """
    folder = settings.BACKUPS
    folder.mkdir(parents=True, exist_ok=True)
    ending = "sqlite3" if connection.vendor == "sqlite" else "pgdump"
    name = "-".join(filter(None, ("uptown", at.strftime(STAMP), why)))
    made = folder / ".".join(filter(None, (name, _head(), ending)))
    part = made.with_name(f"{made.name}.{os.getpid()}.part")
    try:
        if connection.vendor == "sqlite":
            _copy(Path(connection.settings_dict["NAME"]), part)
            _check(part)
        else:
            _postgres("pg_dump", "--format=custom", f"--file={part}")
            _check_dump(part)
        part.replace(made)
        _keep_secret()
    except (OSError, sqlite3.Error) as failed:
        raise CommandError(f"The database could not be copied to {folder}: {failed}.") from failed
    finally:
        part.unlink(missing_ok=True)
    return made


def _head() -> str:
    try:
        return newest_head()[:16]
    except DatabaseError:  # No tables yet, or those of an older Uptown.
        return ""


def restore(copy: Path, at: datetime) -> Path | None:
    """Put a copy in the database's place, and the secret key that lies beside it.

    What was there before is copied first; returns where that is, None if there was nothing.

    :raises CommandError: if the copy is none, Uptown is running, or the secret key of its links is not here.
    """
    if not copy.is_file():
        raise CommandError(f"There is no file {copy}. The copies are in {settings.BACKUPS}.")
    with nobody_serves():
        if connection.vendor == "sqlite":
            _check(copy)
            before = _copy_of_what_is_there(at)
            connections.close_all()
            _put_in_place(copy)
        else:
            _check_dump(copy)
            before = _copy_of_what_is_there(at)
            _replace_all(copy)
        call_command("migrate", interactive=False, verbosity=0)
        _bring_secret(copy, before)
    return before


def keep_backups(now: datetime) -> int:
    """Copy the database if the last copy is old enough, and delete old ones; how many were made."""
    stamps = [*_stamps(), *failed]
    if stamps and now - max(stamps) < settings.BACKUP_EVERY:
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


@contextmanager
def nobody_serves() -> Iterator[None]:
    """Hold the database, SQLite or PostgreSQL, while no server and no worker uses it.

    :raises CommandError: if one does.
    """
    with alone_here():
        if others := _others_connected():
            raise CommandError(
                f"Uptown is running already with this database: {', '.join(others)}. "
                "End all servers and workers first."
            )
        yield


def _others_connected() -> list[str]:
    """The other processes of ours that connect to PostgreSQL, by the names that settings give them.

    A worker is connected only while it does a task, which is once a second: so this looks for a while.
    """
    if connection.vendor != "postgresql":
        return []
    until = monotonic() + LOOKED_FOR
    others: list[str] = []
    while not others and monotonic() < until:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT DISTINCT application_name FROM pg_stat_activity "
                "WHERE datname = current_database() AND application_name LIKE 'uptown %' "
                "AND application_name <> current_setting('application_name')"
            )
            others = sorted(f"process {name.removeprefix('uptown ')}" for (name,) in cursor.fetchall())
        sleep(0.01)
    return others


def _copy_of_what_is_there(at: datetime) -> Path | None:
    """Copy the database that a copy is about to replace; None if there is none.

    A damaged SQLite database can't be copied: its file is renamed. One that can't be read or written now, as
    on a full disk, stays where it is.

    :raises CommandError: if it could not be copied.
    """
    try:
        if "tournament_event" not in connection.introspection.table_names():
            return None
        is_damaged = connection.vendor == "sqlite" and not _is_whole()
    except OperationalError:
        raise
    except DatabaseError:
        if connection.vendor != "sqlite":
            raise
        is_damaged = True
    return _put_aside(at) if is_damaged else back_up(at, "before-restore")


def _is_whole() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check")
        return bool(cursor.fetchone() == ("ok",))


def _put_aside(at: datetime) -> Path:
    connections.close_all()
    there = Path(connection.settings_dict["NAME"])
    aside = there.with_name(f"damaged-{at.strftime(STAMP)}.sqlite3")
    for ending in ("", "-wal", "-shm"):
        if (file := Path(f"{there}{ending}")).exists():
            file.rename(f"{aside}{ending}")
    return aside


def _keep_secret() -> None:
    """Keep the secret key beside the copies; one that the environment holds is up to who set it there."""
    if settings.SECRET_FILE is None:
        return
    name = hashlib.sha256(f"name {settings.SECRET_KEY}".encode()).hexdigest()[:8]
    kept = settings.BACKUPS / f"secret-key-{name}"
    if not kept.exists():
        kept.write_text(settings.SECRET_KEY)


def _bring_secret(copy: Path, before: Path | None) -> None:
    """Have the secret key that made the links in the database: this machine's, or the one beside the copy.

    :raises CommandError: if it is neither.
    """
    if is_key_of_links(settings.SECRET_KEY):
        return
    for file in sorted(copy.parent.glob("secret-key*")):
        if settings.SECRET_FILE and is_key_of_links(file.read_text().strip()):
            settings.SECRET_KEY = file.read_text().strip()
            settings.SECRET_FILE.write_text(settings.SECRET_KEY)
            return
    raise CommandError(
        f"{copy} is the database now, but its private links were made with another secret key. "
        f"{OTHER_SECRET}" + (f" What was there before is {before}" if before else "")
    )


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


def _put_in_place(copy: Path) -> None:
    try:
        _copy(copy, Path(connection.settings_dict["NAME"]))
    except sqlite3.Error as failed:
        raise CommandError(f"{copy} could not be put in the database's place: {failed}.") from failed


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
