"""A round is called: how soon every phone shows its own table, and how much later a Save is beside it.

``./uptown bench call --phones 200 2000``: two phones for each team, all with the team's page open. Meanwhile
referees of another event on the same server save hands, compared with those before the call. "server" is its
processor time from the press to the last phone, hands included.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from rules.command_line.whole_numbers import whole
from tools.bench._asker import Asker, together
from tools.bench._crowd import crowd_of, room_for
from tools.bench._phones import Kind
from tools.bench._server import Served, inside, served, surroundings
from tools.bench._table import Row, ms, show, status

PHONES = (200, 2_000)
FEW, SOON, SECONDS = 200, 1.0, 2.0
REFEREES, HANDS, PAUSE = 6, 6, 1.0
"""Referees of the other event, the hands that each saves before the call and meanwhile, and how often."""
TEAMS = 44
"""Of the other event: three tables for each referee, and a few more."""
LATER = 0.1
"""The most that the median of a Save may be later than without a call."""


def measure(server: Served, environment: Mapping[str, str], phones: int) -> Iterator[Row]:
    """Call one round, with this many phones."""
    hall, others = inside(environment, "to_call", phones // 2), inside(environment, "hall", TEAMS, 0)
    organizer = Asker(server.port, {"slug": hall["slug"], "secret": hall["organizer"]})
    each = 1 + 2 * HANDS // 5
    hands = [
        Asker(server.port, {"slug": others["slug"], "secret": others["referee"]}).hands(
            others["games"][first * each : (first + 1) * each]
        )
        for first in range(REFEREES)
    ]
    here = f"/{hall['slug']}/"
    shows = [f"{here}{each}" for each in ("standings/near/", "clock/", "notice/")]
    kinds = [
        Kind(
            live=f"/live/{hall['slug']}",
            shows=[*shows, f"{here}team/called/?team={team}"],
            cookie=cookie,
            fetches=[f"{here}team/"],
            needle='data-called="',
            takes_turns=True,
        )
        for team, cookie in hall["phones"] * 2
    ]
    with crowd_of(server.port, kinds) as crowd, ThreadPoolExecutor() as beside:
        failed = crowd.sum("hold", "failed")
        assert not failed, f"{failed} phones can't open their streams."
        quiet = together([mine[:HANDS] for mine in hands], pause=PAUSE)
        saving = beside.submit(together, [mine[HANDS : 2 * HANDS] for mine in hands], pause=PAUSE)
        time.sleep(PAUSE)
        worked = server.processor()
        arrived = crowd.see(partial(organizer.ask, "POST", f"{here}round/", {"pressed": 1}))
        worked = server.processor() - worked
        saved = saving.result()
    yield Row(
        what=f"the last of {phones:,} phones has its table",
        figure=arrived.had[-1],
        aim=SOON if phones <= FEW else SECONDS,
        beside=f"p50 {ms(arrived.after(0.5))}, p99 {ms(arrived.after(0.99))}, server {ms(worked)}",
    )
    yield Row(
        what="a Save is later beside it by",
        figure=max(0.0, saved.after(0.5) - quiet.after(0.5)),
        aim=LATER,
        beside=f"p50 {ms(saved.after(0.5))}, p99 {ms(saved.after(0.99))}, without {ms(quiet.after(0.5))}",
    )


def main(arguments: list[str] | None = None) -> int:
    """Measure, and return 1 if an aim is missed."""
    parser = argparse.ArgumentParser(prog="./uptown bench call", description="A round is called.")
    parser.add_argument("--phones", nargs="+", type=whole(4, 20_000), default=PHONES)
    options = parser.parse_args(arguments)
    fits = room_for(max(options.phones))
    rows: list[Row] = []
    with surroundings() as environment, served(environment) as server:
        for phones in sorted({min(each, fits) for each in options.phones}):
            rows += show(f"A round is called, {phones:,} phones", measure(server, environment, phones))
    return status(rows)


if __name__ == "__main__":
    sys.exit(main())
