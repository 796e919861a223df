"""How many hands a second are saved, and how long the slowest take: ``./uptown bench hands``.

On SQLite and on PostgreSQL, with 1, 8 and 32 referees who enter without a pause, each at tables of their own:
five hands a game. Beside it, in the same run with the same durability, what one row costs that is inserted
through Django and on the disk when the call returns. PostgreSQL is started privately, with fsync on.

``command``: threads call ``record_hand``, as the requests of one server process do. ``http``: the served app,
with sessions, forms, and the sheet of the next hand as the answer; the askers run on the same machine.
The page's own work for a hand of four taps is what Chromium counts (``benchmarks/_page.py``).
After every hand of a lone referee, and after every batch, the standings must say what was entered.
A batch is a hall's 160 hands; ``--seconds`` says for how long at least batches are entered for each line.
"""

import argparse
import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import cycle
from math import ceil
from pathlib import Path
from statistics import median
from threading import Barrier
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from benchmarks._page import PageWork, measure_pages, said, shortfall

HOUSE = Path(__file__).resolve().parent.parent
TABLES = 32
Deed = Callable[[], Any]

SIDES = ("NS", "EW", "NS", "EW", "NS")
REFEREES = (1, 8, 32)
SECONDS = 2.0
WARM = 2
FEW = 8
AIM_SHARE, AIM_P99 = 0.5, 0.100


@dataclass(frozen=True, kw_only=True)
class Measured:
    """How fast something was done by so many at once."""

    what: str
    referees: int
    seconds: float
    times: list[float]

    @property
    def rate(self) -> float:
        """How many a second."""
        return len(self.times) / self.seconds

    def after(self, share: float) -> float:
        """The time in which this share of them was done."""
        return sorted(self.times)[min(len(self.times) - 1, ceil(share * len(self.times)) - 1)]


# --- together -------------------------------------------------------------------------------------


def together(what: str, deeds: list[list[Deed]], *, leave: Callable[[], None]) -> Measured:
    """Let everybody do their deeds one after the other, all at once; ``leave`` ends each one's turn."""
    start = Barrier(len(deeds) + 1)

    def person(mine: list[Deed]) -> list[float]:
        times = []
        start.wait()
        try:
            for deed in mine:
                began = time.perf_counter()
                deed()
                times.append(time.perf_counter() - began)
        finally:
            leave()
        return times

    with ThreadPoolExecutor(len(deeds)) as people:
        asked = [people.submit(person, mine) for mine in deeds]
        start.wait()
        began = time.perf_counter()
        times = [each for future in asked for each in future.result()]
        seconds = time.perf_counter() - began
    return Measured(what=what, referees=len(deeds), seconds=seconds, times=times)


def dealt(things: list[Any], people: int) -> list[list[Any]]:
    """The things, dealt round to so many people."""
    hands: list[list[Any]] = [[] for _ in range(people)]
    for thing, hand in zip(things, cycle(hands), strict=False):
        hand.append(thing)
    return hands


def merged(parts: list[Measured]) -> Measured:
    """Several batches as one."""
    return Measured(
        what=parts[0].what,
        referees=parts[0].referees,
        seconds=sum(part.seconds for part in parts),
        times=[each for part in parts for each in part.times],
    )


# --- the command, in this process -----------------------------------------------------------------


def measure_commands(referees: tuple[int, ...], at_least: float) -> Iterator[Measured]:
    """The bare insert and the command in turn, by so many at once. Needs a migrated database of its own."""
    from django.db import connections  # noqa: PLC0415 - Django is set up by now

    leave = connections.close_all
    _batch(WARM, together_by=1, leave=leave)
    for people in referees:
        bare: list[Measured] = []
        commands: list[Measured] = []
        while sum(batch.seconds for batch in commands) < at_least:
            bare.append(_bare(people, leave))
            commands.append(_batch(TABLES, together_by=people, leave=leave))
        yield merged(bare)
        yield merged(commands)


def _bare(people: int, leave: Callable[[], None]) -> Measured:
    from django.db import transaction  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from tournament.models import Event, LogEntry  # noqa: PLC0415

    event = Event.objects.order_by("pk")[0]
    badge = event.badges.order_by("pk")[0]

    def insert() -> None:
        with transaction.atomic():
            LogEntry.objects.create(
                event=event, action="bench.bare", words="One row.", by=badge, at=timezone.now()
            )

    return together("bare insert", dealt([insert] * TABLES * len(SIDES), people), leave=leave)


def _batch(tables: int, *, together_by: int, leave: Callable[[], None]) -> Measured:
    """One hall: every table's game from its first hand to its last."""
    from scoring.commands.hands import record_hand  # noqa: PLC0415
    from tests import build  # noqa: PLC0415

    event, games = _hall(tables)
    by, at = build.referee(event), build.at(15, 10)

    def entering(game: Any, place: int, side: str) -> Callable[[], Any]:
        facts = build.FOUR_MADE | {"bidder": side}
        return lambda: record_hand(hand_id=uuid4(), game=game, facts=facts, place=place, by=by, at=at)

    deeds = [
        [entering(game, place, side) for game in mine for place, side in enumerate(SIDES, start=1)]
        for mine in dealt(games, min(together_by, tables))
    ]
    if together_by == 1:
        _watch_standings(event, games, deeds[0])
    measured = together("command", deeds, leave=leave)
    _check(event, tables)
    return measured


