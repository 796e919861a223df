"""The publisher sends the broadcaster's messages to the streams that Pushpin holds.

One publisher leads, and others are on standby. The lead is a key in Redis that expires after a few seconds. A
message that a Pushpin doesn't get is not sent again: Pushpin asks a web process for it (``held_streams.py``).
"""

import asyncio
import json
import logging
import urllib.request
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import monotonic, time
from typing import Any

from redis import RedisError
from redis.asyncio import Redis

from server.live.event_stream import BEAT, Broadcaster, Channel
from server.live.held_streams import LAST, LEADER, NOTES, SEEN, Note
from tournament.log.announcements import ME

LOOK_EVERY = 1.0
LEADS_FOR = 5
"""The seconds after which another publisher takes the lead if this one doesn't renew it."""
ROLL_CALL, NOBODY = 300.0, 120.0
"""The seconds without a request until a channel's roll call, and from then until it is given up."""
FORGOTTEN = 3600.0
"""The seconds after which Redis forgets a channel that nobody requested and no publisher held."""
MOST_CHANNELS = 5_000
"""The most channels that are published. For the others, Pushpin asks a web process each half minute."""
MOST_NOTED = 20_000
"""The most channels that Redis remembers. Beyond that, those requested longest ago are forgotten."""
MOST_WAITING = 20
"""The most requests that wait for a Pushpin. Beyond that, the oldest is dropped."""
MOST_BODY = 5_000_000
PATIENCE = 5.0

log = logging.getLogger(__name__)


