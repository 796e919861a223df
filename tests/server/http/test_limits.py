"""Concurrency limits: a few requests at a time, in the order of arrival."""

import asyncio

from server.limits.limits import Limited
from tests.server.world import a_while, in_event_loop


class Hall:
    """An application that records who is being served, and waits for ``go_on``."""

    def __init__(self):
        self.inside, self.served, self.bodies = [], [], []
        self.go_on = asyncio.Event()

    async def __call__(self, scope, receive, send):
        self.inside.append(scope["who"])
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message.get("more_body", False)
        self.bodies.append(body)
        if scope.get("fails"):
            raise RuntimeError
        await self.go_on.wait()
        self.inside.remove(scope["who"])
        self.served.append(scope["who"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def asks(limit, who, *pieces, taken=None, **more):
    """Start a request; its body arrives in ``pieces``, and its response is read once ``taken`` is set."""
    said = list(pieces) or [b""]

    async def receive():
        piece = said.pop(0)
        if isinstance(piece, asyncio.Event):
            await piece.wait()
            piece = said.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(said)}

    async def send(message):
        if taken and message["type"] == "http.response.body":
            await taken.wait()

    return asyncio.create_task(limit({"who": who, **more}, receive, send))


@in_event_loop
async def test_so_many_are_served_at_once_and_the_others_in_the_order_they_came():
    hall = Hall()
    limit = Limited(hall, 2)
    crowd = [asks(limit, number) for number in range(6)]
    await a_while()
    assert hall.inside == [0, 1]

    hall.go_on.set()
    await asyncio.gather(*crowd)

    assert hall.served == list(range(6))


@in_event_loop
async def test_whoever_sends_slowly_takes_no_turn():
    hall, arrived = Hall(), asyncio.Event()
    limit = Limited(hall, 1)
    slow = asks(limit, "slow", b"a", arrived, b"b")
    await a_while()
    quick = asks(limit, "quick")
    await a_while()
    assert hall.inside == ["quick"]

    hall.go_on.set()
    arrived.set()
    await asyncio.gather(slow, quick)

    assert hall.bodies == [b"", b"ab"]


@in_event_loop
async def test_what_is_very_long_is_refused_and_takes_no_turn():
    hall, never = Hall(), asyncio.Event()

    await asks(Limited(hall, 1, most_body=3), "long", b"ab", b"cd", never, b"ef")
    await asks(Limited(hall, 1, most_body=3), "announced", never, headers=[(b"content-length", b"4")])

    assert (hall.inside, hall.bodies) == ([], [])


@in_event_loop
async def test_whoever_takes_an_answer_slowly_keeps_nobody_waiting():
    hall, taken = Hall(), asyncio.Event()
    hall.go_on.set()
    limit = Limited(hall, 1)
    asks(limit, "slow", taken=taken)
    await a_while()

    await asks(limit, "quick")

    assert hall.served == ["slow", "quick"]


@in_event_loop
async def test_a_turn_that_failed_is_over():
    hall = Hall()
    hall.go_on.set()
    limit = Limited(hall, 1)
    await asyncio.gather(asks(limit, "unlucky", fails=True), return_exceptions=True)

    await asks(limit, "next")

    assert hall.served == ["next"]
