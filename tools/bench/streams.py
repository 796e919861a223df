"""The embedded stream compared with Pushpin, and the cost of a phone and a hand: ``./uptown bench streams``.

In one run, on one event of 40 teams in the middle of Phase I: ``--phones`` connect to the server's own
stream, then as many to a Pushpin in front of it. For each: how many connect, the memory for a phone, when the
last phone has a saved hand, and the processor time to bring a hand to a phone. Then the cost of everything
else that a hand causes. The server has PostgreSQL and Redis, which aren't counted. ``--costs FILE`` writes
all costs for ``./uptown bench sums``.

The phones run on the same machine and do the larger part of the work; the table says how much. Processor
times hardly depend on what else the machine does; wall-clock times do.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from rules.command_line.whole_numbers import whole
from tools.bench._server import Served, served
from tools.bench._web.beside import KEY, PUBLISHER, pushpin
from tools.bench._web.crowd import HANDS, SOME, Crowd, Seen, crowd_of, room_for
from tools.bench._web.referees import Games, Hall, Visitor
from tools.bench._web.table import Row, missed, ms, show
from tools.bench._web.wire import ask
from tools.bench.web import run, surroundings

TEAMS, ROUNDS_PLAYED = 40, 2
PHONES = (2_000, 10_000)
WARM, PAGES = 2, 40
BEATS = 31.0
"""Two heartbeats, in seconds."""
SERVER = "the server"


class Holder:
    """What holds the streams: the server itself, or a Pushpin beside it."""

    def __init__(self, port: int, programs: dict[str, Served]) -> None:
        self.port, self.programs = port, programs

    def processor(self) -> float:
        return sum(each.processor() for each in self.programs.values())

    def memory(self) -> int:
        return sum(each.memory() for each in self.programs.values())


Costs = dict[str, float]
"""What was measured, by its name in ``tools.bench.sums.Costs``."""


def measure(
    holder: Holder, server: Served, hall: Hall, games: Games, phones: int, hands: int, costs: Costs
) -> Iterator[Row]:
    """Rows for this many phones at this holder; adds what they cost to ``costs``."""
    with crowd_of(server, hall, 1, [holder.port]) as one:
        one.tell("hold")
        quiet = Window(holder, server, one, games.hands(WARM + hands))
    with crowd_of(server, hall, phones, [holder.port]) as crowd:
        first = crowd.tell("hold", share=SOME)
        before, began = holder.memory(), holder.processor()
        second = crowd.tell("hold")
        connect = (holder.processor() - began) / (phones * (1 - SOME))
        memory = (holder.memory() - before) / (phones * (1 - SOME))
        failed = sum(each["failed"] for each in [*first, *second])
        refused = sum(each["refused"] for each in second)
        loud = Window(holder, server, crowd, games.hands(WARM + hands))
    sent = loud.seen.bytes / hands / phones
    by = {name: (loud.by[name] - quiet.by[name]) / phones for name in holder.programs}
    silence = sum(loud.silent[name] - quiet.silent[name] for name in holder.programs) / phones
    costs |= {"memory": memory, "message": max(by.values()), "connect": connect, "silence": silence}
    costs |= {"bytes": sent, "hand": quiet.by[SERVER], "publish": quiet.by.get(PUBLISHER, 0.0)}

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
    parts = ", ".join(f"{name} {us(each)}" for name, each in by.items())
    yield row("processor: a hand to a phone", us(sum(by.values())), parts)
    yield row("processor: a phone connects", us(connect))
    yield row("processor: a phone is silent for a minute", us(silence * 60))
    yield row("bytes: a hand to a phone", f"{sent:,.0f}")
    yield row("processor: a hand at the server", ms(quiet.by[SERVER]), "saved, and brought to one phone")
    if PUBLISHER in quiet.by:
        yield row("processor: a hand at the publisher", ms(quiet.by[PUBLISHER]))
    yield row("the simulated phone's own processor, a hand", us(loud.simulated / hands / phones))


def us(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} µs"


class Window:
    """A few hands saved while a crowd listens, and the processor time of one, beyond that of silence."""

    def __init__(self, holder: Holder, server: Served, crowd: Crowd, hands: Sequence[str]) -> None:
        self.seen, self.lasts = Seen(phones=crowd.phones), list[float]()
        programs = {SERVER: server, **holder.programs}
        for hand in hands[:WARM]:
            self.seen.save(server, crowd, hand)
        self.seen = Seen(phones=crowd.phones)
        self.silent = used(programs, lambda: time.sleep(BEATS))
        took: dict[str, list[float]] = {name: [] for name in programs}
        simulated = crowd.processor()
        for hand in hands[WARM:]:
            began = time.monotonic()
            one = used(programs, partial(self._save, server, crowd, hand))
            seconds = time.monotonic() - began
            for name, rate in one.items():
                took[name].append((rate - self.silent[name]) * seconds)
        self.by = {name: median(each) for name, each in took.items()}
        self.simulated = crowd.processor() - simulated

    def _save(self, server: Served, crowd: Crowd, hand: str) -> None:
        self.lasts.append(self.seen.save(server, crowd, hand))


def used(programs: Mapping[str, Served], done: Callable[[], None]) -> dict[str, float]:
    """The processor seconds that each program uses a second while ``done`` runs."""
    began, before = time.monotonic(), {name: each.processor() for name, each in programs.items()}
    done()
    seconds = time.monotonic() - began
    return {name: (each.processor() - before[name]) / seconds for name, each in programs.items()}


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


def compare(options: argparse.Namespace, environment: Mapping[str, str]) -> Iterator[Row]:
    """Measure the embedded stream and Pushpin, for each number of phones."""
    environment = {**environment, "UPTOWN_GRIP_KEY": KEY}
    words = ["-m", "tools.bench.web", "--part", "hall", json.dumps({"teams": TEAMS, "rounds": ROUNDS_PLAYED})]
    run(["manage.py", "migrate", "--verbosity", "0"], environment)
    costs: Costs = {}
    with served(environment) as server:
        print(f"Making a hall of {TEAMS} teams in the middle of Phase I …", flush=True)
        hall = run(words, environment)
        games = Games(server.port, hall)
        for phones in options.phones:
            embedded = Holder(server.port, {SERVER: server})
            rows = measure(embedded, server, hall, games, phones, options.hands, costs)
            yield from show(f"{phones:,} phones at the embedded stream", rows)
            with pushpin(server, environment) as beside:
                holder = Holder(beside.port, beside.programs)
                rows = measure(holder, server, hall, games, phones, options.hands, costs)
                yield from show(f"{phones:,} phones at Pushpin", rows)
        yield from show("Beside the streams", measure_page(server, hall, costs))
    if options.costs:
        options.costs.write_text(json.dumps(costs, indent=1) + "\n")


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the missed aims. Returns 1 if there are any."""
    parser = argparse.ArgumentParser(
        prog="./uptown bench streams",
        description="The embedded stream beside Pushpin, and what a phone costs.",
    )
    parser.add_argument("--phones", nargs="+", type=whole(1, 100_000), default=PHONES)
    parser.add_argument("--hands", type=whole(2, 30), default=HANDS, help="that are saved in each part")
    parser.add_argument("--costs", type=Path, metavar="FILE", help="write them, for ./uptown bench sums")
    options = parser.parse_args(arguments)
    fits, told = room_for(max(options.phones))
    if told:
        print(told)
    options.phones = sorted({min(each, fits) for each in options.phones})
    with surroundings(2) as environment:
        rows = list(compare(options, environment))
    print("\n" + ("\n".join(missed(rows)) or "Every phone had everything."))
    return 1 if missed(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
