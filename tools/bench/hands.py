"""A saved hand: by one referee, while ten screens of the crew are open, and by 32 referees at once.

``./uptown bench hands``: over HTTP, from the press to the response, on an event of 80 teams. The open screens
do what the page's scripts do: they fetch what says that it changes with the event.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any
from urllib.request import urlopen

from rules.command_line.whole_numbers import whole
from tools.bench._asker import Asker, Times, together
from tools.bench._crowd import crowd_of
from tools.bench._phones import Kind
from tools.bench._server import Served, bare, inside, served, surroundings
from tools.bench._table import Row, ms, rate, show, status

TEAMS, WARM, HANDS, PAUSE = 80, 10, 20, 0.5
REFEREES = 32
MIDDLE, LATER, RATE = 0.022, 0.050, 30
SCREENS = {"floor/": 4, "desk/": 3, "tables/": 3}
REFRESHES = re.compile(r"<[^>]*hx-get=\"([^\"]+)\"[^>]*uptown:changed[^>]*>")


def screens(port: int, hall: Mapping[str, Any]) -> list[Kind]:
    """Ten open screens of the crew."""
    found = []
    for path, count in SCREENS.items():
        crew = Asker(port, {"slug": hall["slug"], "secret": hall["organizer"]})
        page = crew.ask("GET", f"/{hall['slug']}/{path}").decode()
        parts = [part for part in REFRESHES.finditer(page) if 'data-games=""' not in part[0]]
        shared = [part[1] for part in parts if "data-shared" in part[0]]
        own = [part[1].replace("&amp;", "&") for part in parts if "data-shared" not in part[0]]
        kind = Kind(live=f"/live/{hall['slug']}", shows=shared, cookie=crew.cookie, fetches=own)
        found += [kind] * count
    return found


def measure(server: Served, environment: Mapping[str, str], referees: int) -> Iterator[Row]:
    """One row for each question."""
    hall, crowded = (inside(environment, "hall", TEAMS, 0) for _ in range(2))
    referee = Asker(server.port, {"slug": hall["slug"], "secret": hall["referee"]})
    hands = iter(referee.hands(hall["games"]))

    def by_one(count: int) -> Times:
        return together([[next(hands) for _ in range(count)]], pause=PAUSE)

    by_one(WARM)
    worked = server.processor()
    before = by_one(HANDS)
    worked = (server.processor() - worked) / HANDS
    kinds = screens(server.port, hall)
    with crowd_of(server.port, kinds) as crowd:
        crowd.tell("hold")
        crowd.tell("watch")
        amid = by_one(HANDS)
        fetched = crowd.sum("count", "fetched")
    alone = Times(seconds=before.seconds, times=before.times + by_one(HANDS).times)
    with bare(environment, inside(environment, "recorded", hall["slug"], {})) as plain:
        plainly = partial(urlopen, f"http://127.0.0.1:{plain.port}/bare/hand/")
        floor = together([[plainly] * HANDS], pause=PAUSE)
    yield Row(
        what="a saved hand, p50",
        figure=alone.after(0.5),
        aim=MIDDLE,
        floor=floor.after(0.5),
        beside=f"p99 {ms(alone.after(0.99))}, processor {ms(worked)}",
    )
    yield Row(
        what=f"{len(kinds)} open crew screens make it later by",
        figure=max(0.0, amid.after(0.5) - alone.after(0.5)),
        aim=LATER,
        beside=f"p50 {ms(amid.after(0.5))}, p99 {ms(amid.after(0.99))}, {fetched} fetches",
    )
    people = [
        Asker(server.port, {"slug": crowded["slug"], "secret": crowded["referee"]}).hands(mine)
        for number in range(referees)
        if (mine := crowded["games"][number::referees])
    ]
    many = together(people)
    yield Row(
        what=f"hands by {len(people)} referees at once",
        figure=many.rate,
        says=rate,
        aim=RATE,
        beside=f"p50 {ms(many.after(0.5))}, p99 {ms(many.after(0.99))}",
    )


def main(arguments: list[str] | None = None) -> int:
    """Measure, and return 1 if an aim is missed."""
    parser = argparse.ArgumentParser(prog="./uptown bench hands", description="How fast a hand is saved.")
    parser.add_argument("--referees", type=whole(1, TEAMS // 2), default=REFEREES, help="at once (32)")
    options = parser.parse_args(arguments)
    with surroundings() as environment, served(environment) as server:
        return status(show("A saved hand", measure(server, environment, options.referees)))


if __name__ == "__main__":
    sys.exit(main())
