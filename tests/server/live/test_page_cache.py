"""The page cache: a public page is rendered once for everybody."""

import asyncio
import gzip
from datetime import timedelta

import brotli
import pytest
from django.utils import timezone

from rules.competition.practice_clock import EventClock
from server.live.public_pages import page_of
from tests.server.world import TABLE, World, lived, request_for


class Answer:
    """The response that a browser gets."""

    def __init__(self) -> None:
        self.status, self.headers, self.body = 0, {}, b""

    async def send(self, message):
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.body += message["body"]


async def asked(world: World, address: str = TABLE, **headers: str) -> Answer:
    await asyncio.sleep(0)  # Announcements so far are delivered.
    answer, scope = Answer(), request_for(address, **headers)
    await world.page_cache(page_of(scope), scope, answer.send)
    return answer


def newest(world: World, **headers: str):
    return asked(world, cache_control="no-cache", **headers)


def test_a_page_is_made_once_for_all_who_ask():
    async def day() -> None:
        world = World({"summer": 7})
        world.waits = asyncio.Event()
        crowd = [asyncio.create_task(asked(world)) for _ in range(100)]
        await asyncio.sleep(0)
        world.waits.set()

        answers = [await each for each in crowd] + [await asked(world)]

        assert {answer.body for answer in answers} == {b'<div id="table">7</div>'}
        assert world.made == [TABLE]

    lived(day)


def test_whoever_asks_for_the_newest_gets_all_that_was_done_before():
    async def day() -> None:
        world = World({"summer": 7})
        await asked(world)
        for version in range(8, 20):
            world.happens()
            assert (await newest(world)).body == f'<div id="table">{version}</div>'.encode()

    lived(day)


def test_a_making_that_began_before_an_action_is_not_taken_for_the_newest():
    async def day() -> None:
        world = World({"summer": 7})
        world.waits = asyncio.Event()
        before = asyncio.create_task(asked(world))
        while not world.made:
            await asyncio.sleep(0)
        world.happens()
        after = asyncio.create_task(newest(world))
        await asyncio.sleep(0.01)
        world.waits.set()

        assert (await after).body == b'<div id="table">8</div>'
        await before

    lived(day)


def test_a_demo_that_starts_over_while_its_page_is_made_keeps_nobody_waiting():
    async def day() -> None:
        world = World({"summer": 900})
        before = asyncio.create_task(newest(world))
        while world.looks < 1:
            await asyncio.sleep(0)
        world.versions["summer"], world.clock = 400, EventClock(timezone.now(), timezone.now())
        world.events.hear("summer", None)

        answer = await asyncio.wait_for(before, 5)

        assert answer.body == b'<div id="table">400</div>'

    lived(day)


def test_a_page_that_is_read_all_the_time_is_soon_made_again():
    async def day() -> None:
        world = World({"summer": 7}, cache={"between": 0.0})
        await asked(world)
        world.happens()

        while (await asked(world)).body == b'<div id="table">7</div>':
            await asyncio.sleep(0.001)

        assert (await asked(world)).body == b'<div id="table">8</div>'

    lived(day)


def test_nobody_is_given_a_page_that_is_further_behind_than_is_allowed():
    async def day() -> None:
        world = World({"summer": 7}, cache={"behind": 0.0})
        await asked(world)
        world.happens()
        await world.events.of("summer")

        assert (await asked(world)).body == b'<div id="table">8</div>'

    lived(day)


def test_a_browser_that_has_the_page_is_told_so_and_who_asks_for_the_head_gets_no_body():
    async def day() -> None:
        world, head = World({"summer": 7}), Answer()
        first = await asked(world)
        etag = first.headers[b"etag"].decode()
        scope = request_for(method="HEAD")
        await world.page_cache(page_of(scope), scope, head.send)

        again, other = await asked(world, if_none_match=etag), await asked(world, accept_encoding="gzip")
        world.happens()
        changed = await newest(world, if_none_match=etag)

        assert (head.status, head.body, head.headers[b"content-length"]) == (200, b"", b"23")
        assert (again.status, again.body, again.headers[b"etag"].decode()) == (304, b"", etag)
        assert other.headers[b"etag"].decode() == etag
        assert (changed.status, changed.body) == (200, b'<div id="table">8</div>')

    lived(day)


@pytest.mark.parametrize(
    ("accepted", "encoding", "read"),
    [
        ("gzip, deflate, br", b"br", brotli.decompress),
        ("gzip", b"gzip", gzip.decompress),
        ("br;q=0, gzip;q=0.5", b"gzip", gzip.decompress),
        ("identity", None, bytes),
        ("", None, bytes),
    ],
)
def test_each_browser_gets_the_form_it_takes(accepted, encoding, read):
    async def day() -> None:
        answer = await asked(World({"summer": 7}), accept_encoding=accepted)

        assert answer.headers.get(b"content-encoding") == encoding
        assert int(answer.headers[b"content-length"]) == len(answer.body)
        assert read(answer.body) == b'<div id="table">7</div>'

    lived(day)


