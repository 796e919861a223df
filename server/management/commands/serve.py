"""Serve the day: everything that has to be there first, then the server, in one process or several."""

import contextlib
import hashlib
import os
import socket
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import get_resolver
from django.utils import timezone
from uvicorn.supervisors import Multiprocess

from pages.links import HERE_ONLY
from rules.command_line.whole_numbers import whole
from server.backups import alone_here, back_up
from server.http.connections import Guarded, raise_file_limit
from server.live.event_stream import ENDING
from server.management.commands.demo import demo_event
from server.surroundings import check_database, check_redis, check_secret
from tournament.commands.deadlines import tell_tick
from tournament.models import Event

ANYWHERE = {"0.0.0.0", "::"}
MOST_WORKERS = 256
APPLICATION = "config.asgi:application"


class Server(uvicorn.Server):
    """A uvicorn that lets the live streams go before it waits for its connections to close."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        ENDING.set()
        super().handle_exit(sig, frame)


class Command(BaseCommand):
    """``manage.py serve``."""

    help = "Migrate, collect the static files, make the demo event the first time, and serve."
    requires_system_checks: list[str] = []  # Every start would pay for them; ./uptown check runs them.

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=whole(0, 65_535), default=os.environ.get("PORT") or "8000")
        parser.add_argument(
            "--certificate",
            default=os.environ.get("UPTOWN_CERTIFICATE") or None,
            help="serve https with this certificate (PEM), so that phones may keep pages offline",
        )
        parser.add_argument(
            "--certificate-key",
            default=os.environ.get("UPTOWN_CERTIFICATE_KEY") or None,
            help="its private key, if that is in a file of its own",
        )
        parser.add_argument("--no-demo", action="store_true", help="begin with no event at all")
        parser.add_argument(
            "--workers",
            type=whole(0, MOST_WORKERS),
            default=1,
            help="serve with so many processes (needs Redis)",
        )

    def handle(self, *, host: str, port: int, no_demo: bool, workers: int, **options: Any) -> None:
        """Prepare, say where it is, and serve until told to stop."""
        seal = {"ssl_certfile": options["certificate"], "ssl_keyfile": options["certificate_key"]}
        _check_files(seal)
        _check_workers(workers, seal)
        door = _open_door(host, port)
        raise_file_limit()
        check_database()
        with alone_here():
            with _said_in_a_sentence():
                self._prepare(no_demo=no_demo)
            self._serve(door, host, seal, workers)

    def _prepare(self, *, no_demo: bool) -> None:
        """Everything that has to be there before anybody is let in."""
        _migrate()
        check_secret()
        try:
            check_redis()
        except CommandError as sentence:  # Pages are read and hands saved without it.
            self.stderr.write(str(sentence))
        call_command("createcachetable", verbosity=0)
        call_command("clearsessions")
        tell_tick(now=timezone.now())  # From now on somebody should.
        _collect_static_files()
        get_resolver().url_patterns  # noqa: B018 - a page that cannot be imported is noticed now
        if not no_demo:
            self._demo()

    def _serve(self, door: socket.socket, host: str, seal: dict[str, Any], workers: int) -> None:
        """Say where it is, and serve until told to stop."""
        if seal["ssl_certfile"]:
            settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
            settings.SECURE_HSTS_SECONDS = settings.HSTS_SECONDS
        address = _address(host, door.getsockname()[1], is_sealed=bool(seal["ssl_certfile"]))
        if host in ANYWHERE and not settings.ADDRESS:
            # Found just now; QR codes made on this computer lead there, whichever process makes them.
            settings.ADDRESS = os.environ["UPTOWN_ADDRESS"] = address
        self.stdout.write(f"\nUptown is at {address}\n")
        call_command("links", address=address, stdout=self.stdout)
        if host in HERE_ONLY:
            self.stdout.write("Only this computer reaches it; with HOST=0.0.0.0 the hall's phones do, too.\n")
        self.stdout.write("Ctrl-C ends it.\n")
        self.stdout.flush()
        _serve(door, seal, workers)
        self.stdout.write("\nUptown has ended. Everything is saved.")

    def _demo(self) -> None:
        """Make the demo event if there is no event yet, and wake it if it is there."""
        if not Event.objects.exists():
            self.stdout.write("Making the demo event …")
        elif demo_event() is None:
            return
        call_command("demo", stdout=self.stdout)


@contextlib.contextmanager
def _said_in_a_sentence() -> Iterator[None]:
    try:
        yield
    except (OSError, OperationalError) as refused:
        if connection.vendor == "postgresql" and isinstance(refused, OperationalError):
            raise CommandError(f"PostgreSQL refused what Uptown wrote ({refused}).") from refused
        raise CommandError(
            f"Uptown can't write in {settings.DATA} ({refused}). Is the disk full, or may it only be read? "
            "Make room, or name another folder: UPTOWN_DATA=… ./uptown run"
        ) from refused


def _migrate() -> None:
    """Bring the tables up to date; what was there before is copied first."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if executor.loader.applied_migrations:
        back_up(timezone.now(), "before-migration")
    call_command("migrate", interactive=False, verbosity=0)


