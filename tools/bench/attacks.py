"""How much strangers can delay others: ``./uptown bench attacks``.

In one run, on one event of 100 teams in the middle of Phase I: how long a referee's saved hand takes, how
long the first public page after it and a program's call take, how soon an open screen has the new version and
the table of that page, and how much memory the server takes; first while nobody attacks, then under each
attack by people without a badge, from one address or many. The attackers run in a separate process on the
same machine, without a pause. The aims: an attack delays a referee's action and a program's call by at most
200 ms, and a public page by 500 ms, and takes at most 100 MB. At the end, eight referees enter hands at once.

``--only`` takes numbers of attacks, as the table has them; ``--hands`` says how many are saved under each.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from rules.command_line.whole_numbers import whole
from tools.bench._server import Served, served
from tools.bench._table import Row, missed, ms, show
from tools.bench._together import after
from tools.bench._web.attackers import Attack, attacks
from tools.bench._web.load import Job, Loading, load
from tools.bench._web.referees import Games, Hall
from tools.bench._web.stream import Stream
from tools.bench._web.wire import ask, written
from tools.bench.web import ROUNDS_PLAYED, TEAMS, run, surroundings

HANDS = 12
REFEREES = 8
WARM_UP, PAUSE = 2.0, 0.3
LONGEST = 600.0
PATIENCE = 60.0
"""The timeout of a request, in seconds; one that takes longer counts as this."""
ACTION, PAGE = 0.200, 0.500
MEGABYTE, MEMORY = 1_000_000, 100
SHARE = 0.9
"""The share of hands and pages that must meet an aim: a busy machine delays one now and then."""


@dataclass(kw_only=True)
class Delays:
    """The delays of each saved hand, in seconds."""

    action: list[float] = field(default_factory=list)
    page: list[float] = field(default_factory=list)
    call: list[float] = field(default_factory=list)
    version: list[float] = field(default_factory=list)
    table: list[float] = field(default_factory=list)
    memory: int = 0
    """The bytes that the server took meanwhile."""


class Screen(asyncio.Protocol):
    """An open stream that shows the standings: its table, and when each kind of message last came."""

    def __init__(self, slug: str) -> None:
        self._request = written(
            f"/live/{slug}?show=/{slug}/standings/table/", {"Accept": "text/event-stream"}
        )
        self._stream = Stream()
        self.last: dict[str, float] = {}
        self.table = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(self._request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Record when each kind of message came."""
        for message in self._stream.feed(data):
            self.last[message.kind] = time.monotonic()
            if message.kind == "part":
                self.table = message.data

    async def has_since(self, kind: str, moment: float) -> float:
        """The seconds from a moment to the next message of this kind."""
        return await self._seconds(kind, moment, lambda: self.last.get(kind, -1.0) >= moment)

    async def has_table_of(self, page: str, moment: float) -> float:
        """The seconds from a moment until the screen has the table of this page; 0 if it had it before.

        A hand at a table far down may leave the shown part of the standings as it was. Then no table comes.
        """
        return await self._seconds("part", moment, lambda: self.table.strip() in page)

    async def _seconds(self, kind: str, moment: float, is_shown: Callable[[], bool]) -> float:
        until = time.monotonic() + PATIENCE
        while not is_shown() and time.monotonic() < until:
            await asyncio.sleep(0.002)
        return max(0.0, (self.last[kind] if is_shown() else until) - moment)


async def hands_saved(port: int, hall: Hall, hands: list[str]) -> Delays:
    """Save hands, one after the other; after each, fetch the standings, call the API, wait for the screen."""
    slug = hall["slug"]
    delays, where = Delays(), ("127.0.0.1", port)
    page = written(f"/{slug}/standings/", {"Cache-Control": "no-cache", "Accept-Encoding": "gzip"})
    token = {"Authorization": f"Bearer {hall['token']}", "Accept-Encoding": "gzip"}
    call = written(f"/api/v1/events/{slug}/log?limit=10", token)
    transport, screen = await asyncio.get_running_loop().create_connection(lambda: Screen(slug), *where)
    await screen.has_since("part", 0.0)
    for hand in hands:
        began = time.monotonic()
        action, _ = await _answered(where, hand.encode())
        first_page, standings = await _answered(where, page)
        api_call, _ = await _answered(where, call)
        delays.action.append(action)
        delays.page.append(first_page)
        delays.call.append(api_call)
        delays.version.append(await screen.has_since("version", began))
        delays.table.append(await screen.has_table_of(standings, began))
        await asyncio.sleep(PAUSE)
    transport.close()
    return delays


async def _answered(where: tuple[str, int], request: bytes) -> tuple[float, str]:
    """The seconds until a request is answered, at most ``PATIENCE``, and the body; empty if it isn't."""
    began = time.monotonic()
    try:
        answer = await ask(where, request, patience=PATIENCE)
    except TimeoutError:
        return PATIENCE, ""
    took = time.monotonic() - began
    assert answer.status == 200, f"{request.split()[1].decode()} is answered with {answer.status}."
    return took, answer.plain.decode()


