"""Bodies of requests: read before a request waits for a slot, and within bounds."""

import asyncio

import pytest

from server.limits.badge_holders import BadgeHolders, Holder
from server.limits.bodies import LONGEST, MOST_LONG, NEEDS_BADGE, SHORT, TOO_LONG, TOO_SLOW, Bodies
from server.limits.slots import Slots
from tests.server.world import Request, Working, a_while, in_event_loop, request_for
from tournament.models import Role
from tournament.models.links import hash_of

DESK, TEAM, PROGRAM = "d" * 32, "t" * 32, "a program's token"
HOLDERS = {
    DESK: Holder(5, Role.DESK),
    TEAM: Holder(6, Role.TEAM),
    hash_of(PROGRAM): Holder(7, Role.PROGRAM),
}


class Hall(Working):
    """Django behind its slots and the bounds on bodies."""

    def __init__(self, **bounds) -> None:
        super().__init__()
        holders = BadgeHolders(lambda credentials: HOLDERS)
        self._entrance = Bodies(Slots(self, holders), holders, **bounds)

    def sends(self, who, *pieces, session="", address="192.0.2.1", length=2, url="/summer/team/"):
        headers = {"cookie": f"sessionid={session}", "content_length": str(length)}
        if session == PROGRAM:
            headers, url = headers | {"authorization": f"Bearer {PROGRAM}"}, "/api/v1/events/summer/lists"
        return Request(
            self._entrance, who, *pieces, **request_for(url, "POST", address=address, **headers)
        )  # fmt: skip


async def until(is_so):
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.001)


@in_event_loop
async def test_who_sends_slowly_takes_no_slot():
    hall, arrived = Hall(), asyncio.Event()
    slow = hall.sends("slow", b"a", arrived, b"b")
    await a_while()
    quick = hall.sends("quick", b"cd")
    await until(lambda: hall.working)
    assert hall.working == ["quick"]

    hall.go_on.set()
    arrived.set()
    await asyncio.gather(slow, quick)

    assert hall.bodies == [b"cd", b"ab"]


@pytest.mark.parametrize(
    ("session", "length", "refusal"),
    [
        pytest.param("", SHORT, b"", id="a form"),
        pytest.param("", SHORT + 1, NEEDS_BADGE, id="a stranger's list"),
        pytest.param("x" * 32, SHORT + 1, NEEDS_BADGE, id="under a made-up session"),
        pytest.param(TEAM, SHORT + 1, NEEDS_BADGE, id="a team's list"),
        pytest.param(DESK, LONGEST, b"", id="the desk’s list"),
        pytest.param(PROGRAM, LONGEST, b"", id="a program's list"),
        pytest.param(DESK, LONGEST + 1, TOO_LONG, id="too long for all"),
    ],
)
@in_event_loop
async def test_who_may_send_how_much(session, length, refusal):
    hall, nothing_of_it_is_read = Hall(), asyncio.Event()
    hall.go_on.set()
    body = [nothing_of_it_is_read, b""] if refusal else [b"yes"]

    request = hall.sends("somebody", *body, session=session, length=length)
    await request

    assert (request.status, request.body) == ((413, refusal) if refusal else (200, b""))


@in_event_loop
async def test_too_many_half_sent_forms_drop_the_oldest_of_the_busiest_address():
    hall, never, arrives = Hall(most_half_sent=4), asyncio.Event(), asyncio.Event()
    honest = hall.sends("honest", b"a", arrives, b"b", address="203.0.113.5")
    desk = hall.sends("desk", b"a", arrives, b"b", session=DESK)
    await a_while()
    flood = [hall.sends(number, b"a", never, b"b") for number in range(50)]
    await until(lambda: sum(each.status == 408 for each in flood) == 48)

    arrives.set()
    await until(lambda: len(hall.working) == 2)

    assert {each.body for each in flood[:48]} == {TOO_SLOW}
    assert [each.status for each in flood[48:]] == [0, 0]
    hall.go_on.set()
    await asyncio.gather(honest, desk)
    assert (honest.status, desk.status) == (200, 200)


@pytest.mark.parametrize("length", [2, SHORT + 1], ids=["a form", "a list"])
@pytest.mark.parametrize("pieces", [[], [b"a"]], ids=["nothing", "a part"])
@in_event_loop
async def test_a_body_that_stalls_is_refused_in_words(length, pieces):
    hall, never = Hall(short_within=0.02, long_within=0.02), asyncio.Event()

    slow = hall.sends("slow", *pieces, never, b"b", session=DESK, length=length)
    await slow

    assert (slow.status, slow.body, hall.working) == (408, TOO_SLOW, [])


@in_event_loop
async def test_a_form_whose_sender_hangs_up_halfway_does_nothing():
    hall, hangs_up = Hall(), asyncio.Event()
    before, halfway = hall.sends("before", hangs_up), hall.sends("halfway", b"a", hangs_up, b"b")
    await a_while()

    halfway._pieces.clear()
    hangs_up.set()
    await asyncio.gather(before, halfway)

    assert hall.working == []


@in_event_loop
async def test_long_bodies_wait_for_their_turn_unread_and_badges_take_turns():
    hall, arrives = Hall(), asyncio.Event()
    programs = [
        hall.sends(f"program {number}", arrives, b"ab", session=PROGRAM, length=SHORT + 1)
        for number in range(MOST_LONG + 2)
    ]
    waiting = hall._entrance._long._limit
    await until(lambda: waiting._waiting == 2)
    desk = hall.sends("desk", b"ab", session=DESK, length=SHORT + 1)
    await until(lambda: waiting._waiting == 3)
    assert [each._pieces for each in (*programs[MOST_LONG:], desk)] == [[arrives, b"ab"]] * 2 + [[b"ab"]]

    arrives.set()
    hall.go_on.set()
    await asyncio.gather(*programs, desk)

    assert "desk" in hall.served[: MOST_LONG + 2]
