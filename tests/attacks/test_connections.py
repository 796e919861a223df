"""Connections that send nothing, send too much, or are too many."""

import asyncio
from collections import Counter

import pytest
import uvicorn

from server.http import connections
from server.http.connections import Guarded
from server.limits.badge_holders import BadgeHolders
from server.limits.bodies import NEEDS_BADGE, NO_LENGTH, TOO_LONG, TOO_SLOW, Bodies
from tests.attacks.connections import answers, reply_to, served
from tests.server.world import in_event_loop

pytestmark = pytest.mark.slow


def bounded(**bounds):
    """The application behind the bounds on bodies; nobody has a badge."""
    return Bodies(answers, BadgeHolders(lambda credentials: {}), **bounds)


def answer_to(*pieces, **server):
    """The response of a new server to these pieces of a request."""

    async def come():
        async with served(**server) as address:
            return await reply_to(address, *pieces)

    return asyncio.run(come())


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param([], id="nothing"),
        pytest.param([b"GET / HTTP/1.1\r\nHost: hall\r\n"], id="half a request"),
        pytest.param([b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 9\r\n\r\nhalf"], id="half a body"),
    ],
)
def test_who_says_nothing_more_is_hung_up_on(pieces):
    class Hasty(Guarded):
        head_within = body_within = 0.2

    assert answer_to(*pieces, protocol=Hasty) == b""


def test_a_client_that_sends_in_time_is_answered_and_may_send_again():
    ask = b"GET / HTTP/1.1\r\nHost: hall\r\n"

    assert answer_to(ask + b"\r\n", ask + b"Connection: close\r\n\r\n").count(b"yes") == 2


@pytest.mark.parametrize("before", [b"", b"GET / HTTP/1.1\r\nHost: hall\r\n\r\n"], ids=["first", "second"])
def test_a_head_in_one_packet_is_answered_only_within_the_limit(before):
    def answer(size):
        head = b"GET / HTTP/1.1\r\nHost: hall\r\nConnection: close\r\nCookie: "
        return answer_to(*filter(None, [before]), head + b"a" * (size - len(head) - 4) + b"\r\n\r\n")

    within, beyond = answer(connections.MOST_HEAD), answer(40_000)

    assert within.endswith(b"yes")
    assert b"yes" not in beyond.removeprefix(within.partition(b"yes")[0] + b"yes" if before else b"")
    assert beyond.endswith(connections.TOO_LONG)


def test_a_long_body_in_one_packet_is_read_before_the_next_request():
    body = b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 100000\r\n\r\n" + b"a" * 100_000

    answer = answer_to(body + b"GET / HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n")

    assert answer.count(b"yes") == 2


@in_event_loop
async def test_one_address_leaves_lines_for_others(monkeypatch):
    monkeypatch.setattr(connections, "open_now", Counter({"192.0.2.7": 3}))
    monkeypatch.setattr(connections, "most_of_one", lambda: 3)
    hung_up = []

    class Line:
        def __init__(self, address):
            self.address = address

        def get_extra_info(self, name):
            return {"peername": (self.address, 1), "sockname": ("192.0.2.1", 80)}.get(name)

        def abort(self):
            hung_up.append(self.address)

    config = uvicorn.Config(answers, http=Guarded, lifespan="off")
    for address in ("192.0.2.7", "192.0.2.8", "127.0.0.1"):
        one = Guarded(config, uvicorn.server.ServerState(), {})
        one.connection_made(Line(address))
        one.connection_lost(OSError())

    assert hung_up == ["192.0.2.7"]
    assert connections.open_now == {"192.0.2.7": 3}


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"Content-Length: 100000000\r\n\r\n", id="announced"),
        pytest.param(b"Content-Length: 9e9\r\n\r\n", id="announced as no number"),
        pytest.param(
            b"Transfer-Encoding: chunked\r\n\r\n" + (b"80000\r\n" + b"a" * 0x80000 + b"\r\n") * 6,
            id="in pieces",
        ),
    ],
)
def test_a_body_that_is_too_long_is_refused_before_it_is_read(head):
    answer = answer_to(b"POST / HTTP/1.1\r\nHost: hall\r\n" + head, application=bounded())

    assert b"yes" not in answer
    assert answer == b"" or b" 400 " in answer or TOO_LONG in answer or NO_LENGTH in answer


def test_a_list_sent_without_a_badge_is_refused_and_the_connection_goes_on():
    whole = b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 1000000\r\n\r\n" + bytes(1_000_000)

    answer = answer_to(
        whole, b"GET / HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n", application=bounded()
    )

    assert answer.startswith(b"HTTP/1.1 413 ")
    assert NEEDS_BADGE in answer
    assert answer.endswith(b"yes")


def test_a_body_that_stalls_is_refused_in_words():
    half = b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 9\r\n\r\nhalf"

    answer = answer_to(half, application=bounded(short_within=0.2))

    assert answer.startswith(b"HTTP/1.1 408 ")
    assert answer.endswith(TOO_SLOW)
