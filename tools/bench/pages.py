"""Private pages, eight at once, beside a bare view with the same statements and bytes.

``./uptown bench pages``: on an event of 100 teams in the middle of Phase I, all in one run, in turns. The
standings come from the page cache; ``--tabbycat URL`` says where Tabbycat's public standings are, to compare.

The aims are what a hall of a hundred teams needs, with room to spare. Thrice Tabbycat's private page was the
idea (70 a second). The ORM compiles each statement again and makes model objects; the bare view, which does
neither, is beside each figure. Left out: statements compiled once, which need private parts of Django,
Jinja2, a second template engine, and cards of tables kept as HTML, which gained nothing.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median

from rules.command_line.whole_numbers import whole
from tools.bench._asker import Asker
from tools.bench._server import Served, bare, inside, served, surroundings
from tools.bench._table import Row, rate, show, status
from tools.bench._wrk import rate_of

TEAMS, ROUNDS_PLAYED = 100, 2
AT_ONCE, TURNS, SECONDS = 8, 3, 2.0
AIMS = {"team": 40, "sheet": 30, "floor": 12, "desk": 15}
"""Responses a second.

After a call, 200 phones fetch the rest of their page within five seconds. After a saved hand, fifty referees
could open another sheet within two. Ten screens of the crew fetch themselves at most once a second each.
"""
TABBYCAT = 25
"""How many times as fast as Tabbycat's the standings are."""


def measure(server: Served, environment: Mapping[str, str], seconds: float, tabbycat: str) -> Iterator[Row]:
    """One row for each page."""
    hall = inside(environment, "hall", TEAMS, ROUNDS_PLAYED)
    here = f"/{hall['slug']}/"
    pages = {
        "team": (f"{here}team/", hall["team"]),
        "sheet": (f"{here}game/{hall['sheet']}/", hall["referee"]),
        "floor": (f"{here}floor/", hall["organizer"]),
        "desk": (f"{here}desk/", hall["organizer"]),
    }

    def asks(port: int, path: str, cookie: str = "") -> Callable[[], float]:
        headers = {"Cookie": cookie} if cookie else {}
        address = path if path.startswith("http") else f"http://127.0.0.1:{port}{path}"
        return partial(rate_of, address, connections=AT_ONCE, seconds=seconds, headers=headers)

    with bare(environment, inside(environment, "recorded", hall["slug"], pages)) as plain:
        jobs = {"standings": asks(server.port, f"{here}standings/")}
        if tabbycat:
            jobs["tabbycat"] = asks(0, tabbycat)
        for name, (path, secret) in pages.items():
            cookie = Asker(server.port, {"slug": hall["slug"], "secret": secret}).cookie
            jobs[name], jobs[f"plain {name}"] = (
                asks(server.port, path, cookie),
                asks(plain.port, f"/bare/{name}/"),
            )
        found: dict[str, list[float]] = {name: [] for name in jobs}
        for _ in range(TURNS):
            for name, ask in jobs.items():
                found[name].append(ask())
    rates = {name: median(each) for name, each in found.items()}
    for name, aim in AIMS.items():
        yield Row(what=name, figure=rates[name], says=rate, aim=aim, floor=rates[f"plain {name}"])
    theirs = rates.get("tabbycat")
    yield Row(
        what="standings, from the cache",
        figure=rates["standings"],
        says=rate,
        aim=theirs and TABBYCAT * theirs,
        beside=f"Tabbycat {rate(theirs)}" if theirs else "",
    )


def main(arguments: list[str] | None = None) -> int:
    """Measure, and return 1 if an aim is missed."""
    parser = argparse.ArgumentParser(prog="./uptown bench pages", description="How fast pages are answered.")
    parser.add_argument("--seconds", type=whole(1, 60), default=SECONDS, help="of each turn (2)")
    parser.add_argument("--tabbycat", default="", metavar="URL", help="Tabbycat's public standings")
    options = parser.parse_args(arguments)
    with surroundings() as environment, served(environment) as server:
        rows = measure(server, environment, options.seconds, options.tabbycat)
        return status(show(f"Pages, {AT_ONCE} at once", rows))


if __name__ == "__main__":
    sys.exit(main())