def _collect_static_files() -> None:
    """Collect, hash and compress the static files, if any of them changed: it takes seconds."""
    now = _static_fingerprint()
    stamp = Path(settings.STATIC_ROOT) / "collected"
    if stamp.exists() and stamp.read_text() == now:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(now)


def _static_fingerprint() -> str:
    """The static files as they are, those too that are put together only now (server/http/bundles.py)."""
    known = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            known.update(f"{name} {storage.size(name)}\n".encode() + Path(storage.path(name)).read_bytes())
    return known.hexdigest()


def _open_door(host: str, port: int) -> socket.socket:
    """The listening socket, opened first: a taken port is noticed before anything is done."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Said to be TCP, or asyncio leaves Nagle's delay on: an answer's body then waits 40 ms behind its head.
    door = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
    except OSError as refused:
        raise CommandError(
            f"Uptown cannot listen at {host}, port {port} ({refused.strerror}). Is it running already? "
            f"End that one, or choose another port: PORT={port + 1} ./uptown run"
        ) from refused
    door.listen(2048)
    return door


def _check_files(seal: dict[str, str | None]) -> None:
    """A certificate that isn't there is noticed before anything is done."""
    for name in filter(None, seal.values()):
        if not Path(name).is_file():
            raise CommandError(f"There is no file {name}. Name the certificate's file, or leave it out.")


def _check_workers(workers: int, seal: dict[str, str | None]) -> None:
    """Several processes must not each keep the time, nor does one's certificate reach the others."""
    if workers < 1:
        raise CommandError("Serve with one process at least.")
    if workers > 1 and settings.TICKS_ITSELF:
        raise CommandError(
            "Several processes need PostgreSQL, Redis and Celery: set DATABASE_URL and REDIS_URL, "
            "or leave --workers out."
        )
    if workers > 1 and any(seal.values()):
        raise CommandError(
            "Several processes stand behind a proxy: leave the certificate to it (UPTOWN_HTTPS=1), "
            "or leave --workers out."
        )


def _address(host: str, port: int, *, is_sealed: bool) -> str:
    """Where a browser finds the server; from another machine too, if it listens everywhere."""
    if host in ANYWHERE:
        host = _own_address()
    scheme = "https" if is_sealed else "http"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # Nothing is sent: it only asks which way it would go.
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _serve(door: socket.socket, seal: dict[str, Any], workers: int, application: str = APPLICATION) -> None:
    """Serve until told to stop: Uptown, or what it is measured beside."""
    server = uvicorn.Config(
        application,
        lifespan="on",
        loop="uvloop",
        http=Guarded,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        # Nobody is believed to speak for somebody else, but a proxy that was named.
        proxy_headers=bool(settings.PROXIES),
        forwarded_allow_ips=settings.PROXIES,
        workers=workers,
        **seal,
    )
    # Ctrl-C comes once more when everything has been closed in order.
    with contextlib.suppress(KeyboardInterrupt):
        if workers > 1:
            Multiprocess(server, sockets=[door]).run()
        else:
            Server(server).run(sockets=[door])
