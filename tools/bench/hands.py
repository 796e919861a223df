"""How many hands a second are saved, and how long the slowest take: ``./uptown bench hands``.

On SQLite and on PostgreSQL, with 1, 8 and 32 referees who enter hands without a pause, each at separate
tables, five hands a game. For comparison, in the same run with the same durability: a row inserted through
Django that is on the disk when the call returns. PostgreSQL is started privately, with fsync on.

``command``: threads call ``record_hand``, as the requests of one server process do. ``http``: the served app,
with sessions, forms, and the sheet of the next hand as the response; the clients run on the same machine. The
page's own work for a hand of four taps is measured in Chromium (``tools/bench/_page.py``). The standings are
checked after every hand of a lone referee, and after every batch. A batch is the 160 hands of an event;
``--seconds`` is the least time in which batches are entered for each line.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from statistics import median

from rules.command_line.whole_numbers import whole
from tests import services
from tools.bench._hands_http import SIDES, WARM, http_tables, measure_http
from tools.bench._page import PageWork, measure_pages, shortfall, work_in_words
from tools.bench._server import BASE_DIR, served
from tools.bench._together import Measured

REFEREES = (1, 8, 32)
SECONDS = 2.0
AIM_P99 = 0.100


def on(
    environment: Mapping[str, str], referees: tuple[int, ...], seconds: float, *, with_page: bool
) -> tuple[list[Measured], list[PageWork]]:
    """Measure everything on one database, each part in a process with these settings.

    ``with_page`` adds the page's own work for a hand.
    """
    options = ["--referees", *map(str, referees), "--seconds", str(seconds)]
    _run(["manage.py", "migrate", "--verbosity", "0"], environment)
    command = _run(["-m", "tools.bench.hands", "--part", "command", *options], environment)
    with served(environment) as server:
        halls = _run(["-m", "tools.bench.hands", "--part", "halls", *options], environment)
        made = json.loads(halls.splitlines()[-1])
        by_http = list(measure_http(server.port, made, referees))
        worked = list(measure_pages(server.port, made[-1], sides=SIDES, games=WARM)) if with_page else []
        _run(["-m", "tools.bench.hands", "--part", "check"], environment)
    return [Measured(**row) for row in json.loads(command.splitlines()[-1])] + by_http, worked


def _run(command: list[str], environment: Mapping[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=BASE_DIR, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def part(name: str, referees: tuple[int, ...], seconds: float) -> None:
    """Measure one part in this process. The last line it prints is the result."""
    import django  # noqa: PLC0415

    django.setup()
    from tools.bench import _hands_command  # noqa: PLC0415 - it imports Django's models

    if name == "command":
        print(json.dumps([asdict(row) for row in _hands_command.measure_commands(referees, seconds)]))
    elif name == "halls":
        print(json.dumps(_hands_command.make_halls(http_tables(referees))))
    else:
        _hands_command.check_all()


def databases() -> Iterator[tuple[str, dict[str, str]]]:
    """SQLite, then a private PostgreSQL, each in a separate folder."""
    mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    mine |= {"DJANGO_SETTINGS_MODULE": "config.settings", "UPTOWN_LINK_DAYS": "0"}
    with tempfile.TemporaryDirectory(dir=BASE_DIR) as folder:
        yield "SQLite", {**mine, "UPTOWN_DATA": folder}
        with services.private_folder() as data, services.postgres(data, is_durable=True) as address:
            yield "PostgreSQL", {**mine, "UPTOWN_DATA": folder, "DATABASE_URL": address}


def line(measured: Measured, bare: Measured) -> str:
    """One line of the table."""
    share, middle, late = measured.rate / bare.rate, median(measured.times), measured.after(0.99)
    what = f"  {measured.what:<12} {measured.referees:>3}  {measured.rate:>8.0f}/s  {share:>6.0%}"
    return f"{what}  {middle * 1000:>9.1f} ms  {late * 1000:>7.1f} ms"


def misses(name: str, measured: list[Measured]) -> Iterator[str]:
    """A sentence for each missed aim."""
    for row in measured:
        if row.what == "command" and row.after(0.99) >= AIM_P99:
            yield f"{name}, {row.referees} referees: p99 {row.after(0.99) * 1000:.0f} ms, not under 100 ms."


def main(arguments: list[str] | None = None) -> int:
    """Measure on both databases, and print the missed aims. Returns 1 if there are any."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.hands", description="How fast hands are saved."
    )
    parser.add_argument("--referees", nargs="*", type=whole(1, 1_000), default=list(REFEREES))
    parser.add_argument("--seconds", type=float, default=SECONDS, help="at least so long for each line")
    parser.add_argument("--without-page", action="store_true", help="leave out the page in Chromium")
    parser.add_argument("--part", choices=("command", "halls", "check"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    referees = tuple(options.referees)
    if options.part:
        part(options.part, referees, options.seconds)
        return 0
    missed: list[str] = []
    for name, environment in databases():
        with_page = name == "SQLite" and not options.without_page
        measured, worked = on(environment, referees, options.seconds, with_page=with_page)
        bare = {row.referees: row for row in measured if row.what == "bare insert"}
        print(f"{name}: {' referees      rate   of bare     median       p99':>56}")
        for row in sorted(measured, key=lambda row: row.referees):
            print(line(row, bare[row.referees]), flush=True)
        missed += misses(name, measured)
        if worked:
            print(work_in_words(worked))
            missed += shortfall(worked)
    print("\n".join(missed) if missed else "All aims are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