def test_a_page_is_made_for_a_stranger_whoever_asks_first():
    async def day() -> None:
        world = World({"summer": 7})

        await asked(world, cookie="sessionid=secret; home=team", user_agent="a phone", hx_request="true")

        assert world.asked == [{b"host": b"localhost"}]

    lived(day)


@pytest.mark.parametrize(
    ("status", "headers"), [(404, []), (500, []), (200, [(b"Set-Cookie", b"sessionid=secret")])]
)
def test_what_is_no_page_or_somebodys_own_is_sent_and_not_cached(status, headers):
    async def day() -> None:
        world = World({"summer": 7})
        world.status, world.more_headers = status, headers

        answers = [await asked(world), await asked(world)]

        assert [answer.status for answer in answers] == [status, status]
        assert world.made == [TABLE, TABLE]

    lived(day)


def test_what_was_asked_otherwise_is_another_page(settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    async def day() -> None:
        world = World({"summer": 7, "winter": 3})
        for address in ("/summer/", "/summer/?team=5", "/winter/"):
            await asked(world, address)
            await asked(world, address)
        await asked(world, "/summer/", x_forwarded_proto="https")

        assert world.made == ["/summer/", "/summer/?team=5", "/winter/", "/summer/"]

    lived(day)


def test_only_so_many_pages_are_cached_and_those_that_are_read():
    async def day() -> None:
        world = World({"summer": 7}, cache={"most": 3})
        for number in range(10):
            await asked(world, "/summer/")
            await asked(world, f"/summer/?team={number + 1}")

        assert world.made.count("/summer/") == 1
        assert len(world.page_cache._cached) == 3

    lived(day)


def test_what_is_for_somebody_is_never_cached():
    addresses = ("/summer/floor/", "/summer/team/", "/summer/desk/", "/summer/sign-up/", "/", "/sign-in/",
                 "/nowhere", "/live/summer")  # fmt: skip

    assert [address for address in addresses if page_of(request_for(address))] == []


# --- how long a page is fresh ------------------------------------------------------------------------


def shows(world: World, *ends: timedelta) -> None:
    """Let the page show clocks that run out after these times, by the event's clock."""
    now = world.clock.at(timezone.now())
    clocks = "".join(f'<time data-until="{(now + end).isoformat()}">1:00</time>' for end in ends)
    world.says = lambda path: clocks


def left(world: World) -> float:
    [kept] = world.page_cache._cached.values()
    return kept.good_until - kept.began_at


@pytest.mark.parametrize(
    ("speed", "ends", "path", "least", "most"),
    [
        pytest.param(1.0, (-20, 1.5, 540), TABLE, 1.0, 1.5, id="until the first of its clocks has run out"),
        pytest.param(1.0, (), TABLE, 1.0, 60, id="a minute at most, as waits are shown in minutes"),
        pytest.param(10.0, (), TABLE, 1.0, 6.0, id="less with a clock that is ten times as fast"),
        pytest.param(6000.0, (), TABLE, 1.0, 1.0, id="no less than it takes to be rendered"),
        pytest.param(
            0.0, (540,), TABLE, float("inf"), float("inf"), id="for ever with a clock that is stopped"
        ),
        pytest.param(0.0, (), "/summer/screen/board/", 0.1, 10, id="as long as a page of the big screen"),
    ],
)
def test_a_cached_page_is_good(speed, ends, path, least, most):
    async def day() -> None:
        world = World({"summer": 7})
        if speed != 1.0:
            world.clock = EventClock(timezone.now(), timezone.now(), speed)
        if ends:
            shows(world, *(timedelta(seconds=end) for end in ends))
        await asked(world, path)

        assert least <= left(world) <= most

    lived(day)


def test_a_copy_of_an_event_that_was_forgotten_is_not_taken_for_new():
    async def day() -> None:
        world = World({"summer": 7}, look_every=0.01, forget_after=0.0)
        world.clock = EventClock(timezone.now(), timezone.now(), 0.0)  # The page would be fresh forever.
        await asked(world)
        while world.events._known:
            await asyncio.sleep(0.005)
        world.happens()

        assert (await asked(world)).body == b'<div id="table">8</div>'

    lived(day)


def test_while_the_database_is_away_the_last_page_is_sent_however_old_it_is():
    async def day() -> None:
        world = World({"summer": 7}, look_every=0.01, cache={"shortest": 0.0})
        world.clock = EventClock(timezone.now(), timezone.now(), 1e9)  # The minute is over at once.
        await asked(world)
        world.status, world.says = 503, lambda path: "away"
        before_it_is_known = await asked(world)
        world.is_away = True
        while not world.events.is_away:
            await asyncio.sleep(0.005)
        made = len(world.made)
        answers = [before_it_is_known, await asked(world), await newest(world)]

        assert [(answer.status, answer.body) for answer in answers] == [(200, b'<div id="table">7</div>')] * 3
        assert len(world.made) == made

        world.status, world.says, world.is_away = 200, lambda path: "back", False
        while world.events.is_away:
            await asyncio.sleep(0.005)
        assert (await asked(world)).body == b"back"

    lived(day)
