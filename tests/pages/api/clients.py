"""A round for programs to read, and the client that the docs print."""

import io
import re
from pathlib import Path
from typing import Any

from django.test import Client

from tests import build
from tests.pages.visit import still_clock
from tournament.models import Event

DOC = Path(__file__).parents[3] / "docs" / "api.md"


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
