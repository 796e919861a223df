"""Prepare everything that has to be there, then serve, in one process or several."""

import asyncio
import contextlib
import hashlib
import os
import signal
import socket
import ssl
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Literal

import uvicorn
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import get_resolver, reverse
from django.utils import timezone
from uvicorn.supervisors import Multiprocess

from pages.links import HERE_ONLY
from pages.network import best_address, name_of, network_names, own_addresses
from rules.command_line.signals import ending_signals
from rules.command_line.whole_numbers import whole
from server.backups import alone_here, back_up
from server.data_version import check_version
from server.http.connections import Guarded, raise_file_limit
from server.https import certificate, check_certificate
from server.live.event_stream import ENDING
from server.management.commands.demo import demo_event
from server.python_build import why_slow
from server.surroundings import check_database, check_redis, check_secret
from tournament.models import Event
from tournament.schedule.commands_deadlines import record_tick

ANYWHERE = {"0.0.0.0", "::"}  # noqa: S104
MOST_WORKERS = 256
APPLICATION = "config.asgi:application"


class Server(uvicorn.Server):
    """A uvicorn that leaves signals to ``_end_by_signals``: it would raise them again while it ends."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Command(BaseCommand):
    help = "Migrate, collect the static files, make the demo event the first time, and serve."
    requires_system_checks: list[str] = []  # They would slow down every start; ./uptown check runs them.

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.LISTENS_AT)
        parser.add_argument("--port", type=whole(0, 65_535), default=settings.PORT)
        parser.add_argument(
            "--certificate",
            default=settings.CERTIFICATE,
            help="serve https with this certificate (PEM), so that phones may keep pages offline",
        )
        parser.add_argument(
            "--certificate-key",
            default=settings.CERTIFICATE_KEY,
            help="its private key, if that is in a separate file",
        )
        parser.add_argument(
            "--https",
            action="store_true",
            default=settings.ROOM_HTTPS,
            help="serve https as well, at the next port, with a certificate of this computer’s own",
        )
        parser.add_argument("--no-demo", action="store_true", help="begin with no event at all")
        parser.add_argument(
            "--workers",
            type=whole(0, MOST_WORKERS),
            default=1,
            help="the number of processes (more than one needs Redis)",
        )

    def handle(self, *, host: str, port: int, no_demo: bool, workers: int, **options: Any) -> None:
        tls = {"ssl_certfile": options["certificate"], "ssl_keyfile": options["certificate_key"]}
        _check_workers(workers, {**tls, "room": options["https"] or None})
        _check_certificate(*(Path(name) if name else None for name in tls.values()))
        listener = _listen(host, port)
        room = _listen(host, port + 1 if port else 0) if options["https"] else None
        raise_file_limit()
        check_database()
        with alone_here():
            with _explaining_write_errors():
                self._prepare(no_demo=no_demo)
            self._serve(listener, room, host, tls, workers)

    def _prepare(self, *, no_demo: bool) -> None:
        check_version()
        self._migrate()
        check_secret()
        try:
            check_redis()
        except CommandError as sentence:  # Uptown works without Redis, but nothing comes due.
            self.stderr.write(str(sentence))
        call_command("createcachetable", verbosity=0)
        call_command("clearsessions")
        record_tick(now=timezone.now())  # Health and the floor report a missing tick from now on.
        _collect_static_files()
        get_resolver().url_patterns  # noqa: B018 - imports every page, so that an import error ends the start
        if not no_demo:
            self._demo()

    def _migrate(self) -> None:
        executor = MigrationExecutor(connection)
        if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return
        if executor.loader.applied_migrations:
            copy = back_up(timezone.now(), "before-migration")
            self.stdout.write(
                f"The data are of an earlier Uptown. They are changed for {settings.VERSION} now. A copy of "
                f"them as they were is {copy}"
            )
        call_command("migrate", interactive=False, verbosity=0)

    def _serve(
        self,
        listener: socket.socket,
        room: socket.socket | None,
        host: str,
        tls: dict[str, Any],
        workers: int,
    ) -> None:
        if tls["ssl_certfile"]:
            settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
            settings.SECURE_HSTS_SECONDS = settings.HSTS_SECONDS
        served_at = _pattern(host, listener, is_https=bool(tls["ssl_certfile"]))
        if host in ANYWHERE and not settings.ADDRESS:
            # For the QR codes that any of the processes makes.
            settings.HALL = os.environ["UPTOWN_HALL"] = served_at
        address = served_at.format(best_address())
        self.stdout.write(f"\nUptown is at {address}\n")
        if room:
            settings.ROOM = _pattern(host, room, is_https=True)
            self.stdout.write(
                f"With https at {settings.ROOM.format(best_address())}, for phones that trust this computer. "
                f"They learn it at {settings.ADDRESS or address}{reverse('site:trust')}\n"
            )
        # The person who sets it up may be at another computer.
        call_command("links", address=settings.ADDRESS or address, stdout=self.stdout)
        if settings.HALL:
            self._say_addresses()
        elif host in HERE_ONLY:
            self.stdout.write("Only this computer reaches it; with HOST=0.0.0.0 the hall’s phones do, too.\n")
        pairs = [(Server(_config(tls)), listener)]
        if room:
            pairs.append((Server(_room_config(host)), room))
        if workers == 1:
            _end_by_signals(pairs)
        if slow := why_slow():
            self.stdout.write(f"{slow}\n")
        self.stdout.write("Ctrl-C ends it.\n")
        self.stdout.flush()
        if workers > 1:
            _serve_in_processes(_config(tls, workers), listener)
        else:
            _serve(pairs)
        with contextlib.suppress(OSError):  # The terminal may be closed.
            self.stdout.write("\nUptown has ended. Everything is saved.")

    def _say_addresses(self) -> None:
        own, names = own_addresses(), network_names()
        if not own:
            self.stdout.write(
                "This computer is in no network, so no phone reaches it yet. Switch its Wi-Fi or hotspot on: "
                "the organizer’s page Phones then has the address, and its QR code.\n"
            )
            return
        self.stdout.write("Phones reach it at one of these. The organizer’s page Phones says which:\n")
        for each in own:
            where = settings.HALL.format(each.address)
            self.stdout.write(f"  {where:<28} {name_of(each, names)}\n")

    def _demo(self) -> None:
        if not Event.objects.exists():
            self.stdout.write("Making the demo event …")
        elif demo_event() is None:
            return
        call_command("demo", stdout=self.stdout)


@contextlib.contextmanager
def _explaining_write_errors() -> Iterator[None]:
    try:
        yield
    except (OSError, OperationalError) as refused:
        if connection.vendor == "postgresql" and isinstance(refused, OperationalError):
            raise CommandError(f"PostgreSQL refused what Uptown wrote ({refused}).") from refused
        raise CommandError(
            f"Uptown can’t write in {settings.DATA} ({refused}). Is the disk full, or may it only be read? "
            "Make room, or name another folder: UPTOWN_DATA=… ./uptown run"
        ) from refused


def _collect_static_files() -> None:
    """Collect, hash and compress the static files, which takes seconds; only if one of them changed."""
    now = _static_fingerprint()
    stamp = Path(settings.STATIC_ROOT) / "collected"
    if stamp.exists() and stamp.read_text() == now:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(now)


def _static_fingerprint() -> str:
    known = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            known.update(f"{name} {storage.size(name)}\n".encode() + Path(storage.path(name)).read_bytes())
    return known.hexdigest()


def _listen(host: str, port: int) -> socket.socket:
    """The listening socket. Opened before anything else, so that a taken port ends the start at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio turns off Nagle's algorithm, which delays response bodies by 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as refused:
        raise CommandError(
            f"Uptown cannot listen at {host}, port {port} ({refused.strerror}). Is it running already? "
            f"End that one, or choose another port: PORT={port + 1} ./uptown run"
        ) from refused
    listener.listen(2048)
    return listener


