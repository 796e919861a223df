"""How fast pages are answered, and how soon every phone has a hand: ``./uptown bench web``.

In one run, on one event of 100 teams in the middle of Phase I:

- responses a second, compared with a bare page of the same size by the same server with the same options, and
  with Tabbycat's public standings if ``--tabbycat`` says where one runs;
- a saved hand, in an event without viewers and in one where phones listen and reload;
- how soon the last of ``--phones`` has the new table after a hand, and what a phone costs the server;
- the time to render the crew's screens, how pages grow with the field, SQL statements, a second start.

Clients and subscribers are separate processes on the same machine, as cheap as Python makes them; the table
has the most that they could ask. The server is the embedded one; with ``--processes 2`` it is a scaled one,
with a private PostgreSQL and Redis. ``--only`` takes the names of single parts.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.command_line.whole_numbers import whole
from tests import services
from tools.bench._server import BASE_DIR, Served, bare, run_again, served
from tools.bench._table import Row, missed, ms, show
from tools.bench._web.crowd import measure_phones, room_for
from tools.bench._web.hands import measure_hands
from tools.bench._web.rates import NAMES, Rates, look_at, write_bare_page
from tools.bench._web.referees import Games
from tools.bench._web.sizes import SIZES, measure_screens, measure_sizes, statements
from tools.bench._web.wire import written

TEAMS, ROUNDS_PLAYED = 100, 2
PHONES, SECONDS, LONGEST = 500, 1.0, 5.0
PARTS = (*NAMES, "hands", "phones", "sizes", "statements", "start")
SECOND_START = 1.5


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is to be measured."""

    only: Collection[str]
    seconds: float
    phones: int
    teams: int
    tabbycat: str


@contextlib.contextmanager
def surroundings(processes: int) -> Iterator[dict[str, str]]:
    """The environment of one server process, or of several with a private PostgreSQL and Redis."""
    mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    with tempfile.TemporaryDirectory(dir=BASE_DIR) as data:
        mine |= {"DJANGO_SETTINGS_MODULE": "config.settings", "UPTOWN_DATA": data, "UPTOWN_LINK_DAYS": "0"}
        if processes == 1:
            yield mine
            return
        with (
            services.private_folder() as folder,
            services.postgres(folder, is_durable=True) as database,
            services.redis(folder) as messages,
        ):
            yield {**mine, "DATABASE_URL": database, "REDIS_URL": messages}


def run(command: list[str], environment: Mapping[str, str]) -> Any:
    """Run a command with these settings. Returns its last line, read as JSON.

    :raises RuntimeError: if it fails.
    """
    done = subprocess.run(
        [sys.executable, *command], cwd=BASE_DIR, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout.splitlines()[-1]) if done.stdout else None


def part(name: str, argument: Any) -> Any:
    """Run a part that needs Django, in this process."""
    import django  # noqa: PLC0415

    django.setup()
    from tools.bench._web import inside  # noqa: PLC0415 - it imports Django's models

    if name == "hall":
        return inside.make_hall(argument["teams"], argument["rounds"])
    if name == "call":
        return inside.make_call(argument)
    if name == "recall":
        return inside.recall(argument)
    if name == "size":
        return inside.make_size(argument)
    if name == "seconds":
        return inside.render_seconds(argument)
    return inside.count_statements(argument)


def measure(environment: Mapping[str, str], processes: int, asked: Asked) -> Iterator[Row]:
    """Measure the chosen parts on one server."""

    def inside(name: str, argument: Any) -> Any:
        return run(["-m", "tools.bench.web", "--part", name, json.dumps(argument)], environment)

    options = ["--workers", str(processes)] if processes > 1 else []
    run(["manage.py", "migrate", "--verbosity", "0"], environment)
    with served(environment, *options) as server:
        print(f"Making a hall of {asked.teams} teams in the middle of Phase I …", flush=True)
        hall = inside("hall", {"teams": asked.teams, "rounds": ROUNDS_PLAYED})
        games = Games(server.port, hall)
        if "phones" in asked.only:  # First: later, phones would reuse memory that other work has freed.
            yield from show("A hand, to the last phone", measure_phones(server, hall, games, asked.phones))
        if set(NAMES) & set(asked.only):
            yield from show("Answers", _rates(environment, server, hall, games, asked, options))
        if "hands" in asked.only:
            quiet, loud = (inside("hall", {"teams": asked.teams, "rounds": 0}) for _ in range(2))
            yield from show("A saved hand over http", measure_hands(server, quiet, loud, asked.phones))
        if "statements" in asked.only:
            yield from show("Statements", statements(inside("statements", hall)))
        if "sizes" in asked.only:
            sizes = [inside("size", teams) for teams in SIZES]
            seconds = [inside("seconds", each) for each in sizes]
            yield from show("How pages grow", measure_sizes(server, sizes, seconds))
            yield from show("Screens", measure_screens(dict(zip(SIZES, seconds, strict=True))))
    if "start" in asked.only:
        yield from show("Starts", measure_start(environment))


def measure_start(environment: Mapping[str, str]) -> Iterator[Row]:
    """Measure from the command to the first page, where everything is set up and nothing is new."""
    usual = {key: value for key, value in environment.items() if key != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(2):  # The first one collects the static files, and compiles the modules.
        began = time.perf_counter()
        with run_again(usual) as server:
            look_at(server.port, written("/").decode())
            took = time.perf_counter() - began
    yield Row(
        what="./uptown run, the second time",
        figure=ms(took),
        aim=f"at most {ms(SECOND_START)}",
        is_met=took <= SECOND_START,
    )


def _rates(
    environment: Mapping[str, str], server: Served, hall: Any, games: Games, asked: Asked, options: list[str]
) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page"
        write_bare_page(look_at(server.port, written(f"/{hall['slug']}/standings/").decode()), page)
        with bare(environment, page, *options) as beside:
            yield from Rates(
                server,
                beside,
                hall,
                games,
                only=asked.only,
                seconds=asked.seconds,
                tabbycat=asked.tabbycat,
            ).rows()


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the missed aims. Returns 1 if there are any."""
    parser = argparse.ArgumentParser(
        prog="./uptown bench web", description="How fast pages are answered, and how soon phones have a hand."
    )
    parser.add_argument(
        "--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART", help=", ".join(PARTS)
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"of each round; at most {LONGEST:.0f}"
    )
    parser.add_argument(
        "--phones", type=whole(1, 100_000), default=PHONES, help="phones that hold the stream"
    )
    parser.add_argument("--teams", type=whole(2, 10_000), default=TEAMS, help="of the hall that is asked")
    parser.add_argument(
        "--processes", type=whole(1, 256), default=1, help="several: with PostgreSQL and Redis"
    )
    parser.add_argument("--tabbycat", default="", metavar="URL", help="Tabbycat's public standings")
    parser.add_argument("--part", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.part:
        print(json.dumps(part(options.part[0], json.loads(options.part[1]))))
        return 0
    phones, warning = room_for(options.phones)
    if warning:
        print(warning)
    asked = Asked(
        only=options.only,
        seconds=min(options.seconds, LONGEST),
        phones=phones,
        teams=options.teams,
        tabbycat=options.tabbycat,
    )
    with surroundings(options.processes) as environment:
        rows = list(measure(environment, options.processes, asked))
    print("\n" + ("\n".join(missed(rows)) or "All aims are met."))
    return 1 if missed(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
