"""The page cache: a public page is rendered once for everybody."""

import asyncio
import gzip
from datetime import timedelta
from math import inf

import brotli
import pytest
from django.utils import timezone

from rules.time.practice_clock import EventClock
from server.live.public_pages import page_of
from tests.server.world import TABLE, World, in_event_loop, request_for


@in_event_loop
async def test_a_page_is_made_once_for_all_clients():
    world = World({"summer": 7})
    world.waits = asyncio.Event()
    crowd = [asyncio.create_task(world.get()) for _ in range(100)]
    await asyncio.sleep(0)
    world.waits.set()

    answers = [await each for each in crowd] + [await world.get()]

    assert {answer.body for answer in answers} == {b'<div id="table">7</div>'}
    assert world.made == [TABLE]


@in_event_loop
async def test_a_making_that_began_before_an_action_is_not_taken_for_the_newest():
    world = World({"summer": 7})
    world.waits = asyncio.Event()
    before = asyncio.create_task(world.get())
    while not world.made:
        await asyncio.sleep(0)
    world.happens()
    after = asyncio.create_task(world.newest())
    await asyncio.sleep(0.01)
    world.waits.set()

    assert (await after).body == b'<div id="table">8</div>'
    await before


@in_event_loop
async def test_a_demo_that_restarts_during_a_render_delays_nobody():
    world = World({"summer": 900})
    before = asyncio.create_task(world.newest())
    while world.looks < 1:
        await asyncio.sleep(0)
    world.versions["summer"], world.clock = 400, EventClock(timezone.now(), timezone.now())
    world.events.hear("summer", None)

    answer = await asyncio.wait_for(before, 5)

    assert answer.body == b'<div id="table">400</div>'


@in_event_loop
async def test_a_page_that_is_read_all_the_time_is_soon_made_again():
    world = World({"summer": 7}, cache={"between": 0.0})
    await world.get()
    world.happens()

    while (await world.get()).body == b'<div id="table">7</div>':
        await asyncio.sleep(0.001)

    assert (await world.get()).body == b'<div id="table">8</div>'


@in_event_loop
async def test_nobody_is_given_a_page_that_is_further_behind_than_is_allowed():
    world = World({"summer": 7}, cache={"behind": 0.0})
    await world.get()
    world.happens()
    await world.events.of("summer")

    assert (await world.get()).body == b'<div id="table">8</div>'


@in_event_loop
async def test_a_browser_that_has_the_page_gets_a_304_and_a_head_has_no_body():
    world = World({"summer": 7})
    first, head = await world.get(), await world.get(method="HEAD")
    etag = first.headers[b"etag"].decode()

    again, other = await world.get(if_none_match=etag), await world.get(accept_encoding="gzip")
    world.happens()
    changed = await world.newest(if_none_match=etag)

    assert (head.status, head.body, head.headers[b"content-length"]) == (200, b"", b"23")
    assert (again.status, again.body, again.headers[b"etag"].decode()) == (304, b"", etag)
    assert other.headers[b"etag"].decode() == etag
    assert (changed.status, changed.body) == (200, b'<div id="table">8</div>')


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
@in_event_loop
async def test_each_browser_gets_the_form_it_takes(accepted, encoding, read):
    answer = await World({"summer": 7}).get(accept_encoding=accepted)

    assert answer.headers.get(b"content-encoding") == encoding
    assert int(answer.headers[b"content-length"]) == len(answer.body)
    assert read(answer.body) == b'<div id="table">7</div>'


@in_event_loop
async def test_a_page_is_made_for_a_stranger_regardless_of_the_first_client():
    world = World({"summer": 7})

    await world.get(cookie="sessionid=secret; home=team", user_agent="a phone", hx_request="true")

    assert world.asked == [{b"host": b"localhost"}]


@pytest.mark.parametrize(
    ("status", "headers"), [(404, []), (500, []), (200, [(b"Set-Cookie", b"sessionid=secret")])]
)
@in_event_loop
async def test_what_is_no_page_or_somebodys_own_is_sent_and_not_cached(status, headers):
    world = World({"summer": 7})
    world.status, world.more_headers = status, headers

    answers = [await world.get(), await world.get()]

    assert [answer.status for answer in answers] == [status] * 2
    assert world.made == [TABLE] * 2