def under(server: Served, hall: Hall, attack: Attack, hands: list[str]) -> Delays:
    """The delays during an attack."""
    job = Job(
        host="127.0.0.1",
        port=server.port,
        requests=attack.requests,
        seconds=LONGEST,
        addresses=attack.addresses,
    )
    before = server.memory()
    attackers = Loading(job, is_flood=attack.is_half_sent)
    try:
        time.sleep(WARM_UP)
        delays = asyncio.run(hands_saved(server.port, hall, hands))
        delays.memory = server.memory() - before
    finally:
        attackers.stop()
    return delays


def rows(what: str, delays: Delays, quiet: Delays | None = None) -> Iterator[Row]:
    """A row for the referee's action, the public page and the screen; with aims if there is ``quiet``."""
    for name, times, before, most in (
        ("a referee's action", delays.action, quiet and quiet.action, ACTION),
        ("the first public page", delays.page, quiet and quiet.page, PAGE),
        ("a program's call", delays.call, quiet and quiet.call, ACTION),
        ("a screen's version", delays.version, quiet and quiet.version, None),
        ("a screen's table", delays.table, quiet and quiet.table, None),
    ):
        late, middle = after(times, SHARE), after(times, 0.5)
        more = late - after(before, SHARE) if before else 0.0
        is_judged = before is not None and most is not None
        yield Row(
            what=name,
            figure=f"{ms(late)}",
            beside=f"p50 {ms(middle)}, last {ms(max(times))}",
            aim=f"at most {ms(most or 0)} more: {more * 1000:+.0f} ms" if is_judged else "",
            is_met=more <= (most or 0) if is_judged else None,
        )


def grown(memory: int) -> Row:
    more = memory / MEGABYTE
    return Row(
        what="the server's memory",
        figure=f"{more:+.0f} MB",
        aim=f"at most {MEMORY} MB",
        is_met=more <= MEMORY,
    )


def together(server: Served, games: Games) -> Iterator[Row]:
    """Measure hands by eight referees at once."""
    requests = games.by(REFEREES)
    done = load(Job(host="127.0.0.1", port=server.port, requests=requests, seconds=8.0, again=False))
    assert done.is_right, f"The hands: {done.statuses}"
    yield Row(
        what=f"hands by {REFEREES} referees",
        figure=f"{done.rate:,.1f}/s",
        beside=f"p50 {ms(done.after(0.5))}, p99 {ms(done.after(0.99))}",
    )


def measure(environment: dict[str, str], only: Collection[int], count: int, teams: int) -> Iterator[Row]:
    """Measure everything on one server."""

    def hall() -> Hall:
        part = ["-m", "tools.bench.web", "--part", "hall"]
        made: Hall = run([*part, f'{{"teams": {teams}, "rounds": {ROUNDS_PLAYED}}}'], environment)
        return made

    run(["manage.py", "migrate", "--verbosity", "0"], environment)
    with served(environment) as server:
        print(f"Making a hall of {teams} teams in the middle of Phase I …", flush=True)
        summer = hall()
        games = Games(server.port, summer)
        asyncio.run(hands_saved(server.port, summer, games.hands(3)))
        quiet = asyncio.run(hands_saved(server.port, summer, games.hands(count)))
        yield from show(f"Nobody attacks (of all, {SHARE:.0%} within)", rows("", quiet))
        for number, attack in enumerate(attacks(summer["slug"]), start=1):
            if number in only:
                delays = under(server, summer, attack, games.hands(count))
                found = [*rows(attack.what, delays, quiet), grown(delays.memory)]
                yield from show(f"{number}. {attack.what}", found)
        again = asyncio.run(hands_saved(server.port, summer, games.hands(count)))
        yield from show("Nobody attacks any more", rows("", again))
        winter = hall()
        yield from show("Many at once", together(server, Games(server.port, winter)))


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the missed aims. Returns 1 if there are any."""
    parser = argparse.ArgumentParser(prog="./uptown bench attacks", description="What strangers can delay.")
    known = range(1, len(attacks("")) + 1)
    parser.add_argument("--only", nargs="*", type=int, choices=known, default=known, metavar="NUMBER")
    parser.add_argument(
        "--hands", type=whole(1, 100_000), default=HANDS, help="hands saved under each attack"
    )
    parser.add_argument("--teams", type=whole(2, 10_000), default=TEAMS, help="of the hall")
    options = parser.parse_args(arguments)
    with surroundings(1) as environment:
        found = list(measure(environment, options.only, options.hands, options.teams))
    print("\n" + ("\n".join(missed(found)) or "All aims are met."))
    return 1 if missed(found) else 0


if __name__ == "__main__":
    sys.exit(main())