def _watch_standings(event: Any, games: list[Any], deeds: list[Deed]) -> None:
    """Play the first table's game beforehand, looking at the standings after every hand."""
    from scoring.queries.standings import standings  # noqa: PLC0415

    units = {games[0].ns_id: 0, games[0].ew_id: 0}
    for side in SIDES:
        deeds.pop(0)()
        units[games[0].ns_id if side == "NS" else games[0].ew_id] += 1
        now = {row.team_id: row.units for row in standings(event).rows}
        assert {team: now[team] for team in units} == units, "The standings are behind."


def _check(event: Any, tables: int) -> None:
    """Everything that was entered counts, once."""
    from scoring.queries.recheck import recheck  # noqa: PLC0415
    from scoring.queries.standings import standings  # noqa: PLC0415

    assert recheck(event) == []
    assert sum(row.units for row in standings(event).rows) == tables * len(SIDES), "A hand is missing."


def _hall(tables: int) -> tuple[Any, list[Any]]:
    """An event with a game at each of so many tables, called."""
    from tests import build  # noqa: PLC0415

    event = build.event(name=f"Hall {uuid4()}", tables=tables)
    build.teams(event, 2 * tables)
    games = build.called_round(event).games.select_related("event", "ns", "ew", "table").order_by("pk")
    return event, list(games)


# --- the served app -------------------------------------------------------------------------------


def make_halls(tables: list[int]) -> list[dict[str, Any]]:
    """Halls with so many tables each, to enter hands in through HTTP: the event, its games, and a secret."""
    from tests import build  # noqa: PLC0415
    from tests.pages.visit import still_clock  # noqa: PLC0415

    made = []
    for count in tables:
        event, games = _hall(count)
        event.is_rehearsal = True
        event.save()
        still_clock(event, build.at(15, 10))
        secret = build.referee(event).badge.secret
        made.append({"slug": event.slug, "games": [game.pk for game in games], "secret": secret})
    return made


