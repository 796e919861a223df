"""What the tests need other than Python: private PostgreSQL, Redis, nginx and Chromium, found or fetched.

Instances listen on sockets in a temporary directory, never on a port, and are gone afterwards.
"""

import contextlib
import ctypes.util
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import IO

from config import debian

HEADLESS = "chromium-headless-shell"
UNPACKED = Path(__file__).resolve().parent.parent / ".machine"


@cache
def find(program: str, *, package: str) -> Path:
    """Where a program is: on this machine; else installed by root; else unpacked for us alone.

    :raises NotAvailable: if none of it worked.
    """
    found = _look_for(program)
    if found is None:
        print(f"Fetching {package} …", flush=True)
        with contextlib.suppress(debian.NotAvailable):
            debian.install([package])
        found = _look_for(program)
    if found is None:
        debian.unpack([package], UNPACKED / package)
        found = _look_for(program)
    if found is None:
        raise debian.NotAvailable(f"{program} is not here. On Debian: apt-get install {package}")
    return found


def fetch() -> None:
    """See to it that all of it is there, before anything is run at the same time: apt does one at a time.

    :raises NotAvailable: if something can't be had.
    """
    find("postgres", package="postgresql")
    find("redis-server", package="redis-server")
    fetch_nginx()
    fetch_chromium()
    find_library("atomic", package="libatomic1")  # Playwright's own program needs it.


def find_library(name: str, *, package: str) -> None:
    """See to it that a library is there: on this machine; else installed; else unpacked for us alone."""
    if ctypes.util.find_library(name) or any(UNPACKED.glob(f"*/usr/lib/*/lib{name}.so*")):
        return
    try:
        debian.install([package])
    except debian.NotAvailable:
        debian.unpack([package], UNPACKED / package)


def fetch_nginx() -> Path:
    """Where nginx is. It is never installed, only unpacked: Debian's would start to serve by itself.

    :raises NotAvailable: if it can't be had.
    """
    if _look_for("nginx") is None:
        debian.unpack(["nginx"], UNPACKED / "nginx")
    found = _look_for("nginx")
    if found is None:
        raise debian.NotAvailable("nginx is not here. On Debian: apt-get install nginx")
    return found


def fetch_chromium() -> None:
    """See to it that a Chromium is there: if it can be had, the one without windows, which has less to do.

    :raises NotAvailable: if none can.
    """
    if _look_for("chromium") is None:
        find(HEADLESS, package=HEADLESS)
    elif _look_for(HEADLESS) is None:
        with contextlib.suppress(debian.NotAvailable):
            debian.install([HEADLESS])


def chromium() -> Path:
    """The Chromium that is there."""
    return _look_for(HEADLESS) or find("chromium", package="chromium")


def _look_for(program: str) -> Path | None:
    on_the_path = shutil.which(program)
    if on_the_path is not None:
        return Path(on_the_path)
    # Debian keeps PostgreSQL's server programs off the path, one folder for each version; and an
    # unpacked Chromium is started without the script that expects it installed.
    for place in ("usr/lib/postgresql/*/bin", "usr/lib/chromium", "usr/bin", "usr/sbin"):
        for root in (Path("/"), *sorted(UNPACKED.glob("*/"))):
            for found in sorted(root.glob(f"{place}/{program}"), reverse=True):
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


