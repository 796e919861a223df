"""A thousand events at once, on paper and simulated with measured costs: ``./uptown bench sums``.

One round of all events: each is called within a minute, and all phones fetch their pages again; tables save a
hand every few minutes, and all save one when time is up. A hand goes through any web process and the commit
of the database to the web process that holds the event's streams, which renders what all phones show and
sends it to each; then the phones of that table fetch their pages again from any web process. On paper, work
is divided by machines; the simulation adds the time that work waits in a queue. ``--costs FILE`` reads what
``./uptown bench streams --costs FILE`` measured.
"""

import argparse
import heapq
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from itertools import count
from pathlib import Path
from random import Random
from statistics import quantiles

from rules.command_line.whole_numbers import whole

ROUND, PLAY, SEATING, A_HAND, LAST_HANDS, CALLING = 1800.0, 1500.0, 300.0, 240.0, 120.0, 60.0
JITTER, TOO_LATE = 0.3, 5.0
CONCERNED = 5
"""The phones that fetch their pages again after a hand: of four players and the referee."""
HANDS = int((PLAY - SEATING) // A_HAND) + 1
"""The hands of a table in a round, with the one in progress when time is up."""
KINDS = ("web", "database")


@dataclass(frozen=True, kw_only=True)
class Costs:
    """Seconds of processor time, and bytes. The defaults are those of docs/national-event.md."""

    hand: float = 0.074
    page: float = 0.034
    render: float = 0.043  # What all phones of an event show, after a change.
    message: float = 68e-6  # To one phone.
    connect: float = 1.0e-3
    silence: float = 1.4e-6  # A phone, in a second.
    memory: float = 15_600
    bytes: float = 3_000
    commit: float = 0.005  # An assumption: it waits for the disk.


@dataclass(frozen=True, kw_only=True)
class Load:
    events: int = 1000
    tables: int = 20
    phones: int = 100


@dataclass(frozen=True, kw_only=True)
class Machines:
    """The processes of each kind; the database's are commits that wait for the disk at the same time."""

    web: int = 80
    database: int = 4


def on_paper(load: Load, machines: Machines, costs: Costs) -> dict[str, float]:
    """The utilization of each kind in a round; 1 is fully busy."""
    hands = load.events * load.tables * HANDS
    changes, pages = hands + load.events, load.events * load.phones + hands * CONCERNED
    silence = costs.silence * load.events * load.phones * ROUND
    work = {
        "web": changes * (costs.hand + streams_of(load, costs)) + pages * costs.page + silence,
        "database": changes * costs.commit,
    }
    return {kind: work[kind] / getattr(machines, kind) / ROUND for kind in KINDS}


def streams_of(load: Load, costs: Costs) -> float:
    """The work of the web process that holds an event's streams, after a change."""
    return costs.render + load.phones * costs.message


@dataclass
class Processes:
    """The processes of one kind: when each is free, and the work that came in each minute."""

    free: list[float]
    minutes: dict[int, float] = field(default_factory=dict)

    def serve(self, at: float, takes: float, process: int | None = None) -> float:
        """Do the work in this process, or in the one that is free first. Returns when it is done."""
        minute = int(at // 60)
        self.minutes[minute] = self.minutes.get(minute, 0.0) + takes
        if process is None:
            process = self.free.index(min(self.free))
        process %= len(self.free)
        self.free[process] = max(at, self.free[process]) + takes
        return self.free[process]


@dataclass(kw_only=True)
class Seen:
    """A simulated round: the utilization of each kind, also in its busiest minute, and everybody's waits."""

    busy: dict[str, float]
    busiest: dict[str, float]
    late: list[float]
    """From each hand to its last phone."""
    waited: list[float]
    """From each call of a round to each phone's page."""


def day(load: Load, random: Random) -> Iterator[tuple[float, int, bool]]:
    """The changes of a round, in no order: when, at which event, and whether it is the call of the round."""
    for event in range(load.events):
        called = random.uniform(0, CALLING)
        yield called, event, True
        for _ in range(load.tables):
            first = called + SEATING + random.uniform(0, A_HAND)
            yield from ((first + hand * A_HAND, event, False) for hand in range(HANDS - 1))
            yield called + PLAY + random.uniform(0, LAST_HANDS), event, False


def simulate(load: Load, machines: Machines, costs: Costs, seed: int = 29) -> Seen:
    """Simulate a round, in the order of time."""
    random, number = Random(seed), count()
    processes_of = {name: Processes([0.0] * getattr(machines, name)) for name in KINDS}
    takes = {"hand": costs.hand, "commit": costs.commit, "streams": streams_of(load, costs)}
    takes["page"] = costs.page
    follows = {"hand": "commit", "commit": "streams"}
    late, waited = list[float](), list[float]()
    # The queue: when, a number that decides ties, the step, the event, when it began, whether it is a call.
    todo = [(at, next(number), "hand", event, at, call) for at, event, call in day(load, random)]
    heapq.heapify(todo)
    while todo:
        at, _, what, event, began, is_call = heapq.heappop(todo)
        # One web process holds an event's streams.
        process = event if what == "streams" else None
        done = processes_of["database" if what == "commit" else "web"].serve(at, takes[what], process)
        if what == "page":
            waited += [done - began] if is_call else []
        elif what == "streams":
            late += [] if is_call else [done - began]
            for _ in range(load.phones if is_call else CONCERNED):
                asks = done + random.uniform(0, JITTER)
                heapq.heappush(todo, (asks, next(number), "page", event, began, is_call))
        else:
            heapq.heappush(todo, (done, next(number), follows[what], event, began, is_call))
    rest = {"web": costs.silence * load.events * load.phones / machines.web, "database": 0.0}
    return Seen(
        busy={
            name: sum(each.minutes.values()) / len(each.free) / ROUND + rest[name]
            for name, each in processes_of.items()
        },
        busiest={
            name: max(each.minutes.values()) / len(each.free) / 60 + rest[name]
            for name, each in processes_of.items()
        },
        late=late,
        waited=waited,
    )


def show(load: Load, machines: Machines, costs: Costs) -> bool:
    """Print the sum beside its simulation. Returns whether the hands were in time."""
    paper, seen = on_paper(load, machines, costs), simulate(load, machines, costs)
    phones, changes = load.events * load.phones, load.events * (load.tables * HANDS + 1)
    sent = changes * load.phones * costs.bytes
    print(f"\n{load.events:,} events with {phones:,} phones and {changes / ROUND:.0f} changes a second")
    for name in KINDS:
        print(
            f"  {name:<10} {getattr(machines, name):>4} processes: busy {paper[name]:7.1%} on paper, "
            f"{seen.busy[name]:7.1%} simulated, {seen.busiest[name]:7.1%} in the busiest minute"
        )
    print(f"  streams: {phones * costs.memory / 1e9:.1f} GB of memory; {sent / ROUND * 8 / 1e6:,.0f} Mbit/s")
    print(f"  all phones connect again: {phones * costs.connect / machines.web:,.0f} s")
    hundredths, pages = quantiles(seen.late, n=100), quantiles(seen.waited, n=100)
    print(f"  a hand to the last phone: p50 {hundredths[49]:.2f} s, p99 {hundredths[98]:.2f} s")
    print(f"  a called round to a phone's page: p50 {pages[49]:.2f} s, p99 {pages[98]:.2f} s")
    if hundredths[98] > TOO_LATE:
        print(f"\nIt breaks here, first at: {max(seen.busiest, key=lambda name: seen.busiest[name])}.")
    return hundredths[98] <= TOO_LATE


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./uptown bench sums", description="A sum and its simulation.")
    for each in (*fields(Load), *fields(Machines)):
        parser.add_argument(f"--{each.name}", type=whole(1, 10_000), default=each.default)
    parser.add_argument("--costs", type=Path, metavar="FILE", help="as ./uptown bench streams wrote it")
    options = vars(parser.parse_args(arguments))
    costs = Costs(**json.loads(options["costs"].read_text())) if options["costs"] else Costs()
    print(costs)
    machines = Machines(**{name: options[name] for name in KINDS})
    events = options["events"]
    while show(Load(events=events, tables=options["tables"], phones=options["phones"]), machines, costs):
        events *= 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
