"""Backups of the database while it is in use: by SQLite's online backup, or by ``pg_dump``.

The secret key is in a separate file next to them, because a backup alone opens no private link.
"""

import fcntl
import hashlib
import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic, sleep

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connection, connections

from server.data_version import check_applied
from tournament.badges.crew import is_key_of_links
from tournament.log.log_chain import newest_head
from tournament.models import Work
from tournament.scheduler.commands_attempts import Attempts, by_itself
from tournament.settings.commands_event import note_restore

ALL_OF = timedelta(days=1)
"""All backups younger than this are kept; of each day before, only the last one."""
STAMP = "%Y%m%d-%H%M%S"
LOOKED_FOR = 4.0
"""The seconds in which a worker must show up in the list of connections: it connects for each tick."""
PAGES = 500
"""The pages that SQLite copies before it lets a writer in."""
OTHER_SECRET = (
    "Bring that key: the file secret-key-… beside the copy, or secret-key of the other computer’s folder, "
    f"goes to {settings.DATA / 'secret-key'}; if UPTOWN_SECRET_KEY is set, set it to the same everywhere. "
    "If the key is lost, ./uptown manage new_secret makes new links for everybody."
)


def back_up(at: datetime, why: str = "") -> Path:
    """Back up the database as it is now. The file appears when it is complete, or not at all.

    :raises CommandError: if the backup could not be made.
    """
    folder = settings.BACKUPS
    name = "-".join(filter(None, ("uptown", at.strftime(STAMP), why)))
    made = folder / ".".join(filter(None, (name, _head(), _ending())))
    part = made.with_name(f"{made.name}.{os.getpid()}.part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.touch()
        if connection.vendor == "sqlite":
            _copy(Path(connection.settings_dict["NAME"]), part)
            _check(part)
        else:
            _postgres("pg_dump", "--format=custom", f"--file={part}")
            _check_dump(part)
        part.replace(made)
        _keep_secret()
    except (OSError, sqlite3.Error) as failed:
        raise CommandError(
            f"The database can’t be copied to {folder} ({failed}). Is that disk or stick plugged in and not "
            "full, and may Uptown write on it? Or name another folder: UPTOWN_BACKUPS=…"
        ) from failed
    finally:
        with suppress(OSError):  # The folder itself may be missing.
            part.unlink(missing_ok=True)
    return made


def _head() -> str:
    try:
        return newest_head()[:16]
    except DatabaseError:  # No tables yet, or those of an older Uptown.
        return ""


def restore(copy: Path, at: datetime) -> Path | None:
    """Replace the database by a backup, and use the secret key next to it.

    What was there is backed up first; returns that file, or None if there was no database.

    :raises CommandError: if the file is no backup, Uptown is running, or the key of its links is missing.
    """
    if not copy.is_file():
        raise CommandError(f"There is no file {copy}. The copies are in {settings.BACKUPS}.")
    with nobody_serves():
        if connection.vendor == "sqlite":
            _check(copy)
            check_applied(_migrations_of(copy))
            before = _copy_of_what_is_there(at)
            connections.close_all()
            _put_in_place(copy)
        else:
            _check_dump(copy)
            before = _copy_of_what_is_there(at)
            _replace_all(copy)
        call_command("migrate", interactive=False, verbosity=0)
        note_restore(copy=copy.name, at=at)
        _bring_secret(copy, before)
    return before


@by_itself(Work.BACKUP)
def keep_backups(attempts: Attempts) -> int:
    """Make a backup if the last one is old enough, and delete old ones. Returns how many were made."""
    now = attempts.now
    if any(now - stamp < settings.BACKUP_EVERY for stamp, _ in _stamped(copies())):
        return 0
    back_up(now)
    forget_old(now)
    return 1


def forget_old(now: datetime) -> None:
    """Delete backups older than ``BACKUP_DAYS``, and all but the last of each day that is over.

    Also those of another kind of database, which this folder had before.
    """
    last_of_day: dict[str, Path] = {}
    for stamp, copy in _stamped(copies("*")):
        day = f"{stamp:%Y%m%d}{copy.suffix}"
        if now - stamp > timedelta(days=settings.BACKUP_DAYS):
            copy.unlink(missing_ok=True)
        elif now - stamp > ALL_OF:
            if older := last_of_day.get(day):
                older.unlink(missing_ok=True)
            last_of_day[day] = copy


def copies(ending: str = "") -> list[Path]:
    """The backups on this computer, of this kind of database unless another ``ending`` is given."""
    found = settings.BACKUPS.glob(f"uptown-*.{ending or _ending()}")
    return [copy for copy in found if copy.suffix != ".part"]


def _ending() -> str:
    return "sqlite3" if connection.vendor == "sqlite" else "pgdump"


@contextmanager
def alone_here() -> Iterator[None]:
    """Lock the folder of the SQLite database, which only one server at a time may use.

    :raises CommandError: if another process has the lock. PostgreSQL needs none.
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
    """Check that no server and no worker uses the database. SQLite then stays locked in this block.

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
    """The other Uptown processes connected to PostgreSQL, by the names that the settings give them.

    Looks for a few seconds, because a worker is connected only during its task, once a second.
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
    """Back up the database that is about to be replaced; None if there is none.

    A damaged SQLite file can't be copied, so it is renamed. One that can't be read or written now, as on a
    full disk, stays where it is.

    :raises CommandError: if it could not be backed up.
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
    database = Path(connection.settings_dict["NAME"])
    aside = database.with_name(f"damaged-{at.strftime(STAMP)}.sqlite3")
    for ending in ("", "-wal", "-shm"):
        if (file := Path(f"{database}{ending}")).exists():
            file.rename(f"{aside}{ending}")
    return aside


def _keep_secret() -> None:
    if settings.SECRET_FILE is None:
        return
    name = hashlib.sha256(f"name {settings.SECRET_KEY}".encode()).hexdigest()[:8]
    kept = settings.BACKUPS / f"secret-key-{name}"
    if not kept.exists():
        kept.write_text(settings.SECRET_KEY)


def _bring_secret(copy: Path, before: Path | None) -> None:
    """Use the secret key that made the links in the database: this machine's, or one beside the backup.

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


def _stamped(found: list[Path]) -> list[tuple[datetime, Path]]:
    """The backups that the schedule made, with their times, oldest first."""
    stamped = []
    for copy in found:
        stamp = copy.name.removeprefix("uptown-").partition(".")[0]
        try:
            stamped.append((datetime.strptime(f"{stamp}+0000", f"{STAMP}%z"), copy))
        except ValueError:  # Made by hand: it is never deleted.
            continue
    return sorted(stamped)


def _put_in_place(copy: Path) -> None:
    try:
        _copy(copy, Path(connection.settings_dict["NAME"]))
    except sqlite3.Error as failed:
        raise CommandError(f"{copy} could not be put in the database’s place: {failed}.") from failed


def _copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=20)) as original,
        closing(sqlite3.connect(target, timeout=20)) as copy,
    ):
        original.backup(copy, pages=PAGES)
        copy.execute("PRAGMA journal_mode=DELETE")  # One file, without a -wal beside it.


def _check(copy: Path) -> None:
    """:raises CommandError: if the file is not a whole Uptown database."""
    try:
        with closing(sqlite3.connect(f"file:{copy}?mode=ro&immutable=1", uri=True)) as database:
            (result,) = database.execute("PRAGMA integrity_check").fetchone()
            database.execute("SELECT 1 FROM tournament_event LIMIT 1")
    except sqlite3.Error as broken:
        raise CommandError(f"{copy} is no copy of an Uptown database ({broken}).") from broken
    if result != "ok":
        raise CommandError(f"{copy} is damaged: {result}.")


def _migrations_of(copy: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(f"file:{copy}?mode=ro&immutable=1", uri=True)) as database:
        return database.execute("SELECT app, name FROM django_migrations").fetchall()


def _check_dump(copy: Path) -> None:
    """:raises CommandError: if the file is not a whole dump."""
    try:
        _postgres("pg_restore", "--list", f"--file={os.devnull}", str(copy))
    except CommandError as broken:
        raise CommandError(f"{copy} is no copy of an Uptown database ({broken}).") from broken


def _replace_all(copy: Path) -> None:
    """Replace the whole database by the dump, in one transaction.

    ``pg_restore --clean`` would leave tables of a later Uptown, and fail on tables to which these refer.

    :raises CommandError: if the file is no dump, or the database refuses.
    """
    empty = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;"
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "copy.sql")
        _postgres("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(copy))
        quietly = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
        _postgres("psql", *quietly, f"--command={empty}", f"--file={script}")


def _postgres(*command: str) -> None:
    """Run one of PostgreSQL's programs on the database. The password is passed in the environment.

    :raises CommandError: if the program is missing, or fails.
    """
    database = settings.POSTGRES or connection.settings_dict
    keys = {"DATABASE": "NAME", "USER": "USER", "PASSWORD": "PASSWORD", "HOST": "HOST", "PORT": "PORT"}
    named = {f"PG{name}": str(database[key]) for name, key in keys.items() if database.get(key)}
    try:
        its = {**os.environ, **settings.POSTGRES_PROGRAMS, **named}
        subprocess.run(command, env=its, check=True, capture_output=True, text=True)
    except FileNotFoundError as missing:
        raise CommandError(
            f"{command[0]} is not installed. On Debian: apt-get install postgresql-client"
        ) from missing
    except subprocess.CalledProcessError as failed:
        raise CommandError(f"{command[0]} failed: {failed.stderr.strip()}") from failed
