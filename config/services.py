"""Private PostgreSQL and Redis servers on sockets in a folder: for ``./uptown scale``, and for the tests.

Programs are found on this machine, installed by root, or unpacked into the project. Standard library only.
"""

import contextlib
import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from config import debian

UNPACKED = Path(__file__).resolve().parent.parent / ".machine"
INSTALLED = Path("/")
LONGEST_SOCKET = 107
"""The most characters that the path of a socket may have."""

Command = Sequence[str | Path]


class DidNotStart(Exception):
    """A server didn't start. The message says why."""


@cache
def find(program: str, *, package: str, installs: bool = True) -> Path:
    """The path of a program. If it is missing, root installs its package; others unpack it into the project.

    :raises NotAvailable: if neither worked.
    """
    found = look_for(program)
    if found is None:
        print(f"Fetching {package} …", flush=True)
        with contextlib.suppress(debian.NotAvailable):
            if installs:
                debian.install([package])
        found = look_for(program)
    if found is None:
        try:
            debian.unpack([package], UNPACKED / package)
        except debian.NotAvailable as why:
            raise debian.NotAvailable(f"{package} is not here and can’t be fetched: {why}.") from None
        found = look_for(program)
    if found is None:
        raise debian.NotAvailable(f"{program} is not here. On Debian: apt-get install {package}")
    return found


def unpacked(program: str, *, package: str) -> Path:
    """The path of a server program, unpacked into the project if it is missing.

    Its package isn't installed, because Debian would then start the server at each boot.

    :raises NotAvailable: if it can't be unpacked.
    """
    return find(program, package=package, installs=False)


def look_for(program: str) -> Path | None:
    on_the_path = shutil.which(program)
    if on_the_path is not None:
        return Path(on_the_path)
    # Debian keeps PostgreSQL's server programs off the path, one folder for each version; and an
    # unpacked Chromium is started without the script that expects it installed.
    for folder in ("usr/lib/postgresql/*/bin", "usr/lib/chromium", "usr/bin", "usr/sbin"):
        for root in (INSTALLED, *sorted(UNPACKED.glob("*/"))):
            for found in sorted(root.glob(f"{folder}/{program}"), reverse=True):
                return found
    return None


def libraries() -> dict[str, str]:
    """The environment in which unpacked programs find their unpacked libraries."""
    folders = [
        str(folder)
        for kind in ("usr/lib/*-linux-gnu", "usr/lib/*-linux-gnu/*", "lib/*-linux-gnu")
        for folder in sorted(UNPACKED.glob(f"*/{kind}"))
        if folder.is_dir()
    ]
    if not folders:
        return {}
    return {"LD_LIBRARY_PATH": ":".join([*folders, *filter(None, [os.environ.get("LD_LIBRARY_PATH")])])}


def programs_of_postgres() -> dict[str, str]:
    """The environment in which ``pg_dump`` and its like are found, also where they were unpacked.

    Empty if they are on the path anyway, or nowhere.
    """
    found = look_for("pg_dump")
    if found is None or shutil.which("pg_dump"):
        return {}
    path = {"PATH": ":".join([str(found.parent), *os.get_exec_path()])}
    return path | (libraries() if found.is_relative_to(UNPACKED) else {})


# --- PostgreSQL and Redis -------------------------------------------------------------------------


def postgres_program() -> Path:
    return find("postgres", package="postgresql")


def redis_program() -> Path:
    return find("redis-server", package="redis-server")


def postgres(folder: Path, sockets: Path, *settings: str) -> list[str | Path]:
    """The command that starts PostgreSQL in ``place``. The first time, ``initdb`` fills this folder.

    :raises DidNotStart: if ``initdb`` fails.
    """
    server = postgres_program().resolve()  # initdb is beside it
    if not (folder / "PG_VERSION").exists():
        make: list[str | Path] = [server.with_name("initdb"), "-D", folder]
        make += ["-U", "uptown", "-A", "trust", "-E", "UTF8", "-N"]
        made = subprocess.run(make, capture_output=True, text=True, **unprivileged())
        if made.returncode != 0:
            raise DidNotStart(f"initdb: {made.stderr or made.stdout}")
    fixed = ("listen_addresses=", f"unix_socket_directories={sockets}")
    return [server, "-D", folder, *(word for setting in (*fixed, *settings) for word in ("-c", setting))]


def socket_of_postgres(sockets: Path) -> Path:
    return sockets / ".s.PGSQL.5432"


def create_database(sockets: Path) -> str:
    """Create the database, if it isn't there. Returns its DATABASE_URL.

    It retries, because the server's socket is there a moment before the server answers.

    :raises DidNotStart: if the server doesn't answer within ten seconds.
    """
    createdb = postgres_program().resolve().with_name("createdb")
    command: Command = [createdb, "-h", sockets, "-U", "uptown", "uptown"]
    for _ in range(100):
        made = subprocess.run(command, env=environment(), capture_output=True, text=True)
        if made.returncode == 0 or "already exists" in made.stderr:
            return f"postgres://uptown@{str(sockets).replace('/', '%2F')}/uptown"
        time.sleep(0.1)
    raise DidNotStart(f"The private PostgreSQL does not answer: {made.stderr}")


def redis(folder: Path, sockets: Path) -> list[str | Path]:
    """The command that starts Redis, without persistence: the next tick sends lost tasks again."""
    server = redis_program()
    options = ["--port", "0", "--unixsocketperm", "777", "--save", "", "--dir", str(folder)]
    return [server, "--unixsocket", socket_of_redis(sockets), *options]


def socket_of_redis(sockets: Path) -> Path:
    return sockets / "redis.sock"


def redis_url(sockets: Path) -> str:
    return f"unix://{socket_of_redis(sockets)}?db=0"


# --- the user they run as -------------------------------------------------------------------------


def unprivileged() -> dict[str, Any]:
    """The options of ``Popen`` for a program that refuses to run as root."""
    options: dict[str, Any] = {"env": environment(), "cwd": "/tmp"}  # noqa: S108 - anybody may be there
    if os.geteuid() == 0:
        user, group = nobodys_ids()
        options |= {"user": user, "group": group, "extra_groups": []}
    return options


def check_reach(program: Path) -> None:
    """Check that the user that servers run as may enter the program's folder: root's own home is closed.

    :raises NotAvailable: if not.
    """
    if subprocess.run(["test", "-x", program], **unprivileged()).returncode:
        user = pwd.getpwuid(nobodys_ids()[0]).pw_name
        raise debian.NotAvailable(
            f"As root, servers run as the user {user}, who may not open {program}. Put Uptown in a folder "
            "that everybody may enter, such as /opt/uptown, or start it as an ordinary user."
        )


def give_away(folder: Path) -> None:
    """Let the servers write in a folder: root gives it to the user that they run as."""
    if os.geteuid() == 0:
        os.chown(folder, *nobodys_ids())


def nobodys_ids() -> tuple[int, int]:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            known = pwd.getpwnam(name)
            return known.pw_uid, known.pw_gid
    return 65534, 65534


def environment() -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C", **libraries()}
