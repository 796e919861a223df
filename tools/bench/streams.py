"""The cost of a phone and a hand: ``./uptown bench streams``.

On one event of 40 teams in the middle of Phase I, ``--phones`` connect to the stream of one web process: how
many connect, the memory for a phone, when the last phone has a saved hand, and the processor time to bring a
hand to a phone. Then the cost of everything else that a hand causes. The server has PostgreSQL and Redis,
which aren't counted.

The phones run on the same machine and do the larger part of the work; the table says how much. Processor
times hardly depend on what else the machine does; wall-clock times do.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from rules.command_line.whole_numbers import whole
from tools.bench._server import Served, served
from tools.bench._table import Row, missed, ms, show
from tools.bench._web.crowd import HANDS, SOME, Crowd, Seen, crowd_of, room_for
from tools.bench._web.referees import Games, Hall, Visitor
from tools.bench._web.wire import ask
from tools.bench.web import run, surroundings

TEAMS, ROUNDS_PLAYED = 40, 2
PHONES = (2_000, 10_000)
WARM, PAGES = 2, 40
BEATS = 31.0
"""Two heartbeats, in seconds."""

Costs = dict[str, float]
"""What was measured, by name."""


def measure(server: Served, hall: Hall, games: Games, phones: int, hands: int, costs: Costs) -> Iterator[Row]:
    """Rows for this many phones; adds what they cost to ``costs``."""
    with crowd_of(server, hall, 0) as nobody:
        unwatched = Window(server, nobody, games.hands(WARM + hands))
    with crowd_of(server, hall, 1) as one:
        one.tell("hold")
        quiet = Window(server, one, games.hands(WARM + hands))
    with crowd_of(server, hall, phones) as crowd:
        first = crowd.tell("hold", share=SOME)
        before, began = server.memory(), server.processor()
        second = crowd.tell("hold")
        connect = (server.processor() - began) / (phones * (1 - SOME))
        memory = (server.memory() - before) / (phones * (1 - SOME))
        failed = sum(each["failed"] for each in [*first, *second])
        refused = sum(each["refused"] for each in second)
        loud = Window(server, crowd, games.hands(WARM + hands))
    sent = loud.seen.bytes / hands / phones
    message, silence = (loud.took - quiet.took) / phones, (loud.silent - quiet.silent) / phones
    costs |= {"memory": memory, "message": message, "connect": connect, "silence": silence}
    costs |= {"bytes": sent, "hand": unwatched.took, "render": quiet.took - unwatched.took}

    def row(what: str, figure: str, beside: str = "", *, is_met: bool | None = None) -> Row:
        return Row(
            what=what, figure=figure, beside=beside, aim="" if is_met is None else "all", is_met=is_met
        )

    yield row("phones connected within 30 s", f"{phones - failed:,}", f"of {phones:,}", is_met=not failed)
    yield row("refused at first, and came again", f"{refused:,}")
    yield row("memory for a phone", f"{memory / 1024:.1f} kB")
    yield row(
        "a hand to the last phone, p50", ms(median(loud.lasts)), f"worst {ms(max(loud.lasts))} of {hands}"
    )
    yield row("a hand to any phone, p50", ms(loud.seen.after(0.5)), f"p99 {ms(loud.seen.after(0.99))}")
    yield row("had it", f"{1 - loud.seen.never:.2%}", f"{loud.seen.wrong} wrong", is_met=not loud.seen.never)
    yield row("processor: a hand to a phone", us(message))
    yield row("processor: a phone connects", us(connect))
    yield row("processor: a phone is silent for a minute", us(silence * 60))
    yield row("bytes: a hand to a phone", f"{sent:,.0f}")
    yield row("processor: a hand is saved", ms(unwatched.took))
    yield row("processor: what phones show is rendered", ms(quiet.took - unwatched.took))
    yield row("the simulated phone's own processor, a hand", us(loud.simulated / hands / phones))


def us(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} µs"


class Window:
    """A few hands saved while a crowd listens, and the processor time of one, beyond that of silence."""

    def __init__(self, server: Served, crowd: Crowd, hands: Sequence[str]) -> None:
        self.seen, self.lasts = Seen(phones=crowd.phones), list[float]()
        for hand in hands[:WARM]:
            self.seen.save(server, crowd, hand)
        self.seen = Seen(phones=crowd.phones)
        began = server.processor()
        time.sleep(BEATS)
        self.silent = (server.processor() - began) / BEATS
        simulated, took = crowd.processor(), list[float]()
        for hand in hands[WARM:]:
            before, began = time.monotonic(), server.processor()
            self.lasts.append(self.seen.save(server, crowd, hand))
            took.append(server.processor() - began - self.silent * (time.monotonic() - before))
        self.took = median(took)
        self.simulated = crowd.processor() - simulated


def measure_page(server: Served, hall: Hall, costs: Costs) -> Iterator[Row]:
    """Measure the server's work for a team's phone after a change at its table."""
    page = Visitor(server.port, hall, "team").get("team/", {"HX-Request": "true"}).encode()
    took = []
    for _ in range(PAGES):
        began = server.processor()
        assert asyncio.run(ask(("127.0.0.1", server.port), page)).status == 200
        took.append(server.processor() - began)
    costs["page"] = median(took)
    yield Row(what="processor: a team's page is fetched again", figure=ms(costs["page"]))


def measure_all(options: argparse.Namespace, environment: Mapping[str, str]) -> Iterator[Row]:
    """Measure the streams of each number of phones."""
    command = [
        "-m",
        "tools.bench.web",
        "--part",
        "hall",
        json.dumps({"teams": TEAMS, "rounds": ROUNDS_PLAYED}),
    ]
    run(["manage.py", "migrate", "--verbosity", "0"], environment)
    costs: Costs = {}
    with served(environment) as server:
        print(f"Making a hall of {TEAMS} teams in the middle of Phase I …", flush=True)
        hall = run(command, environment)
        games = Games(server.port, hall)
        for phones in options.phones:
            rows = measure(server, hall, games, phones, options.hands, costs)
            yield from show(f"{phones:,} phones", rows)
        yield from show("Beside the streams", measure_page(server, hall, costs))


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the missed aims. Returns 1 if there are any."""
    parser = argparse.ArgumentParser(
        prog="./uptown bench streams",
        description="What a phone and a hand cost a web process.",
    )
    parser.add_argument("--phones", nargs="+", type=whole(1, 100_000), default=PHONES)
    parser.add_argument("--hands", type=whole(2, 30), default=HANDS, help="that are saved in each part")
    options = parser.parse_args(arguments)
    fits, warning = room_for(max(options.phones))
    if warning:
        print(warning)
    options.phones = sorted({min(each, fits) for each in options.phones})
    with surroundings(2) as environment:
        rows = list(measure_all(options, environment))
    print("\n" + ("\n".join(missed(rows)) or "Every phone had everything."))
    return 1 if missed(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
