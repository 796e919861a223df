"""How many phones this computer can serve: ``./uptown bench phones --phones 2000``.

Phones hold the event's stream and show the standings while hands are saved: how soon the last one has a hand,
and what a phone costs the server in memory and processor time. The phones run on the same machine and do the
larger part of the work, so seconds are the most it takes; processor times are the server's alone. With
``--processes 2`` the server has several processes, PostgreSQL and Redis.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median

from rules.command_line.whole_numbers import whole
from tools.bench._asker import SIDES, Asker
from tools.bench._crowd import Arrived, Crowd, crowd_of, room_for
from tools.bench._phones import Kind
from tools.bench._server import Served, inside, served, surroundings
from tools.bench._table import Row, kilobytes, ms, show, status

TEAMS, ROUNDS_PLAYED = 40, 2
PHONES, HANDS = 500, 5
SOME = 0.2  # Not measured: the first phones use memory that the server already has.
SOON, MEMORY = 1.0, 15_000


class Hands:
    """The arrivals of a few hands, the first ones left out, and the processor time of one."""

    def __init__(self, server: Served, crowd: Crowd, hands: Sequence[Callable[[], object]]) -> None:
        first, *rest = hands
        crowd.see(first)
        self.arrived: list[Arrived] = []
        took = []
        for hand in rest:
            before = server.processor()
            self.arrived.append(crowd.see(hand))
            took.append(server.processor() - before)
        self.took = median(took)


def measure(server: Served, environment: Mapping[str, str], phones: int) -> Iterator[Row]:
    """Save hands with one phone, then with all."""
    hall = inside(environment, "hall", TEAMS, ROUNDS_PLAYED)
    referee = Asker(server.port, {"slug": hall["slug"], "secret": hall["referee"]})
    hands = referee.hands(hall["games"])
    kind = Kind(live=f"/live/{hall['slug']}", shows=[f"/{hall['slug']}/standings/table/"])
    with crowd_of(server.port, [kind]) as one:
        one.tell("hold")
        quiet = Hands(server, one, hands[: HANDS + 1])
    later = hands[2 * len(SIDES) :]
    with crowd_of(server.port, [kind] * phones) as crowd:
        failed = crowd.sum("hold", "failed", share=SOME)
        memory, connecting = server.memory(), server.processor()
        failed += crowd.sum("hold", "failed")
        more = phones * (1 - SOME)
        memory, connecting = int((server.memory() - memory) / more), (server.processor() - connecting) / more
        loud = Hands(server, crowd, later[: HANDS + 1])
    lasts = [each.had[-1] for each in loud.arrived]
    never = sum(each.never for each in loud.arrived)
    yield Row(
        what=f"the last of {phones:,} phones has a hand",
        figure=median(lasts),
        aim=SOON,
        beside=f"worst of {HANDS} {ms(max(lasts))}; {failed} got no stream, {never} never had a hand",
    )
    yield Row(what="memory for a phone", figure=memory, says=kilobytes, aim=MEMORY)
    yield Row(what="processor time: a hand is saved, one phone", figure=quiet.took)
    yield Row(what="processor time: a hand to a phone", figure=max(0.0, loud.took - quiet.took) / phones)
    yield Row(what="processor time: a phone connects", figure=connecting)
    yield Row(
        what="sent to a phone with a hand",
        figure=median(each.bytes for each in loud.arrived) / phones,
        says=kilobytes,
    )


def main(arguments: list[str] | None = None) -> int:
    """Measure, and return 1 if an aim is missed."""
    parser = argparse.ArgumentParser(
        prog="./uptown bench phones", description="How many phones it can serve."
    )
    parser.add_argument("--phones", type=whole(1, 100_000), default=PHONES, help=f"at once ({PHONES})")
    parser.add_argument("--processes", type=whole(1, 256), default=1, help="several: on PostgreSQL and Redis")
    options = parser.parse_args(arguments)
    phones = room_for(options.phones)
    workers = ["--workers", str(options.processes)] if options.processes > 1 else []
    with surroundings(options.processes) as environment, served(environment, *workers) as server:
        return status(show(f"A hand to {phones:,} phones", measure(server, environment, phones)))


if __name__ == "__main__":
    sys.exit(main())
