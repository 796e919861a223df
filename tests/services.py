"""Services that the tests need: private PostgreSQL, Redis, nginx and Chromium, found or fetched.

Instances listen on sockets in a temporary folder, never on a port, and end with the tests.
"""

import contextlib
import ctypes.util
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from config import debian, services
from config.services import UNPACKED, find, libraries, look_for, unpacked

__all__ = ["UNPACKED", "find", "libraries", "unpacked"]

HEADLESS = "chromium-headless-shell"
WIDE = ("haproxy", "pgbouncer")
"""The programs of ``./uptown wide`` beside PostgreSQL and Redis, and their packages."""


def fetch() -> None:
    """Fetch everything before anything runs in parallel: apt does one thing at a time.

    :raises NotAvailable: if something can't be had.
    """
    find("postgres", package="postgresql")
    find("redis-server", package="redis-server")
    fetch_nginx()
    for program in WIDE:
        unpacked(program, package=program)
    fetch_chromium()
    find_library("atomic", package="libatomic1")  # Playwright's driver needs it.


def find_library(name: str, *, package: str) -> None:
    """Find a library on this machine, or install it, or unpack it for the tests alone."""
    if ctypes.util.find_library(name) or any(UNPACKED.glob(f"*/usr/lib/*/lib{name}.so*")):
        return
    try:
        debian.install([package])
    except debian.NotAvailable:
        debian.unpack([package], UNPACKED / package)


def fetch_nginx() -> Path:
    """The path of nginx.

    :raises NotAvailable: if it can't be had.
    """
    return unpacked("nginx", package="nginx")


def fetch_chromium() -> None:
    """Fetch a Chromium: the headless one if it can be had, because it does less work.

    :raises NotAvailable: if none can.
    """
    if look_for("chromium") is None:
        find(HEADLESS, package=HEADLESS)
    elif look_for(HEADLESS) is None:
        with contextlib.suppress(debian.NotAvailable):
            debian.install([HEADLESS])


def chromium() -> Path:
    """The path of Chromium."""
    return look_for(HEADLESS) or find("chromium", package="chromium")


@contextlib.contextmanager
def private_folder() -> Iterator[Path]:
    """A temporary folder with a short name, owned by the user that runs the databases."""
    folder = Path(tempfile.mkdtemp(prefix="uptown-", dir="/tmp"))  # A socket's path: at most 107 letters.
    try:
        services.give_away(folder)
        folder.chmod(0o755)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def postgres(folder: Path, *, is_durable: bool = False) -> Iterator[str]:
    """Run a PostgreSQL during the block; yields its DATABASE_URL.

    Only with ``is_durable`` do writes survive a power cut; the tests don't wait for that. Autovacuum is off,
    too: a test's rows are never committed, so it would find empty tables, and plan for one team where a
    thousand are.
    """
    settings = ["max_connections=60"]
    settings += [] if is_durable else ["fsync=off", "full_page_writes=off", "autovacuum=off"]
    words = services.postgres(folder / "postgres", folder, *settings)
    with _running(words, ready=services.socket_of_postgres(folder)):
        yield services.create_database(folder)


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    """Run a Redis during the block; yields its REDIS_URL."""
    with _running(services.redis(folder, folder), ready=services.socket_of_redis(folder)):
        yield services.redis_url(folder)


def nginx_places(folder: Path) -> str:
    """The directives that keep an nginx's temporary files in a folder."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)


@contextlib.contextmanager
def nginx(folder: Path, locations: str) -> Iterator[str]:
    """Run an nginx with these locations during the block; yields its address, on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    conf = folder / "nginx.conf"
    conf.write_text(
        f"pid {folder}/nginx.pid; error_log {folder}/nginx.log; daemon off; events {{}} "
        f"http {{ access_log off; {nginx_places(folder)} server {{ listen 127.0.0.1:{port}; {locations} }} }}"
    )
    conf.chmod(0o644)
    words = [fetch_nginx(), "-e", folder / "nginx.log", "-p", folder, "-c", conf]
    with _running(words, ready=folder / "nginx.pid"):
        yield f"http://127.0.0.1:{port}"


@contextlib.contextmanager
def _running(words: list[str | Path], *, ready: Path) -> Iterator[None]:
    """Run a server during the block, entered once its socket exists."""
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(words, stdout=log, stderr=log, **services.unprivileged())
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
