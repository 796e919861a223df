"""Saving hands over HTTP from many phones at once."""

import http.client
import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from server.http.mark import MARK
from tools.bench._together import Action, Measured, dealt, together

SIDES = ("NS", "EW", "NS", "EW", "NS")
WARM = 2
FEW = 8


FORM_STAYS = {"HX-Request": "true", "HX-Target": "game", "Uptown-Stage": "open"}
"""The headers of the sheet's own form: it wants the fragments that its hand changed, not the whole sheet."""


class Refused(Exception):
    """A response with an error status. Without Uptown's mark, it came from a proxy in front."""

    def __init__(self, address: str, status: int, body: bytes, *, is_ours: bool) -> None:
        super().__init__(f"{address} answers {status}")
        self.status, self.body, self.is_ours = status, body, is_ours


class Asker:
    """A referee's phone: one connection, its cookies, its CSRF token."""

    def __init__(self, port: int, hall: Mapping[str, Any]) -> None:
        self.slug = hall["slug"]
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.cookies: dict[str, str] = {}
        self.ask("GET", f"/join/{hall['secret']}/")
        body = self.ask("GET", f"/{self.slug}/phone/")
        self.token = json.loads(body)["token"]
        # A server closes idle connections: the first hand opens it again.
        self.connection.close()

    def ask(self, method: str, address: str, fields: Mapping[str, object] | None = None) -> bytes:
        """Send a request and return the body of the response.

        :raises Refused: if the status is an error.
        """
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
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

    def enter(self, game: int, sequence: int, side: str) -> None:
        self.ask("POST", f"/{self.slug}/game/{game}/hand/", a_hand(sequence, side))


def a_hand(sequence: int, side: str) -> dict[str, object]:
    """The form fields that a referee's phone sends for a made 4 uptown."""
    return {"hand_id": uuid4(), "sequence": sequence, "bidder": side, "bid": "4 uptown", "books": 10}


def measure_http(port: int, halls: list[dict[str, Any]], referees: tuple[int, ...]) -> Iterator[Measured]:
    """Measure the served app for each number of concurrent referees, after a warm-up."""
    _enter_all(port, halls[0], 1)
    for people, hall in zip(referees, halls[1:], strict=False):
        yield _enter_all(port, hall, people)


def http_tables(referees: tuple[int, ...]) -> list[int]:
    """The tables of each event: one event to warm up, one for each number of referees, one for the page."""
    return [WARM, *(max(FEW, people) for people in referees), WARM]


def _enter_all(port: int, hall: dict[str, Any], people: int) -> Measured:
    actions: list[list[Action]] = []
    for mine in dealt(hall["games"], people):
        asker = Asker(port, hall)
        actions.append(
            [
                partial(asker.enter, game, sequence, side)
                for game in mine
                for sequence, side in enumerate(SIDES, start=1)
            ]
        )
    return together("http", actions, leave=lambda: None)