@in_event_loop
async def test_what_was_asked_otherwise_is_another_page(settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    world = World({"summer": 7, "winter": 3})

    for address in ("/summer/", "/summer/?team=5", "/winter/") * 2:
        await world.get(address)
    await world.get("/summer/", x_forwarded_proto="https")

    assert world.made == ["/summer/", "/summer/?team=5", "/winter/", "/summer/"]


@in_event_loop
async def test_the_cache_keeps_a_limited_number_of_pages_and_those_that_are_read():
    world = World({"summer": 7}, cache={"most": 3})
    for number in range(10):
        await world.get("/summer/")
        await world.get(f"/summer/?team={number + 1}")

    assert world.made.count("/summer/") == 1
    assert len(world.page_cache._cached) == 3


def test_what_is_for_somebody_is_never_cached():
    addresses = ("/summer/floor/", "/summer/team/", "/summer/desk/", "/summer/sign-up/", "/", "/sign-in/",
                 "/nowhere", "/live/summer")  # fmt: skip

    assert [address for address in addresses if page_of(request_for(address))] == []


@pytest.mark.parametrize("query", ["limit=abc", "limit=0", "after=x", "after=-1&limit=5"])
def test_a_malformed_query_of_a_program_never_makes_another_cached_page(query):
    teams = "/api/v1/events/summer/teams"

    assert page_of(request_for(f"{teams}?{query}")) is None
    assert page_of(request_for(f"{teams}?limit=5")).address.query == "limit=5"
    assert page_of(request_for(f"/summer/standings/?{query}&page=x")).address.query == ""


# --- how long a page is fresh ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("speed", "ends", "path", "least", "most"),
    [
        pytest.param(1.0, (-20, 30, 540), TABLE, 1.0, 30, id="until the first of its clocks has run out"),
        pytest.param(1.0, (), TABLE, 1.0, 60, id="a minute at most, as waits are shown in minutes"),
        pytest.param(10.0, (), TABLE, 1.0, 6.0, id="less with a clock that is ten times as fast"),
        pytest.param(6000.0, (), TABLE, 1.0, 1.0, id="no less than it takes to be rendered"),
        pytest.param(0.0, (540,), TABLE, inf, inf, id="for ever with a clock that is stopped"),
        pytest.param(0.0, (), "/summer/screen/board/", 0.0, 10, id="as long as a page of the big screen"),
    ],
)
@in_event_loop
async def test_a_cached_page_is_good(speed, ends, path, least, most):
    world, now = World({"summer": 7}), timezone.now()
    world.clock = EventClock(now, now, speed)
    times = [(now + timedelta(seconds=end)).isoformat() for end in ends]
    world.says = lambda path: "".join(f'<time data-until="{time}">1:00</time>' for time in times)

    await world.get(path)

    [cached] = world.page_cache._cached.values()
    assert least <= cached.good_until - cached.began_at <= most


@in_event_loop
async def test_a_copy_of_an_event_that_was_forgotten_is_not_taken_for_new():
    world = World({"summer": 7}, look_every=0.01, forget_after=0.0)
    world.clock = EventClock(timezone.now(), timezone.now(), 0.0)  # The page would be fresh forever.
    await world.get()
    while world.events._known:
        await asyncio.sleep(0.005)
    world.happens()

    assert (await world.get()).body == b'<div id="table">8</div>'


@in_event_loop
async def test_without_the_database_the_last_page_is_sent_at_any_age():
    world = World({"summer": 7}, look_every=0.01, cache={"shortest": 0.0})
    world.clock = EventClock(timezone.now(), timezone.now(), 1e9)  # The minute is over at once.
    await world.get()
    world.status, world.says = 503, lambda path: "away"
    before_it_is_known = await world.get()
    world.is_away = True
    while not world.events.is_away:
        await asyncio.sleep(0.005)
    made = len(world.made)
    answers = [before_it_is_known, await world.get(), await world.newest()]

    assert [(answer.status, answer.body) for answer in answers] == [(200, b'<div id="table">7</div>')] * 3
    assert len(world.made) == made

    world.status, world.says, world.is_away = 200, lambda path: "back", False
    while world.events.is_away:
        await asyncio.sleep(0.005)
    assert (await world.get()).body == b"back"