@contextlib.contextmanager
def private_folder() -> Iterator[Path]:
    """A short-named temporary folder that belongs to whom the databases run as."""
    folder = Path(tempfile.mkdtemp(prefix="uptown-", dir="/tmp"))  # A socket's path has 107 letters at most.
    try:
        if os.geteuid() == 0:
            os.chown(folder, *_nobodys_ids())
            folder.chmod(0o755)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def postgres(folder: Path, *, is_durable: bool = False) -> Iterator[str]:
    """A PostgreSQL that runs while the block does; yields its DATABASE_URL.

    What it says it wrote survives a power cut only if ``is_durable``: the tests don't wait for that.
    Nor does it look over its tables meanwhile: as a test's rows are never committed, it would find them
    empty, and plan for one team where a thousand are.
    """
    server = find("postgres", package="postgresql").resolve()  # initdb is beside it
    place, sockets = folder / "postgres", folder
    _as_nobody([server.with_name("initdb"), "-D", place, "-U", "uptown", "-A", "trust", "-E", "UTF8", "-N"])
    settings = ["listen_addresses=", f"unix_socket_directories={sockets}", "max_connections=60"]
    settings += [] if is_durable else ["fsync=off", "full_page_writes=off", "autovacuum=off"]
    words = [server, "-D", place, *(word for setting in settings for word in ("-c", setting))]
    with _running(words, ready=sockets / ".s.PGSQL.5432"):
        _create_database(server.with_name("createdb"), sockets)
        yield f"postgres://uptown@{str(sockets).replace('/', '%2F')}/uptown"


def _create_database(createdb: Path, sockets: Path) -> None:
    """The socket is there a moment before the server answers."""
    for _ in range(100):
        made = subprocess.run(
            [createdb, "-h", sockets, "-U", "uptown", "uptown"], env=_environment(), capture_output=True
        )
        if made.returncode == 0:
            return
        time.sleep(0.1)
    raise RuntimeError(f"The private PostgreSQL does not answer: {made.stderr.decode()}")


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A Redis that runs while the block does; yields its REDIS_URL."""
    server = find("redis-server", package="redis-server")
    socket = folder / "redis.sock"
    words = [server, "--port", "0", "--unixsocket", socket, "--unixsocketperm", "777", "--save", ""]
    with _running([*words, "--dir", folder], ready=socket):
        yield f"unix://{socket}?db=0"


@contextlib.contextmanager
def nginx(folder: Path, locations: str) -> Iterator[str]:
    """An nginx with these locations while the block runs; yields its address, on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    conf = folder / "nginx.conf"
    conf.write_text(
        f"pid {folder}/nginx.pid; error_log {folder}/nginx.log; daemon off; events {{}} "
        f"http {{ access_log off; {places} server {{ listen 127.0.0.1:{port}; {locations} }} }}"
    )
    conf.chmod(0o644)
    words = [fetch_nginx(), "-e", folder / "nginx.log", "-p", folder, "-c", conf]
    with _running(words, ready=folder / "nginx.pid"):
        yield f"http://127.0.0.1:{port}"


@contextlib.contextmanager
def _running(words: list[str | Path], *, ready: Path) -> Iterator[None]:
    """A server that runs while the block does, once its socket is there."""
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(words, stdout=log, stderr=log, **_nobody())
        try:
            _wait_for(ready, server, log)
            yield
        finally:
            server.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(10)
            server.kill()


def _wait_for(ready: Path, server: "subprocess.Popen[bytes]", log: IO[bytes]) -> None:
    for _ in range(200):
        if ready.exists():
            return
        if server.poll() is not None:
            break
        time.sleep(0.05)
    log.seek(0)
    raise RuntimeError(f"{server.args[0]} did not start:\n{log.read().decode()}")


def _as_nobody(words: list[str | Path]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, **_nobody())
    if done.returncode != 0:
        raise RuntimeError(f"{words[0]}: {done.stderr or done.stdout}")


def _nobody() -> dict[str, object]:
    """How to start a program that refuses to be root."""
    options: dict[str, object] = {"env": _environment(), "cwd": "/tmp"}
    if os.geteuid() == 0:
        user, group = _nobodys_ids()
        options |= {"user": user, "group": group, "extra_groups": []}
    return options


def _nobodys_ids() -> tuple[int, int]:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            known = pwd.getpwnam(name)
            return known.pw_uid, known.pw_gid
    return 65534, 65534


def _environment() -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C", **libraries()}
