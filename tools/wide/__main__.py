"""``./uptown wide``: the layout for many machines, on this computer, with the same programs and files.

HAProxy in front of web processes, which hold the phones' streams; PgBouncer, a PostgreSQL and its replica;
Redis; a Celery worker for each queue, and beat. docs/wide.md has the reasons. Everything is written below
``UPTOWN_DATA``.
"""

import argparse
import contextlib
import os
import resource
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from config import services
from config.debian import NotAvailable
from config.environment import value
from config.programs import Program, Programs, answers, begin, check_free, run, say, sockets_folder
from config.scale import begin_celery, begin_postgres, begin_redis
from pages.network import best_address
from tools.wide import haproxy, pgbouncer, replica
from tools.wide.deployed import HERE, free_ports

QUEUES = {"due": 1, "messages": 2, "work": 2}
"""The queues of ``server/jobs.py``, and how many processes take from each."""
ANYWHERE = {"0.0.0.0", "::"}  # noqa: S104
MOST_FILES = 65_536
"""The files that each program may open, if allowed: a stream takes two at HAProxy, one at a web process."""


def main(arguments: Sequence[str]) -> int:
    options, of_serve = _parser().parse_known_args(arguments)
    if value("DATABASE_URL") or value("REDIS_URL"):
        say("./uptown wide makes its own PostgreSQL and Redis: unset DATABASE_URL and REDIS_URL.")
        return 2
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_FILES, MOST_FILES))
    return run(partial(_begin_all, options, of_serve))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./uptown wide", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--web", type=int, choices=range(1, 33), default=2, metavar="N", help="processes; 2")
    parser.add_argument("--host", default=value("HOST"))
    parser.add_argument("--port", type=int, default=value("PORT"))
    parser.epilog = (
        "Other options go to the web processes, such as --no-demo. Inside, the next free ports are taken."
    )
    return parser


def _begin_all(options: argparse.Namespace, of_serve: list[str], programs: Programs, data: Path) -> None:
    _fetch_all()
    sockets = sockets_folder(data)
    web = free_ports(options.port + 1, options.web)

    def server(name: str, log: str, command: services.Command, is_ready: Callable[[], bool]) -> None:
        begin(programs, Program(name, command, services.unprivileged(), log=data / f"{log}.log"), is_ready)

    environment = {
        "UPTOWN_ADDRESS": f"http://{_reached_at(options.host)}:{options.port}",
        **os.environ,
        **begin_postgres(programs, data, "wal_keep_size=512MB"),
        **begin_redis(programs, data),
        "UPTOWN_DATA": str(data),
        "PYTHONUNBUFFERED": "1",
        "UPTOWN_PROXIES": HERE,
        "PGBOUNCER_URL": pgbouncer.url(sockets),
        "REPLICA_URL": replica.url(sockets),
    }
    _begin_replica(programs, data, sockets)
    check_free(pgbouncer.socket_of(sockets), data)
    server("PgBouncer", "pgbouncer", pgbouncer.command(sockets), pgbouncer.socket_of(sockets).exists)
    begin_web(programs, environment, data, web, of_serve)
    begin_celery(programs, environment, QUEUES)
    # Last, so that it finds all others running.
    front = haproxy.command(sockets, bind=f"{options.host}:{options.port}", web=web)
    server("HAProxy", "haproxy", front, partial(answers, options.host, str(options.port)))
    names = ("DATABASE_URL", "REDIS_URL", "PGBOUNCER_URL", "REPLICA_URL")
    say("For other commands: export " + " ".join(f"{name}={environment[name]}" for name in names))
    ports = ", ".join(map(str, web))
    say(f"HAProxy is at {options.host}:{options.port}, web processes at {ports}.")


def _fetch_all() -> None:
    """Fetch every program before one starts, so that what this system lacks is said at once.

    :raises NotAvailable: with a sentence that says what it lacks.
    """
    try:
        found = [haproxy.program(), pgbouncer.program()]
        for program in [*found, services.postgres_program(), services.redis_program()]:
            services.check_reach(program)
    except NotAvailable as why:
        raise NotAvailable(
            f"./uptown wide didn’t start: {why} ./uptown scale needs only PostgreSQL and Redis."
        ) from None


def _reached_at(host: str) -> str:
    """The host for links and QR codes, which phones can reach."""
    return best_address() if host in ANYWHERE else host


def _begin_replica(programs: Programs, data: Path, sockets: Path) -> None:
    folder = data / "replica"
    if not folder.exists():
        folder.mkdir(mode=0o700)
        services.give_away(folder)
    check_free(replica.socket_of(sockets), data)
    command = replica.command(folder, sockets)
    program = Program("The replica", command, services.unprivileged(), signal.SIGINT, data / "replica.log")
    begin(programs, program, replica.socket_of(sockets).exists)


def begin_web(
    programs: Programs, environment: dict[str, str], data: Path, web: list[int], of_serve: list[str]
) -> None:
    """Start the web processes, one after another: the first one makes the tables and the demo event."""
    for number, port in enumerate(web, start=1):
        command = [sys.executable, "manage.py", "serve", "--host", HERE, "--port", str(port), *of_serve]
        log = None if number == 1 else data / f"web-{number}.log"
        program = Program(f"Web process {number}", command, {"env": environment}, log=log)
        begin(programs, program, partial(answers, HERE, str(port)))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
