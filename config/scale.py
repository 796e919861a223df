"""``./uptown scale``: PostgreSQL, Redis, web processes, Celery workers and beat on this computer.

Everything is written below ``UPTOWN_DATA``. With ``DATABASE_URL`` or ``REDIS_URL``, that server is used and
none is started.
"""

import argparse
import os
import signal
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from config import services
from config.environment import value
from config.programs import Program, Programs, answers, begin, check_free, run, say, sockets_folder

LEAST_WEB, MOST_WEB = 2, 8


def main(argv: list[str]) -> int:
    """Start everything in order, restart what ends, and stop everything in order. Returns the exit code."""
    options, of_serve = _parser().parse_known_args(argv)

    def begin_all(programs: Programs, data: Path) -> None:
        environment = {**os.environ, "UPTOWN_DATA": str(data), "PYTHONUNBUFFERED": "1"}
        environment |= begin_postgres(programs, data)
        environment |= begin_redis(programs, data)
        names = ("DATABASE_URL", "REDIS_URL")
        say("For other commands: export " + " ".join(f"{name}={environment[name]}" for name in names))
        _begin_uptown(programs, environment, options, of_serve)

    return run(begin_all)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./uptown scale", description=__doc__.partition("\n\n")[0])
    processors = os.cpu_count() or LEAST_WEB
    usual = max(LEAST_WEB, min(processors, MOST_WEB))
    parser.add_argument("--workers", type=int, default=usual, help=f"web processes; here {usual}")
    parser.add_argument("--host", default=value("HOST"))
    parser.add_argument("--port", default=str(value("PORT")))
    parser.add_argument("--tasks", type=int, default=2, help="processes of the Celery worker; 2")
    parser.epilog = "Other options go to the web processes, such as --no-demo."
    return parser


def begin_postgres(programs: Programs, data: Path, *settings: str) -> dict[str, str]:
    if value("DATABASE_URL"):
        return {}
    sockets, folder = sockets_folder(data), data / "postgres"
    if not folder.exists():
        folder.mkdir()
        services.give_away(folder)
        say(f"Making a PostgreSQL in {folder} …")
    check_free(services.socket_of_postgres(sockets), data)
    # Each thread of each process may have a connection (config/databases.py).
    command = services.postgres(folder, sockets, "max_connections=300", *settings)
    begin(
        programs,
        Program("PostgreSQL", command, services.unprivileged(), signal.SIGINT, data / "postgres.log"),
        services.socket_of_postgres(sockets).exists,
    )
    url = services.create_database(sockets)
    return {"DATABASE_URL": url}


def begin_redis(programs: Programs, data: Path) -> dict[str, str]:
    if value("REDIS_URL"):
        return {}
    sockets = sockets_folder(data)
    check_free(services.socket_of_redis(sockets), data)
    command = services.redis(sockets, sockets)
    program = Program("Redis", command, services.unprivileged(), log=data / "redis.log")
    begin(programs, program, services.socket_of_redis(sockets).exists)
    return {"REDIS_URL": services.redis_url(sockets)}


def _begin_uptown(
    programs: Programs, environment: dict[str, str], options: argparse.Namespace, of_serve: list[str]
) -> None:
    """Start the web processes, which make the tables, and then the workers and beat."""
    here = ["--host", options.host, "--port", options.port]
    serve = [sys.executable, "manage.py", "serve", "--workers", str(options.workers), *here, *of_serve]
    web = Program("The web server", serve, {"env": environment})
    begin(programs, web, partial(answers, options.host, options.port))
    # What comes due must never wait for a slow receiver or a backup.
    begin_celery(programs, environment, {"": options.tasks, "due": 1})


def begin_celery(programs: Programs, environment: dict[str, str], queues: Mapping[str, int]) -> None:
    """Start a worker for each queue, with this many processes, and beat. One without a name takes all."""
    celery = [sys.executable, "-m", "celery", "--quiet", "-A", "config"]
    ours = {"env": environment}
    for queue, count in queues.items():
        name = f"The worker of “{queue}”" if queue else "The worker"
        only = ["-Q", queue, "-n", f"{queue}@%h"] if queue else []
        command = [*celery, "worker", *only, "--concurrency", str(count)]
        begin(programs, Program(name, command, ours), lambda: True)
    begin(programs, Program("The beat", [*celery, "beat", "--pidfile="], ours), lambda: True)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
