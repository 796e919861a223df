"""The publisher's posts to a Pushpin: numbered without a gap, except when it checks who is listening."""

import asyncio
import json
import threading
import time
from base64 import b64decode
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from redis import Redis

from server.live.held_streams import LAST, LEADER, NOTES, SEEN, Note
from server.live.publisher import Publisher
from tests.conftest import redis_url
from tests.server.world import PATIENCE, TABLE, World, in_event_loop

pytestmark = pytest.mark.scaled


@pytest.fixture
def pushpin() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A Pushpin that only records: its control address, and the items posted to it."""
    items: list[dict[str, Any]] = []

    class Keep(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            items.extend(json.loads(self.rfile.read(int(self.headers["content-length"])))["items"])
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Keep)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", items
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def redis() -> Iterator[Redis]:
    with Redis.from_url(redis_url()) as found:
        found.delete(LAST, LEADER, NOTES, SEEN)
        yield found
        found.delete(LAST, LEADER, NOTES, SEEN)


def noted(redis: Redis, world: World) -> str:
    """Register a channel, as a web process does for a reader of the table; returns its name."""
    scope = {"scheme": "http", "headers": [(b"host", b"localhost")]}
    note = Note.of(world.broadcaster.channel(scope, "summer", [TABLE], is_compressed=False))
    redis.hset(NOTES, note.name, note.text())
    redis.zadd(SEEN, {note.name: time.time()})
    return note.name


def words(items: list[dict[str, Any]]) -> str:
    return "".join(b64decode(item["formats"]["http-stream"]["content-bin"]).decode() for item in items)


async def soon(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def publishing(*addresses: str, **options: float) -> AsyncIterator[World]:
    """Run a publisher for these Pushpins during the block."""
    world = World({"summer": 7})
    options = {"look_every": 0.02, **options}
    publisher = Publisher(world.broadcaster, redis_url=redis_url(), pushpins=addresses, **options)
    running = asyncio.create_task(publisher.run())
    yield world
    running.cancel()
    await asyncio.wait([running])


@in_event_loop
async def test_everything_is_sent_once_and_numbered_without_a_gap(redis, pushpin):
    address, items = pushpin
    async with publishing(address) as world:
        name = noted(redis, world)
        await soon(lambda: "7</div>" in words(items))
        for version in (8, 9):
            world.happens()
            await soon(lambda version=version: f"{version}</div>" in words(items))

    assert {item["channel"] for item in items} == {name}
    assert [int(item["prev-id"]) for item in items[1:]] == [int(item["id"]) for item in items[:-1]]
    assert [words(items).count(f"{version}</div>") for version in (7, 8, 9)] == [1, 1, 1]


@in_event_loop
async def test_of_too_many_channels_those_requested_longest_ago_are_forgotten(redis, pushpin):
    address, items = pushpin
    redis.zadd(SEEN, {f"made up {number}": time.time() - 100 + number for number in range(50)})
    async with publishing(address, most_noted=10) as world:
        name = noted(redis, world)
        await soon(lambda: "7</div>" in words(items) and redis.zcard(SEEN) == 10)

    assert redis.zrange(SEEN, 0, -1)[-2:] == [b"made up 49", name.encode()]


@in_event_loop
async def test_a_pushpin_that_is_away_delays_no_other(redis, pushpin):
    address, items = pushpin
    async with publishing("http://127.0.0.1:1", address) as world:
        noted(redis, world)
        await soon(lambda: "7</div>" in words(items))
        world.happens()
        await soon(lambda: "8</div>" in words(items))


@in_event_loop
async def test_a_second_publisher_says_nothing(redis, pushpin):
    redis.set(LEADER, "another")
    address, items = pushpin
    async with publishing(address) as world:
        noted(redis, world)
        await asyncio.sleep(0.2)
        assert not items
        redis.delete(LEADER)  # The other one died.
        await soon(lambda: "7</div>" in words(items))


@in_event_loop
async def test_a_channel_that_nobody_asks_for_is_called_and_then_given_up(redis, pushpin):
    address, items = pushpin
    async with publishing(address, roll_call=0.3, nobody=0.3) as world:
        noted(redis, world)
        await soon(lambda: "event: beat" in words(items))
        call = items[-1]
        assert int(call["prev-id"]) > int(items[-2]["id"])  # A stream sees the gap, and asks.
        await soon(lambda: not redis.exists(NOTES))
        said = len(items)
        world.happens()
        await asyncio.sleep(0.2)
        assert len(items) == said

    assert not redis.exists(SEEN, LAST)