class Asker:
    """A referee's phone: one connection, its cookies, its token."""

    def __init__(self, port: int, hall: Mapping[str, Any]) -> None:
        self.slug = hall["slug"]
        self.line = http.client.HTTPConnection("127.0.0.1", port)
        self.cookies: dict[str, str] = {}
        self.ask("GET", f"/join/{hall['secret']}/")
        told = self.ask("GET", f"/{self.slug}/phone/")
        self.token = json.loads(told)["token"]
        # A server hangs up on who stays silent: the line is opened anew with the first hand.
        self.line.close()

    def ask(self, method: str, address: str, fields: Mapping[str, object] | None = None) -> bytes:
        """Ask, and read the answer to its end."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if fields:
            headers |= {"X-CSRFToken": self.token, "HX-Request": "true", "HX-Target": "game"}
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.line.request(method, address, urlencode(fields or {}), headers)
        answer = self.line.getresponse()
        body = answer.read()
        for name, value in answer.headers.items():
            if name.lower() == "set-cookie":
                word, _, rest = value.partition("=")
                self.cookies[word] = rest.partition(";")[0]
        assert answer.status < 400, f"{address} answers {answer.status}"
        return body

    def enter(self, game: int, place: int, side: str) -> None:
        """Save a hand."""
        fields = {"hand_id": uuid4(), "place": place, "bidder": side, "bid": "4 uptown", "books": 10}
        self.ask("POST", f"/{self.slug}/game/{game}/hand/", fields)


def measure_http(port: int, halls: list[dict[str, Any]], referees: tuple[int, ...]) -> Iterator[Measured]:
    """The served app, asked by so many at once."""
    _enter_all(port, halls[0], 1)
    for people, hall in zip(referees, halls[1:], strict=False):
        yield _enter_all(port, hall, people)


def http_tables(referees: tuple[int, ...]) -> list[int]:
    """How many tables the halls have: to warm up, one for each number of referees, and one for the page."""
    return [WARM, *(max(FEW, people) for people in referees), WARM]


def _enter_all(port: int, hall: dict[str, Any], people: int) -> Measured:
    deeds: list[list[Deed]] = []
    for mine in dealt(hall["games"], people):
        asker = Asker(port, hall)
        deeds.append(
            [
                partial(asker.enter, game, place, side)
                for game in mine
                for place, side in enumerate(SIDES, start=1)
            ]
        )
    return together("http", deeds, leave=lambda: None)


@contextlib.contextmanager
def served(environment: Mapping[str, str]) -> Iterator[int]:
    """The real server; yields its port."""
    with tempfile.NamedTemporaryFile("w+") as said:
        server = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", "0", "--no-demo"],
            cwd=HOUSE,
            env={**environment, "PYTHONUNBUFFERED": "1"},
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        try:
            yield _port(server, Path(said.name))
        finally:
            server.terminate()
            server.wait(20)


def _port(server: "subprocess.Popen[bytes]", said: Path) -> int:
    for _ in range(1200):
        found = re.search(r"Uptown is at http://127.0.0.1:(\d+)", said.read_text())
        if found and "Ctrl-C" in said.read_text():
            return int(found.group(1))
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"The server did not start:\n{said.read_text()}")


# --- on each database -----------------------------------------------------------------------------


def on(
    environment: Mapping[str, str], referees: tuple[int, ...], seconds: float, *, with_page: bool
) -> tuple[list[Measured], list[PageWork]]:
    """Everything measured on one database, each part in a process that reads these settings.

    ``with_page``: also what the page works for a hand.
    """
    words = ["--referees", *map(str, referees), "--seconds", str(seconds)]
    _run(["manage.py", "migrate", "--verbosity", "0"], environment)
    command = _run(["-m", "benchmarks.hands", "--part", "command", *words], environment)
    with served(environment) as port:
        halls = _run(["-m", "benchmarks.hands", "--part", "halls", *words], environment)
        made = json.loads(halls.splitlines()[-1])
        by_http = list(measure_http(port, made, referees))
        worked = list(measure_pages(port, made[-1], sides=SIDES, games=WARM)) if with_page else []
        _run(["-m", "benchmarks.hands", "--part", "check"], environment)
    return [Measured(**row) for row in json.loads(command.splitlines()[-1])] + by_http, worked


def _run(words: list[str], environment: Mapping[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=HOUSE, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def part(name: str, referees: tuple[int, ...], seconds: float) -> None:
    """One part of a measurement, in a process of its own; its answer is its last line."""
    import django  # noqa: PLC0415

    django.setup()
    if name == "command":
        print(json.dumps([asdict(row) for row in measure_commands(referees, seconds)]))
    elif name == "halls":
        print(json.dumps(make_halls(http_tables(referees))))
    else:
        from scoring.queries.recheck import recheck  # noqa: PLC0415
        from tournament.models import Event  # noqa: PLC0415

        for event in Event.objects.all():
            assert recheck(event) == []


def databases() -> Iterator[tuple[str, dict[str, str]]]:
    """SQLite beside the house, then a private PostgreSQL, each with a folder of its own."""
    from tests import services  # noqa: PLC0415

    mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    mine |= {"DJANGO_SETTINGS_MODULE": "config.settings"}
    with tempfile.TemporaryDirectory(dir=HOUSE) as folder:
        yield "SQLite", {**mine, "UPTOWN_DATA": folder}
        with services.private_folder() as place, services.postgres(place, is_durable=True) as address:
            yield "PostgreSQL", {**mine, "UPTOWN_DATA": folder, "DATABASE_URL": address}


def line(measured: Measured, bare: Measured) -> str:
    """One line of the table."""
    share, middle, late = measured.rate / bare.rate, median(measured.times), measured.after(0.99)
    what = f"  {measured.what:<12} {measured.referees:>3}  {measured.rate:>8.0f}/s  {share:>6.0%}"
    return f"{what}  {middle * 1000:>9.1f} ms  {late * 1000:>7.1f} ms"


def misses(name: str, measured: list[Measured]) -> Iterator[str]:
    """What falls short of the aims."""
    bare = {row.referees: row for row in measured if row.what == "bare insert"}
    for row in measured:
        if row.what != "command":
            continue
        share = row.rate / bare[row.referees].rate
        if share < AIM_SHARE:
            yield f"{name}, {row.referees} referees: {share:.0%} of the bare rate, not {AIM_SHARE:.0%}."
        if row.after(0.99) >= AIM_P99:
            yield f"{name}, {row.referees} referees: p99 {row.after(0.99) * 1000:.0f} ms, not under 100 ms."


def main(arguments: list[str] | None = None) -> int:
    """Measure on both databases, and say what falls short."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hands", description="How fast hands are saved."
    )
    parser.add_argument("--referees", nargs="*", type=int, default=list(REFEREES))
    parser.add_argument("--seconds", type=float, default=SECONDS, help="at least so long for each line")
    parser.add_argument("--part", choices=("command", "halls", "check"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    referees = tuple(options.referees)
    if options.part:
        part(options.part, referees, options.seconds)
        return 0
    missed: list[str] = []
    for name, environment in databases():
        measured, worked = on(environment, referees, options.seconds, with_page=name == "SQLite")
        bare = {row.referees: row for row in measured if row.what == "bare insert"}
        print(f"{name}: {' referees      rate   of bare     median       p99':>56}")
        for row in sorted(measured, key=lambda row: row.referees):
            print(line(row, bare[row.referees]), flush=True)
        missed += misses(name, measured)
        if worked:
            print(said(worked))
            missed += shortfall(worked)
    print("\n".join(missed) if missed else "All aims are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
