"""Concurrency limits: a few requests at a time, in the order of arrival."""

import asyncio

from server.limits.limits import Limited
from tests.server.world import Request, Working, a_while, in_event_loop


@in_event_loop
async def test_a_limited_number_are_served_at_once_and_the_others_in_order():
    hall = Working()
    limit = Limited(hall, 2)
    crowd = [Request(limit, number) for number in range(6)]
    await a_while()
    assert hall.working == [0, 1]

    hall.go_on.set()
    await asyncio.gather(*crowd)

    assert hall.served == list(range(6))


@in_event_loop
async def test_a_slow_reader_of_an_answer_keeps_nobody_waiting():
    hall, taken = Working(), asyncio.Event()
    hall.go_on.set()
    limit = Limited(hall, 1)
    slow = Request(limit, "slow", taken=taken)
    await a_while()

    await Request(limit, "quick")

    assert (hall.served, slow.body) == (["slow", "quick"], b"")


@in_event_loop
async def test_a_turn_that_failed_is_over():
    hall = Working()
    hall.go_on.set()
    limit = Limited(hall, 1)
    await asyncio.gather(Request(limit, "unlucky", fails=True), return_exceptions=True)

    await Request(limit, "next")

    assert hall.served == ["next"]
