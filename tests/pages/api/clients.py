"""A round for programs to read, and the client that the docs print."""

import io
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.test import Client

from tests import build
from tests.pages.visit import still_clock
from tournament.models import Event
from tournament.programs.commands_tokens import give_token

DOC = Path(__file__).parents[3] / "docs" / "api.md"


MADE = {"bidder": "NS", "bid": "4 uptown", "books": 10}


class Program:
    """An API client for an event, with a token of this scope or none."""

    def __init__(self, event: Event, scope: str = "", **more) -> None:
        self.event, headers = event, {}
        if scope:
            given = {"by": build.organizer(event), "at": build.MEET, **more}
            self.token = give_token(event=event, name=f"The {scope} app", scope=scope, **given)
            headers["Authorization"] = f"Bearer {self.token.secret}"
        self.client = Client(headers=headers)

    def address(self, path: str) -> str:
        return f"/api/v1/events/{self.event.slug}{path and '/'}{path}"

    def get(self, path: str = "", **headers: str):
        return self.client.get(self.address(path), headers=headers)

    def post(self, path: str, body=None, **headers: str):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers = {"Idempotency-Key": str(uuid4())} | headers
        return self.client.post(self.address(path), body, content_type="application/json", headers=headers)

    def hand(self, game, answers=MADE, more="", **headers: str):
        return self.post(f"games/{game.pk}/hands{more}", {"answers": answers}, **headers)


def first_round(**plan: object):
    event = build.event(is_practice=True, **plan)
    build.teams(event, 4)
    games = list(build.called_round(event).games.order_by("pk"))
    still_clock(event, build.at(15, 1))
    return Event.objects.get(pk=event.pk), games


def client_of_the_doc() -> dict[str, Any]:
    """The names that the doc's example defines."""
    found = re.search(r"^```python\n(.*?)^```", DOC.read_text(), re.DOTALL | re.MULTILINE)
    known: dict[str, Any] = {}
    exec(found[1], known)
    return known


def opened(request) -> io.BytesIO:
    """A replacement for ``urlopen`` that calls Django directly."""
    path, headers = request.full_url.removeprefix("http://here"), dict(request.header_items())
    sent = {"data": request.data or b"", "content_type": "application/json", "headers": headers}
    answer = Client().generic(request.get_method(), path, **sent)
    assert answer.status_code == 200, (path, answer.content)
    return io.BytesIO(answer.content)
