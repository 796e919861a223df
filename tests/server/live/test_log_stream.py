"""The stream of the log: past and new entries, as lines or as server-sent events."""

import asyncio
import threading
import tracemalloc
from collections import Counter

from server.live.log_stream import MOST_OF_TOKEN, MOST_STREAMS, LogStream
from tests.server.world import World, in_event_loop, request_for


class Listener:
    """A subscriber to the stream of a log that contains ``entries``."""

    def __init__(self, world: World, entries: list[str], **how) -> None:
        self.entries, self.heard, self.status, self.asked, self.answers = entries, b"", 200, [], []
        self.left, self.let_go = asyncio.Event(), asyncio.Event()
        self.let_go.set()
        self.stream = LogStream(self._django, world.events, **how)
        self.task = asyncio.create_task(self.asks("summer"))

    async def asks(self, slug: str, token: str = "one") -> None:
        scope = request_for(f"/api/v1/events/{slug}/log/stream", authorization=f"Bearer {token}")
        await self.stream(slug, scope, self._receive, self._send)

    async def _receive(self):
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message) -> None:
        self.answers += [message["status"]] if "status" in message else []
        self.heard += message.get("body", b"")

    async def _django(self, scope, receive, send) -> None:
        self.asked.append(scope["query_string"])
        after = int(scope["query_string"].removeprefix(b"after=") or 0)
        status = self.status
        if status == 401:
            await self.let_go.wait()
        body = "".join(f"{entry}\n" for entry in self.entries[after:])
        headers = [
            (b"Content-Type", b"application/x-ndjson"),
            (b"Uptown-Next", str(len(self.entries)).encode()),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body.encode()})

    async def hears(self, words: bytes) -> None:
        async with asyncio.timeout(30):
            while words not in self.heard:
                await asyncio.sleep(0.01)


@in_event_loop
async def test_a_program_hears_what_happened_and_then_what_happens():
    world = World({"summer": 1})
    program = Listener(world, ["one"])
    await program.hears(b"one\n")

    program.entries.append("two")
    world.happens()

    await program.hears(b"two\n")
    assert program.heard.count(b"one") == 1
    assert program.asked[-1] == b"after=2"
    program.left.set()
    await program.task


@in_event_loop
async def test_a_stream_ends_when_its_token_is_revoked_or_the_server_stops():
    world, ending = World({"summer": 1}), threading.Event()
    revoked, stopped = Listener(world, ["one"]), Listener(world, ["one"], ending=ending, heartbeat=0.05)
    for program in (revoked, stopped):
        await program.hears(b"one\n")

    revoked.status = 401
    ending.set()
    world.happens()

    async with asyncio.timeout(30):
        await asyncio.gather(revoked.task, stopped.task)


@in_event_loop
async def test_strangers_leave_nothing_behind():
    stranger = Listener(World({"summer": 1}), ["one"])
    stranger.status = 401
    await stranger.task

    tracemalloc.start()
    for number in range(2000):
        await stranger.asks(f"made-up-{number}")
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert kept < 100_000


@in_event_loop
async def test_strangers_whose_answer_is_slow_keep_no_program_out():
    stranger = Listener(World({"summer": 1}), ["one"])
    stranger.status = 401
    await stranger.task
    stranger.let_go.clear()
    slow = [asyncio.create_task(stranger.asks("summer")) for _ in range(MOST_STREAMS)]
    while len(stranger.asked) <= MOST_STREAMS:
        await asyncio.sleep(0.01)

    stranger.status, stranger.answers, stranger.heard = 200, [], b""
    program = asyncio.create_task(stranger.asks("summer"))
    await stranger.hears(b"one\n")

    assert stranger.answers == [200]
    stranger.let_go.set()
    stranger.left.set()
    await asyncio.gather(program, *slow)


@in_event_loop
async def test_a_token_with_many_streams_keeps_no_other_token_out():
    program = Listener(World({"summer": 1, "winter": 1}), ["one"])
    greedy = [asyncio.create_task(program.asks(slug)) for slug in ("summer", "winter") * MOST_OF_TOKEN]
    while len(program.answers) < 1 + len(greedy):
        await asyncio.sleep(0.01)

    other = asyncio.create_task(program.asks("summer", "another"))
    while len(program.answers) < 2 + len(greedy):
        await asyncio.sleep(0.01)

    assert Counter(program.answers) == {200: MOST_OF_TOKEN + 1, 429: MOST_OF_TOKEN + 1}
    assert program.answers[-1] == 200
    program.left.set()
    await asyncio.gather(program.task, other, *greedy)
    assert program.stream._open == {}