def _check_certificate(file: Path | None, key: Path | None) -> None:
    for each in (file, key):
        if each and not each.is_file():
            raise CommandError(f"There is no file {each}. Name the certificate’s file, or leave it out.")
    if file:
        check_certificate(file, key or file, timezone.now())
    elif key:
        raise CommandError(
            f"{key} is a key without a certificate: say --certificate FILE, too, or leave it out."
        )


def _check_workers(workers: int, tls: dict[str, str | None]) -> None:
    if workers < 1:
        raise CommandError("Serve with one process at least.")
    if workers > 1 and settings.TICKS_ITSELF:
        raise CommandError(
            "Several processes need PostgreSQL, Redis and Celery: set DATABASE_URL and REDIS_URL, "
            "or leave --workers out."
        )
    if workers > 1 and any(tls.values()):
        raise CommandError(
            "Several processes need a proxy in front: leave the certificate to it (UPTOWN_HTTPS=1), "
            "or leave --workers out."
        )


def _pattern(host: str, listener: socket.socket, *, is_https: bool) -> str:
    """The server's URL for a browser, with ``{}`` for the address if it listens on all of this computer's."""
    named = "{}" if host in ANYWHERE else f"[{host}]" if ":" in host else host
    return f"{'https' if is_https else 'http'}://{named}:{listener.getsockname()[1]}"


