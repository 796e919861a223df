"""People with a badge who press something over HTTP, one or many at once."""

import http.client
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from server.http.mark import MARK

SIDES = ("NS", "EW", "NS", "EW", "NS")
"""Who makes each hand of a game, until it is won."""
FORM_STAYS = {"HX-Request": "true", "HX-Target": "game", "Uptown-Stage": "open"}
"""The headers of the sheet's own form: it wants the fragments that its hand changed, not the whole sheet."""


class Refused(Exception):
    """A response with an error status. Without Uptown's mark, it came from a proxy in front."""

    def __init__(self, address: str, status: int, body: bytes, *, is_ours: bool) -> None:
        super().__init__(f"{address} answers {status}")
        self.status, self.body, self.is_ours = status, body, is_ours


class Asker:
    """A person's browser: one connection, its cookies, its CSRF token."""

    def __init__(self, port: int, hall: Mapping[str, Any]) -> None:
        self.slug = hall["slug"]
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.cookies: dict[str, str] = {}
        self.ask("GET", f"/join/{hall['secret']}/")
        self.token = json.loads(self.ask("GET", f"/{self.slug}/phone/"))["token"]
        # A server closes idle connections: the first press opens it again.
        self.connection.close()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def ask(self, method: str, address: str, fields: Mapping[str, object] | None = None) -> bytes:
        """Send a request and return the body of the response.

        :raises Refused: if the status is an error.
        """
        headers = {"Cookie": self.cookie}
        if fields:
            headers |= {"X-CSRFToken": self.token, **FORM_STAYS}
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, address, urlencode(fields or {}), headers)
        answer = self.connection.getresponse()
        body = answer.read()
        for name, value in answer.headers.items():
            if name.lower() == "set-cookie":
                word, _, rest = value.partition("=")
                self.cookies[word] = rest.partition(";")[0]
        if answer.status >= 400:
            raise Refused(address, answer.status, body, is_ours=MARK in answer.headers)
        return body

    def enter(self, game: int, sequence: int) -> None:
        """Save a hand: a made 4 uptown."""
        side = SIDES[sequence - 1]
        fields = {"hand_id": uuid4(), "sequence": sequence, "bidder": side, "bid": "4 uptown", "books": 10}
        self.ask("POST", f"/{self.slug}/game/{game}/hand/", fields)

    def hands(self, games: Iterable[int]) -> list[Callable[[], None]]:
        """The hands of these games, to be saved one after the other."""
        return [partial(self.enter, game, number) for game in games for number in range(1, len(SIDES) + 1)]


@dataclass(frozen=True, kw_only=True)
class Times:
    """How long each press took, in seconds."""

    seconds: float
    times: list[float]

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    def after(self, share: float) -> float:
        return after(self.times, share)


def after(times: Sequence[float], share: float) -> float:
    """The time within which this share of them was done."""
    return sorted(times)[min(len(times) - 1, ceil(share * len(times)) - 1)]


def timed(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def together(people: Sequence[Sequence[Callable[[], object]]], *, pause: float = 0.0) -> Times:
    """Run each person's actions one after the other, ``pause`` seconds apart, and all people at once."""

    def person(mine: Sequence[Callable[[], object]]) -> list[float]:
        times = []
        for action in mine:
            times.append(timed(action))
            time.sleep(max(0.0, pause - times[-1]))
        return times

    began = time.perf_counter()
    with ThreadPoolExecutor(len(people)) as pool:
        times = [each for mine in pool.map(person, people) for each in mine]
    return Times(seconds=time.perf_counter() - began, times=times)