class Pushpin:
    """One Pushpin and its queue. It gets every message in order, unless it is away or too slow."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._is_away = False

    def put(self, body: bytes) -> None:
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(body)

    async def keep_sending(self) -> None:
        while True:
            body = await self._waiting.get()
            try:
                await asyncio.to_thread(self._post, body)
            except OSError as error:
                if not self._is_away:
                    log.warning("Pushpin at %s doesn’t take messages: %s", self._address, error)
                self._is_away = True
            else:
                if self._is_away:
                    log.warning("Pushpin at %s takes messages again.", self._address)
                self._is_away = False

    def _post(self, body: bytes) -> None:
        request = urllib.request.Request(f"{self._address}/publish/", body)  # noqa: S310 - from the settings
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            answer.read()


@dataclass(eq=False, slots=True)
class ChannelSubscriber:
    """All streams of one channel, as one subscriber."""

    name: str
    channel: Channel
    publisher: "Publisher"
    seen: float
    seen_at: float = field(default_factory=monotonic)
    is_called: bool = False
    waiting: bytes = b""
    is_behind: bool = False

    def queue(self, message: bytes) -> None:
        self.publisher.publish(self.name, message)

    def close(self) -> None:
        """Do nothing. The streams stay open, and another publisher sends the rest."""


class Publisher:
    def __init__(
        self,
        broadcaster: Broadcaster,
        *,
        redis_url: str,
        pushpins: Iterable[str],
        look_every: float = LOOK_EVERY,
        roll_call: float = ROLL_CALL,
        nobody: float = NOBODY,
        most_noted: int = MOST_NOTED,
    ) -> None:
        self._broadcaster = broadcaster
        self._look_every, self._roll_call, self._nobody = look_every, roll_call, nobody
        self._most_noted = most_noted
        self._redis: Redis = Redis.from_url(redis_url, socket_timeout=2, socket_connect_timeout=2)
        self._pushpins = [Pushpin(address) for address in pushpins]
        self._held: dict[str, ChannelSubscriber] = {}
        self._outbox: defaultdict[str, bytes] = defaultdict(bytes)
        self._gaps: set[str] = set()
        self._has_news = asyncio.Event()
        self._is_deaf = False

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for pushpin in self._pushpins:
                group.create_task(pushpin.keep_sending())
            group.create_task(self._keep_flushing())
            while True:
                await self._look()
                _end_if_cancelled()
                await asyncio.sleep(self._look_every)

    def publish(self, name: str, message: bytes) -> None:
        """Send a message to all streams of a channel."""
        self._outbox[name] += message
        self._has_news.set()

    async def _look(self) -> None:
        try:
            if await self._leads():
                await self._find_channels()
            else:
                self._give_up(list(self._held))
        except (RedisError, OSError) as error:
            self._miss(error)
        else:
            if self._is_deaf:
                log.warning("Redis can be reached again.")
            self._is_deaf = False

    def _miss(self, error: Exception) -> None:
        if not self._is_deaf:
            log.warning("Redis can’t be reached, so nothing is published: %s", error)
        self._is_deaf = True

    async def _leads(self) -> bool:
        if await self._redis.set(LEADER, ME, nx=True, ex=LEADS_FOR):
            log.warning("This publisher leads.")
            return True
        is_ours: bool = await self._redis.get(LEADER) == ME.encode()
        if is_ours:
            await self._redis.expire(LEADER, LEADS_FOR)
        return is_ours

    async def _find_channels(self) -> None:
        found: list[Any] = await self._redis.zrange(SEEN, 0, -1, withscores=True)
        seen: dict[str, float] = {name.decode(): at for name, at in found}
        for name in seen.keys() & self._held.keys():
            held = self._held[name]
            if held.seen != seen[name]:
                held.seen, held.seen_at, held.is_called = seen[name], monotonic(), False
        new = list(seen.keys() - self._held.keys())[: MOST_CHANNELS - len(self._held)]
        if new:
            for name, text in zip(new, await self._redis.hmget(NOTES, new), strict=True):
                if text is not None:
                    self._hold(name, Note.read(text), seen[name])
        gone = self._gone()
        self._give_up(gone)
        others = [name for name in seen if name not in self._held]  # Longest ago first.
        old = sum(seen[name] < time() - FORGOTTEN for name in others)
        gone += others[: max(old, len(seen) - self._most_noted)]
        if gone:
            async with self._redis.pipeline(transaction=True) as pipe:
                pipe.zrem(SEEN, *gone)
                pipe.hdel(NOTES, *gone)
                pipe.hdel(LAST, *gone)
                await pipe.execute()

    def _hold(self, name: str, note: Note, seen: float) -> None:
        held = ChannelSubscriber(name, note.channel, self, seen)
        held.channel = self._broadcaster.subscribe(held.channel, held)
        self._held[name] = held
        # Something may have happened before the channel was found.
        self._broadcaster.bring_everything(held.channel, held)

    def _gone(self) -> list[str]:
        """The channels that nobody requested after their roll call. Also starts roll calls that are due."""
        now = monotonic()
        for held in self._held.values():
            if now - held.seen_at > self._roll_call and not held.is_called:
                held.is_called = True
                # A gap in the numbers makes a held stream ask a web process, which notes the channel again.
                self._gaps.add(held.name)
                self.publish(held.name, held.channel.encoded(BEAT))
        longest = self._roll_call + self._nobody
        return [held.name for held in self._held.values() if now - held.seen_at > longest]

    def _give_up(self, names: list[str]) -> None:
        for name in names:
            held = self._held.pop(name)
            self._broadcaster.unsubscribe(held.channel, held)
            self._outbox.pop(name, None)

    async def _keep_flushing(self) -> None:
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            messages, self._outbox = self._outbox, defaultdict(bytes)
            try:
                numbers = await self._numbers(list(messages))
            except (RedisError, OSError) as error:
                self._miss(error)
                continue
            finally:
                _end_if_cancelled()
            for body in _bodies(messages, numbers):
                for pushpin in self._pushpins:
                    pushpin.put(body)

    async def _numbers(self, names: list[str]) -> dict[str, int]:
        now = int(time() * 1000)
        async with self._redis.pipeline(transaction=True) as pipe:
            for name in names:
                pipe.hsetnx(LAST, name, now)
                pipe.hincrby(LAST, name, 2 if name in self._gaps else 1)
            found = (await pipe.execute())[1::2]
        self._gaps.difference_update(names)
        return dict(zip(names, found, strict=True))


def _end_if_cancelled() -> None:
    """Raise the cancellation again that Redis's client may lose while it waits for an answer."""
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError


def _bodies(messages: dict[str, bytes], numbers: dict[str, int]) -> Iterable[bytes]:
    """The bodies of requests to Pushpin, each below ``MOST_BODY`` unless a single message is larger."""
    items: list[dict[str, Any]] = []
    size = 0
    for name, message in messages.items():
        if items and size + len(message) > MOST_BODY:
            yield json.dumps({"items": items}).encode()
            items, size = [], 0
        size += len(message)
        content = {"content-bin": b64encode(message).decode()}
        number = numbers[name]
        # Messages are posted in order, so Pushpin needn't hold one back until an earlier one arrives.
        ids = {"id": str(number), "prev-id": str(number - 1), "no-seq": True}
        items.append({"channel": name, **ids, "formats": {"http-stream": content}})
    if items:
        yield json.dumps({"items": items}).encode()
