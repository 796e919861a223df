"""How long people wait to sign in while somebody guesses: ``./uptown bench guesses``.

All requests come from one address, as from the Wi-Fi of a hall. During each attack six people sign in with
the right code or password, one after the other, each on a new device. The table has the longest wait, and how
many wrong guesses a second were evaluated. ``--seconds`` is how long an attack runs before the first person
signs in.
"""

import argparse
import asyncio
import itertools
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from tools.bench._server import run, served, surroundings
from tools.bench._table import Row, show, status

PEOPLE, ATTACKERS, LONGEST = 6, 31, 10.0
PASSWORD = "a kitty of seven"
WAYS_IN = f"""
import json
from django.contrib.auth import get_user_model
from django.utils import timezone
from tests import build
from tournament.badges.commands_badges import give_badge
get_user_model().objects.create_user("ann", password="{PASSWORD}", is_staff=True)
event, now = build.event(), timezone.now()
by = build.organizer(event)
badges = [give_badge(event=event, role="referee", name="Jo", by=by, at=now) for _ in range({3 * PEOPLE})]
print(json.dumps([badge.code for badge in badges]))
"""


@dataclass(frozen=True, kw_only=True)
class Target:
    """A form to sign in with: the fields of a wrong guess, and the right ones of each person."""

    name: str
    path: str
    attacks: Collection[str]
    wrong: dict[str, str]
    right: Iterator[dict[str, str]]


class Wire:
    """The requests to one form, and the statuses of the responses."""

    def __init__(self, client: httpx.AsyncClient, target: Target) -> None:
        self._client, self._target = client, target
        self.answers: Counter[int] = Counter()

    async def guess(self, browser: str) -> None:
        """Post a wrong guess."""
        answer = await self._post(self._target.wrong, browser)
        self.answers[answer.status_code] += 1

    async def sign_in(self) -> float:
        """Sign in from a new browser. Returns the seconds that it took."""
        began = time.monotonic()
        answer = await self._post(next(self._target.right), new_browser())
        assert answer.status_code == 302, f"The right one is answered with {answer.status_code}."
        return time.monotonic() - began

    async def _post(self, fields: dict[str, str], browser: str) -> httpx.Response:
        return await self._client.post(
            self._target.path,
            data={**fields, "csrfmiddlewaretoken": browser},
            headers={"Cookie": f"csrftoken={browser}"},
        )


def new_browser() -> str:
    """The CSRF cookie of a new browser, as the form sets it."""
    return secrets.token_hex(16)


async def one_browser(wire: Wire) -> None:
    """``ATTACKERS`` guesses a second from one browser, without waiting for responses."""
    browser = new_browser()
    await _many_a_second(wire, lambda: browser)


async def new_browsers(wire: Wire) -> None:
    """``ATTACKERS`` guesses a second, each from a new browser."""
    await _many_a_second(wire, new_browser)


async def _many_a_second(wire: Wire, browser: Callable[[], str]) -> None:
    async with asyncio.TaskGroup() as posts:
        while True:
            began = time.monotonic()
            posts.create_task(wire.guess(browser()))
            await asyncio.sleep(max(0.0, began + 1 / ATTACKERS - time.monotonic()))


async def many_browsers(wire: Wire) -> None:
    """``ATTACKERS`` browsers, each of which guesses again as soon as it has a response."""

    async def guess_on(browser: str) -> None:
        while True:
            await wire.guess(browser)

    async with asyncio.TaskGroup() as posts:
        for _ in range(ATTACKERS):
            posts.create_task(guess_on(new_browser()))


Attack = Callable[[Wire], Coroutine[Any, Any, None]]
ATTACKS: dict[str, Attack] = {
    f"{ATTACKERS} a second from one browser": one_browser,
    f"{ATTACKERS} browsers, as fast as they may": many_browsers,
    f"{ATTACKERS} a second, each a new browser": new_browsers,
}


async def attacked(port: int, target: Target, attack: Attack, seconds: float) -> tuple[list[float], float]:
    """The waits of the people who signed in, and how many wrong guesses a second were evaluated."""
    limits = httpx.Limits(max_connections=None)
    address = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=address, timeout=300, limits=limits) as client:
        wire, began = Wire(client, target), time.monotonic()
        attackers = asyncio.create_task(attack(wire))
        await asyncio.sleep(seconds)
        waits = [await wire.sign_in() for _ in range(PEOPLE)]
        took = time.monotonic() - began
        attackers.cancel()
        await asyncio.wait({attackers})
    return waits, (wire.answers.total() - wire.answers[429]) / took


def measure(environment: dict[str, str], seconds: float) -> Iterator[Row]:
    """Run each attack on codes, then on the password of one organizer."""
    codes = run(["manage.py", "shell", "-v", "0", "-c", WAYS_IN], environment)
    account = {"login": "ann"}
    targets = [
        Target(
            name="codes",
            path="/code/",
            attacks=ATTACKS,
            wrong={"code": "0" * 12},
            right=iter([{"code": code} for code in codes]),
        ),
        Target(
            name="one organizer's password",
            path="/sign-in/",
            attacks=list(ATTACKS)[:2],  # New browsers without end outrun the queue: docs/security.md, V2.
            wrong=account | {"password": "wrong"},
            right=itertools.repeat(account | {"password": PASSWORD}),
        ),
    ]
    with served(environment) as server:
        for target in targets:
            yield from show(f"Guesses at {target.name}", _rows(server.port, target, seconds))


def _rows(port: int, target: Target, seconds: float) -> Iterator[Row]:
    for what in target.attacks:
        waits, rate = asyncio.run(attacked(port, target, ATTACKS[what], seconds))
        yield Row(
            what=what,
            figure=max(waits),
            aim=LONGEST,
            beside=f"{rate:.1f} evaluated/s",
        )


def main(arguments: list[str] | None = None) -> int:
    """Measure, and return 1 if an aim is missed."""
    parser = argparse.ArgumentParser(
        prog="./uptown bench guesses", description="How long the right one waits."
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="before the first right one comes")
    options = parser.parse_args(arguments)
    with surroundings() as environment:
        return status(measure(environment, options.seconds))


if __name__ == "__main__":
    sys.exit(main())
