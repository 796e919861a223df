"""How much strangers can delay others: ``./uptown bench attacks``.

On an event of 100 teams in the middle of Phase I: how long a referee's saved hand takes, the first public
page after it, and a program's call; first while nobody attacks, then under each attack by people without a
badge, without a pause, on the same machine (``wrk``). The aims: an attack delays a hand and a call by at most
200 ms and the page by 500 ms, nine times in ten, and takes at most 100 MB. ``--only`` takes numbers of
attacks. Half-sent uploads and screens with made-up fragments are in ``tests/attacks``.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.request import Request, urlopen

from rules.command_line.whole_numbers import whole
from tools.bench._asker import Asker, after, timed
from tools.bench._server import Served, inside, served, surroundings
from tools.bench._table import Row, ms, show, status
from tools.bench._wrk import Flood

TEAMS, ROUNDS_PLAYED, HANDS = 100, 2, 10
WARM_UP, PAUSE = 2.0, 0.3
SHARE = 0.9
"""The share of hands and pages that must meet an aim: a busy machine delays one now and then."""
MOST = {"a referee's hand": 0.2, "the first public page": 0.5, "a program's call": 0.2}
MEMORY = 100_000_000
PROXIED = {"UPTOWN_PROXIES": "127.0.0.1"}
"""So that one machine can attack from many addresses, by the header that a proxy sets."""

TOKEN = "a" * 32
LUA = """
math.randomseed(7)
local function word()
  local letters = {}
  for at = 1, 10 do letters[at] = string.char(math.random(97, 122)) end
  return table.concat(letters)
end
local function from() return "10.0.0." .. (%(addresses)s > 1 and math.random(1, %(addresses)s) or 1) end
local function get(path, headers)
  headers = headers or {}
  headers["X-Forwarded-For"], headers["Host"] = from(), headers["Host"] or "uptown"
  return wrk.format("GET", path, headers)
end
local function post(path, fields)
  local headers = {["X-Forwarded-For"] = from(), ["Content-Type"] = "application/x-www-form-urlencoded"}
  headers["Cookie"] = "csrftoken=%(token)s; sessionid=" .. word() .. word()
  return wrk.format("POST", path, headers, "csrfmiddlewaretoken=%(token)s&" .. fields)
end
local slug, fresh = "/%(slug)s/", {["Cache-Control"] = "no-cache"}
function request() return %(request)s end
"""
SIGN_IN = 'post("/sign-in/", "login=" .. word() .. "&password=" .. word())'
MANY = 150
ATTACKS: Sequence[tuple[str, int, int, str]] = (
    ("sign in", 30, 1, SIGN_IN),
    ("sign in, each from an address", 30, 30, SIGN_IN),
    (
        "post hands without a badge",
        MANY,
        MANY,
        'post(slug .. "game/" .. math.random(1, 99) .. "/hand/", "bid=4")',
    ),
    ("ask with unknown parameters", MANY, 1, 'get(slug .. "standings/?" .. word() .. "=" .. word(), fresh)'),
    ("search for random words", MANY, MANY, 'get(slug .. "standings/?find=" .. word(), fresh)'),
    ("ask for made-up addresses", MANY, MANY, 'get("/" .. word() .. "/")'),
    ("ask under made-up names", MANY, 1, 'get(slug .. "standings/", {["Host"] = word() .. ".test"})'),
    ("ask for made-up streams", MANY, MANY, 'get("/live/" .. word())'),
    (
        "send long addresses and headers",
        MANY,
        MANY,
        'get(slug .. "?" .. word():rep(800), {Accept = word():rep(800)})',
    ),
    (
        "call the API with made-up tokens",
        MANY,
        1,
        'get("/api/v1/events" .. slug .. "log", {Authorization = "Bearer " .. word()})',
    ),
)
"""What strangers do, on how many connections, from how many addresses, as Lua."""

Waits = dict[str, list[float]]


def hands_saved(port: int, hall: Mapping[str, Any], hands: Sequence[Callable[[], None]]) -> Waits:
    """Save hands, one after the other; after each, fetch the standings and call the API."""
    address, bearer = f"http://127.0.0.1:{port}", {"Authorization": f"Bearer {hall['token']}"}
    page = Request(f"{address}/{hall['slug']}/standings/", headers={"Cache-Control": "no-cache"})
    call = Request(f"{address}/api/v1/events/{hall['slug']}/log?limit=10", headers=bearer)
    waits: Waits = {name: [] for name in MOST}
    for hand in hands:
        steps = (hand, lambda: urlopen(page).read(), lambda: urlopen(call).read())
        for took, step in zip(waits.values(), steps, strict=True):
            took.append(timed(step))
        time.sleep(PAUSE)
    return waits


def rows(waits: Waits, quiet: Waits | None = None, memory: int = 0) -> Iterator[Row]:
    """A row for each kind of wait; with an aim if there is ``quiet``."""
    for name, times in waits.items():
        yield Row(
            what=name,
            figure=after(times, SHARE),
            aim=after(quiet[name], SHARE) + MOST[name] if quiet else None,
            beside=f"p50 {ms(after(times, 0.5))}, last {ms(max(times))}",
        )
    if quiet:
        yield Row(what="the server's memory", figure=memory, says=megabytes, aim=MEMORY)


def megabytes(count: float) -> str:
    return f"{count / 1_000_000:,.0f} MB"


def measure(server: Served, environment: Mapping[str, str], only: Sequence[int], count: int) -> Iterator[Row]:
    """Print and yield the rows of all attacks."""
    hall = inside(environment, "hall", TEAMS, ROUNDS_PLAYED)
    hands = iter(Asker(server.port, {"slug": hall["slug"], "secret": hall["referee"]}).hands(hall["games"]))

    def some() -> list[Callable[[], None]]:
        return [next(hands) for _ in range(count)]

    hands_saved(server.port, hall, some())
    quiet = hands_saved(server.port, hall, some())
    yield from show(f"Nobody attacks ({SHARE:.0%} within)", rows(quiet))
    for number, (what, people, addresses, request) in enumerate(ATTACKS, start=1):
        if number not in only:
            continue
        script = LUA % {"slug": hall["slug"], "token": TOKEN, "addresses": addresses, "request": request}
        before = server.memory()
        with Flood(server.port, script, people):
            time.sleep(WARM_UP)
            waits = hands_saved(server.port, hall, some())
            memory = server.memory() - before
        yield from show(f"{number}. {people} {what}", rows(waits, quiet, memory))


def main(arguments: list[str] | None = None) -> int:
    """Measure, and return 1 if an aim is missed."""
    parser = argparse.ArgumentParser(prog="./uptown bench attacks", description="What strangers can delay.")
    known = range(1, len(ATTACKS) + 1)
    parser.add_argument("--only", nargs="*", type=int, choices=known, default=known, metavar="NUMBER")
    parser.add_argument("--hands", type=whole(1, 15), default=HANDS, help="saved under each attack (10)")
    options = parser.parse_args(arguments)
    with surroundings() as environment, served(environment | PROXIED) as server:
        return status(measure(server, environment, options.only, options.hands))


if __name__ == "__main__":
    sys.exit(main())