def _room_config(host: str) -> uvicorn.Config:
    """https with this computer's own certificate, made again when its addresses change."""
    if host not in ANYWHERE:
        return _config({"ssl_certfile": str(certificate([host], timezone.now()))}, lifespan="off")

    def addresses() -> list[str]:
        return [own.address for own in own_addresses()]

    def following(_: uvicorn.Config, make: Callable[[], ssl.SSLContext]) -> ssl.SSLContext:
        first, certified, newest = make(), addresses(), make()

        def choose(connection: ssl.SSLObject, *_: object) -> None:
            nonlocal certified, newest
            if (now := addresses()) != certified:
                with contextlib.suppress(CommandError):  # None of them is private: keep the old one.
                    certificate(now, timezone.now())
                certified, newest = now, make()
            connection.context = newest

        first.sni_callback = choose
        return first

    options = {
        "ssl_certfile": str(certificate(addresses(), timezone.now())),
        "ssl_context_factory": following,
    }
    return _config(options, lifespan="off")


def _config(
    tls: dict[str, Any], workers: int = 1, lifespan: Literal["on", "off"] = "on", app: str = APPLICATION
) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan=lifespan,
        loop="uvloop",
        http=Guarded,
        log_config=None,  # uvicorn's lines go to our log.
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        # X-Forwarded headers count only from the proxies that the operator named.
        proxy_headers=bool(settings.PROXIES),
        forwarded_allow_ips=settings.PROXIES,
        workers=workers,
        **tls,
    )


def _serve_in_processes(config: uvicorn.Config, listener: socket.socket) -> None:
    # uvicorn raises Ctrl-C again after it has closed everything.
    with (
        contextlib.suppress(KeyboardInterrupt),
        TemporaryDirectory(prefix="metrics-", dir=settings.DATA) as shared,
    ):
        # The processes add up their figures here (server/scrape.py).
        os.environ.update(PROMETHEUS_MULTIPROC_DIR=shared)
        Multiprocess(config, sockets=[listener]).run()


def _end_by_signals(pairs: list[tuple[Server, socket.socket]]) -> None:
    """End at Ctrl-C, or when the terminal is closed, from now on. Further signals change nothing."""

    def end(number: int, frame: FrameType | None) -> None:
        ENDING.set()  # The event streams end first, because all connections are waited for.
        for server, _ in pairs:
            server.should_exit = True

    for number in ending_signals():
        signal.signal(number, end)


def _serve(pairs: list[tuple[Server, socket.socket]]) -> None:
    """Serve on each socket until a signal ends it."""

    async def serve() -> None:
        await asyncio.gather(*(server.serve(sockets=[listener]) for server, listener in pairs))

    with asyncio.Runner(loop_factory=pairs[0][0].config.get_loop_factory()) as runner:
        runner.run(serve())
