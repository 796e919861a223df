"""Guesses at codes, keys and passwords wait in a fair queue in front of Django. Nobody is locked out.

Addresses take turns, and so do the browsers of an address, so that somebody who posts without end delays
another browser by one guess. A waiting guess holds its connection, but no thread and no slot. Each process
has its own fair queue, so n processes evaluate n times as many guesses.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.http import HttpRequest

from accounts.sign_in import KNOWN
from server.http.responses import Application, Message, Receive, Send, send_response
from server.limits.badge_holders import cookies_of
from server.limits.bodies import length_of, read_body, refuse_too_long
from server.limits.limits import address_of, respond_busy

Waiting = TypeVar("Waiting")

LONGEST = 16_384
"""The most bytes of a form with a code or a password."""
MOST_WAITING = 2_000
"""The guesses that may wait in one queue. Beyond that, the address with the most gets a 503."""
PRESSED_AGAIN = b"This browser sent another try after this one. The newer one is in the queue."


@dataclass(frozen=True, kw_only=True)
class GuessIntervals:
    """The seconds from one guess to the next: of everybody together, of one address, of one browser."""

    everybody: float
    address: float
    browser: float


CODES = GuessIntervals(everybody=1 / 50, address=1 / 40, browser=1)
PASSWORDS = GuessIntervals(everybody=1 / 10, address=1 / 5, browser=1)


@dataclass(frozen=True, eq=False)
class Guess:
    """A waiting request."""

    turn: "asyncio.Future[bool | None]"
    """Becomes True when it may be evaluated, False if a newer one replaced it, None if too many wait."""
    evaluated: asyncio.Event = field(default_factory=asyncio.Event)


class GuessQueue(Generic[Waiting]):
    """Waiting guesses, and which of them is next. The caller passes the time."""

    def __init__(self, pace: GuessIntervals, *, most: int = MOST_WAITING) -> None:
        self._pace, self._most = pace, most
        self._waiting: dict[str, dict[str, Waiting]] = {}
        self._rests: dict[tuple[str, ...], float] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def join(self, address: str, browser: str, guess: Waiting) -> Waiting | None:
        """Add a guess. It replaces the same browser's older one, which is returned."""
        waiting = self._waiting.setdefault(address, {})
        older = waiting.get(browser)
        waiting[browser] = guess
        return older

    def drop(self) -> Waiting | None:
        """Remove and return the newest guess of the address with the most; None unless too many wait."""
        if sum(map(len, self._waiting.values())) <= self._most:
            return None
        longest = max(self._waiting, key=lambda each: len(self._waiting[each]))
        browser = next(reversed(self._waiting[longest]))
        guess = self._waiting[longest][browser]
        self.leave(longest, browser, guess)
        return guess

    def leave(self, address: str, browser: str, guess: Waiting) -> None:
        waiting = self._waiting.get(address, {})
        if waiting.get(browser) is guess:
            del waiting[browser]
            if not waiting:
                del self._waiting[address]

    def take(self, now: float) -> Waiting | None:
        """Remove and return the next guess; None while the pace lets none of them through."""
        self._rests = {key: until for key, until in self._rests.items() if until > now}
        if () in self._rests:
            return None
        for address, waiting in self._waiting.items():
            if (address,) not in self._rests:
                for browser, guess in waiting.items():
                    if (address, browser) not in self._rests:
                        self._served(address, browser, now)
                        return guess
        return None

    def _served(self, address: str, browser: str, now: float) -> None:
        others = self._waiting.pop(address)  # The address goes to the end of the queue.
        del others[browser]
        if others:
            self._waiting[address] = others
        self._rests[()] = now + self._pace.everybody
        self._rests[(address,)] = now + self._pace.address
        self._rests[(address, browser)] = now + self._pace.browser


class Queued:
    """An application that gets one guess at a time."""

    def __init__(self, application: Application, pace: GuessIntervals) -> None:
        self._application = application
        self._pace = pace
        self._queue: GuessQueue[Guess] = GuessQueue(pace)
        self._server: asyncio.Task[None] | None = None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Wait for a turn, which is over when the response starts. A client that hangs up loses it."""
        if length_of(scope) > LONGEST:
            await refuse_too_long(scope, send)
            return
        body = await read_body(receive)  # It is here already (``bodies.py``): what comes next is a hang-up.
        if body is None:
            return
        guess = Guess(asyncio.get_running_loop().create_future())
        address, browser = sender(scope)
        if older := self._queue.join(address, browser, guess):
            older.turn.set_result(False)
        if last := self._queue.drop():
            last.turn.set_result(None)
        if self._server is None or self._server.done():
            self._server = asyncio.create_task(self._serve())
        gone = asyncio.create_task(_hang_up(receive))
        try:
            first: set[asyncio.Future[Any]] = {guess.turn, gone}
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            if not guess.turn.done():
                return
            if guess.turn.result():
                await self._evaluate(guess, scope, body, send)
            elif guess.turn.result() is None:
                await respond_busy(scope, send)
            else:
                await send_response(send, 429, PRESSED_AGAIN)
        finally:
            self._queue.leave(address, browser, guess)
            guess.evaluated.set()
            gone.cancel()

    async def _serve(self) -> None:
        while self._queue:
            if guess := self._queue.take(asyncio.get_running_loop().time()):
                guess.turn.set_result(True)
                await guess.evaluated.wait()
            else:
                await asyncio.sleep(self._pace.everybody / 2)

    async def _evaluate(self, guess: Guess, scope: dict[str, Any], body: Receive, send: Send) -> None:
        async def send_and_leave(message: Message) -> None:
            guess.evaluated.set()
            await send(message)

        await self._application(scope, body, send_and_leave)


def sender(scope: dict[str, Any]) -> tuple[str, str]:
    """The address and the browser that the queue counts a request under.

    A device with the signed cookie of an earlier sign-in counts as a separate address, so that an organizer
    never waits behind strangers on the same network.
    """
    cookies = cookies_of(scope)
    account = known_account(cookies)
    address = f"{KNOWN} {account}" if account else address_of(scope)
    return address, cookies.get(settings.CSRF_COOKIE_NAME, "")


def known_account(cookies: Mapping[str, str]) -> str:
    """The account that signed in on this device before, by its signed cookie; empty if none."""
    request = HttpRequest()
    request.COOKIES = dict(cookies)
    return request.get_signed_cookie(KNOWN, default="", salt=KNOWN) or ""


async def _hang_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
