"""A process is lost in the middle of a round: when every phone is right again.

``./uptown bench lost``: several web processes behind HAProxy, each with the streams of its phones, as in
``./uptown wide``. It prints the memory for a phone, a hand to the last phone, and a hand that is saved at the
moment in which a web process, and then HAProxy, is killed. A phone that lost its stream opens it again after
two seconds, as browsers do. The phones run on the same machine.
"""

import argparse
import asyncio
import contextlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from math import ceil
from statistics import median

from rules.command_line.whole_numbers import whole
from tools.bench._server import Served
from tools.bench._together import after
from tools.bench._web.crowd import HANDS, SOME, Crowd, Seen, crowd_of, room_for
from tools.bench._web.layouts import HAPROXY, WEB, Layout, running
from tools.bench._web.phones import PATIENCE, RETRY
from tools.bench._web.referees import Games, Hall
from tools.bench._web.table import Row, missed, ms, show
from tools.bench._web.wire import ask
from tools.bench.web import run

TEAMS, ROUNDS_PLAYED = 40, 2
FILES_AT_HAPROXY = 2.1
"""The open files of a phone's stream at HAProxy; a limit that is too low for all takes several HAProxies."""
STEADY = 15
"""The seconds after which a killed process is back."""
NOTICED = 1.0
"""The seconds after which all streams are closed that the killed process held."""
LOSSES = {"a web process": WEB, "HAProxy": HAPROXY}


def measure(layout: Layout, hall: Hall, phones: int) -> Iterator[Row]:
    """Rows for this many phones."""
    hands = iter(Games(layout.port, hall).hands(2 + HANDS + len(LOSSES)))
    with crowd_of(layout, hall, 1) as one:
        one.tell("hold")
        Seen(phones=1).save(layout, one, next(hands))
    with crowd_of(layout, hall, phones, layout.fronts) as crowd:
        first = crowd.tell("hold", share=SOME)
        before, front = layout.memory_of(WEB), layout.memory_of(HAPROXY)
        failed = sum(each["failed"] for each in [*first, *crowd.tell("hold")])
        yield _all("phones connected", phones - failed, phones)
        Seen(phones=phones).save(layout, crowd, next(hands))
        each = 1024 * phones * (1 - SOME)
        memory, proxy = layout.memory_of(WEB) - before, layout.memory_of(HAPROXY) - front
        yield Row(
            what="memory for a phone",
            figure=f"{memory / each:.1f} kB",
            beside=f"{proxy / each:.1f} kB in HAProxy",
        )
        seen = Seen(phones=phones)
        lasts = [seen.save(layout, crowd, next(hands)) for _ in range(HANDS)]
        yield Row(
            what="a hand to the last phone, p50", figure=ms(median(lasts)), beside=f"worst {ms(max(lasts))}"
        )
        for name, part in LOSSES.items():
            time.sleep(STEADY)
            yield from _lost(name, _busiest(layout.of(part)), layout, crowd, next(hands))


def _busiest(programs: Sequence[Served]) -> int:
    """The one with the most open files, which are streams."""
    return max((each.pid for each in programs), key=lambda pid: len(os.listdir(f"/proc/{pid}/fd")))


def _lost(name: str, pid: int, layout: Layout, crowd: Crowd, hand: str) -> Iterator[Row]:
    crowd.tell("watch")
    os.kill(pid, signal.SIGKILL)
    began = time.monotonic()
    _save(layout, hand)
    saved = time.monotonic() - began
    lost = 0
    time.sleep(NOTICED)
    # One that connects to a server which isn't there yet loses its stream again.
    while time.monotonic() < began + PATIENCE and (
        again := crowd.sum("hold", "opened", after=RETRY - NOTICED)[0]
    ):
        lost += again
    had = sorted(at - began for answer in crowd.tell("wait") for at in answer["had"])
    yield Row(what=f"{name} is killed: streams lost", figure=f"{lost:,}", beside=f"saved after {ms(saved)}")
    times = had or [PATIENCE]
    last = f"p50 {ms(median(times))}, p99 {ms(after(times, 0.99))}, last {ms(times[-1])}"
    yield _all("phones that had the hand", len(had), crowd.phones, last)


def _save(layout: Layout, hand: str) -> None:
    """Send a hand until it is saved, as the outbox of a phone does."""
    for _ in range(40):
        with contextlib.suppress(OSError, TimeoutError):
            if asyncio.run(ask(("127.0.0.1", layout.port), hand.encode())).status == 200:
                return
        time.sleep(0.25)
    raise RuntimeError("The hand can't be saved.")


def _all(what: str, count: int, of: int, beside: str = "") -> Row:
    return Row(what=what, figure=f"{count:,}", aim=f"all {of:,}", is_met=count == of, beside=beside)


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the missed aims. Returns 1 if there are any."""
    parser = argparse.ArgumentParser(
        prog="./uptown bench lost", description="A process is lost in the middle of a round."
    )
    parser.add_argument("--phones", type=whole(1, 20_000), default=2_000)
    parser.add_argument("--web", type=whole(2, 16), default=4, help="web processes; 4")
    options = parser.parse_args(arguments)
    phones, warning = room_for(options.phones)
    if warning:
        print(warning)
    fronts = ceil(FILES_AT_HAPROXY * phones / resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    made = json.dumps({"teams": TEAMS, "rounds": ROUNDS_PLAYED})
    with running("--web", str(options.web), "--fronts", str(fronts)) as (layout, environment):
        hall = run(["-m", "tools.bench.web", "--part", "hall", made], environment)
        title = f"{phones:,} phones, {options.web} web processes, {fronts} HAProxy"
        rows = list(show(title, measure(layout, hall, phones)))
    print("\n" + ("\n".join(missed(rows)) or "Every phone had everything."))
    return 1 if missed(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
