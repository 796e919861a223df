"""What is refused before Django: a program reads a problem, a person reads words."""

import asyncio
import json

import pytest
from django.db import OperationalError
from django.test import RequestFactory

from pages.api.calls import WORDS
from pages.api.event.problems import TYPE
from server.http.storage import DatabaseUnavailable
from server.limits.badge_holders import BadgeHolders
from server.limits.bodies import LONGEST, SHORT, Bodies
from server.limits.limits import respond_busy
from tests.server.world import Request, Working, in_event_loop, request_for

CALL, PAGE = "/api/v1/events/summer/teams", "/summer/sign-up/"


async def busy(scope, receive, send):
    await respond_busy(scope, send)


def entrance(application):
    return Bodies(application, BadgeHolders(lambda credentials: {}), short_within=0.02)


REFUSED = {
    "too long for all": (Working(), {"content_length": str(LONGEST + 1)}, 413, "call.too-long"),
    "too long without a token": (Working(), {"content_length": str(SHORT + 1)}, 413, "call.too-long"),
    "too slow": (Working(), {"content_length": "2"}, 408, "call.too-slow"),
    "in chunks": (Working(), {"transfer_encoding": "chunked"}, 411, "call.length"),
    "while many wait": (busy, {}, 503, "call.busy"),
}


@pytest.mark.parametrize(("application", "headers", "status", "code"), REFUSED.values(), ids=REFUSED)
@in_event_loop
async def test_a_program_reads_a_problem_and_a_person_words(application, headers, status, code):
    asked = [
        Request(entrance(application), url, asyncio.Event(), b"", **request_for(url, "POST", **headers))
        for url in (CALL, PAGE)
    ]
    await asyncio.gather(*asked)

    call, page = asked
    problem = json.loads(call.body)
    assert (call.status, call.headers[b"content-type"].decode(), problem["status"]) == (status, TYPE, status)
    assert (problem["code"], f"`{code}`" in WORDS) == (code, True)
    assert (page.status, page.headers[b"content-type"][:5]) == (status, b"text/")
    if code != "call.busy":
        assert page.body.decode() == problem["detail"]
    for name in (b"retry-after", b"connection"):
        assert call.headers.get(name) == page.headers.get(name)


@pytest.mark.parametrize("method", ["get", "post"])
def test_without_a_database_a_program_gets_a_problem_and_a_person_a_page(method):
    def fails(request):
        raise OperationalError("disk I/O error")

    call, page = (
        DatabaseUnavailable(fails)(getattr(RequestFactory(), method)(path)) for path in (CALL, PAGE)
    )

    problem = json.loads(call.content)
    assert (call.status_code, call["Content-Type"], call["Retry-After"]) == (503, TYPE, "60")
    assert (problem["code"], problem["title"]) == ("call.away", "Not possible right now")
    assert (page.status_code, problem["detail"] in page.content.decode()) == (503, True)
