"""A request's way from the server's entrance to Django."""

import asyncio

import pytest
from a2wsgi import WSGIMiddleware

from server import application as asgi
from server.limits.badge_holders import BadgeHolders
from server.limits.bodies import Bodies
from tests.attacks.connections import reply_to, served
from tests.server.world import in_event_loop


@pytest.fixture
def received(monkeypatch):
    requests = []

    def answer(environ, start_response):
        requests.append(environ)
        start_response("204 No Content", [])
        return []

    monkeypatch.setattr(asgi, "in_threads", WSGIMiddleware(answer))
    return requests


def ask(query=b"", headers=()):
    async def receive():
        return {"type": "http.request", "body": b""}

    async def send(message):
        pass

    scope = {"type": "http", "http_version": "1.1", "method": "GET", "path": "/"}
    asyncio.run(asgi.django({**scope, "query_string": query, "headers": headers}, receive, send))


def test_no_header_passes_for_another_by_an_underscore(received):
    ask(headers=[(b"x-forwarded-proto", b"http"), (b"x_forwarded_proto", b"https")])

    assert received[0]["HTTP_X_FORWARDED_PROTO"] == "http"


def test_a_query_comes_as_it_was_sent(received):
    ask(query=b"q=Caf%C3%A9&n=1+2~")
    ask(query="q=Café".encode())

    assert [each["QUERY_STRING"] for each in received] == ["q=Caf%C3%A9&n=1+2~", "q=Caf%C3%A9"]


@in_event_loop
async def test_a_chunked_form_is_refused_with_a_sentence(received):
    entrance = Bodies(asgi.django, BadgeHolders(lambda credentials: {}))
    chunked = b"POST / HTTP/1.1\r\nHost: hall\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"

    async with served(entrance) as address:
        heard = await reply_to(address, chunked, b"5\r\nwho=1\r\n0\r\n\r\n")

    assert heard.startswith(b"HTTP/1.1 411 ")
    assert heard.endswith(b"Send this with a Content-Length, not in chunks.")
    assert received == []
