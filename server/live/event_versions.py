"""The versions of events in this process's memory: read from the database after each announced action."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from time import monotonic

from django.db import connections
from redis import RedisError
from redis.asyncio import Redis

from server.http.storage import report_to_operator
from tournament.log.announcements import CHANNEL, ME
from tournament.schedule.live import EventVersion

LOOK_EVERY = 3.0
"""The seconds after which all versions are read again, in case an announcement was lost."""
MOST_AT_ONCE = 500
"""The most events that one query reads. Known events come before made-up addresses."""
FORGET_AFTER = 300.0
TRY_AGAIN = 2.0
# A malformed slug must not reach the database, where it could fail the query for everybody in it.
SLUG = re.compile(r"[-a-zA-Z0-9_]{1,200}")

Read = Callable[[Iterable[str]], Mapping[str, EventVersion]]
Follow = Callable[[str, EventVersion, "frozenset[int] | None"], None]

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Heard:
    """The announcements about an event since it was read: how many actions, and which games they concern."""

    actions: int = 0
    games: set[int] = field(default_factory=set)
    is_for_all: bool = False
    since: float = field(default_factory=monotonic)


class EventVersions:
    """The versions of the events that are in use here. Only the server's event loop may call this."""

    def __init__(
        self,
        read: Read,
        *,
        look_every: float = LOOK_EVERY,
        forget_after: float = FORGET_AFTER,
        redis_url: str = "",
    ) -> None:
        self._read = read
        self._look_every, self._forget_after = look_every, forget_after
        self._redis_url = redis_url
        self._known: dict[str, EventVersion] = {}
        self._heard: dict[str, _Heard] = {}
        # To be read by the next query; True: even if they are known.
        self._asked: dict[str, bool] = {}
        self._looked_at: set[str] = set()
        self._used_at: dict[str, float] = {}
        self._followers: list[Follow] = []
        self._one_look = asyncio.Lock()
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.heard_at: dict[str, float] = {}
        """By slug: when this process heard of the first action that is new in the last version it read."""
        self.is_away = False
        """Whether the last query failed. The versions are then those of the last one that worked."""

    def follow(self, follower: Follow) -> None:
        """Call ``follower`` with each new version, and the only games that it concerns (None: all)."""
        self._followers.append(follower)

    async def of(self, slug: str) -> EventVersion | None:
        """The version of an event, with every action announced so far; None if there is no such event."""
        if not SLUG.fullmatch(slug):
            return None
        self._watch()
        is_newer = slug in self._heard or slug in self._looked_at
        if slug not in self._known or (is_newer and not self.is_away):
            await self._look([slug])
        if slug in self._known:
            self._used_at[slug] = monotonic()
        return self._known.get(slug)

    def hear(self, slug: str, game: int | None) -> None:
        """Note that an action was committed. May be called from any thread."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._note, slug, game)

    def end(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _note(self, slug: str, game: int | None) -> None:
        if slug not in self._known:
            return
        heard = self._heard.setdefault(slug, _Heard())
        heard.actions += 1
        if game is None:
            heard.is_for_all = True
        else:
            heard.games.add(game)
        self._wake.set()

    def _watch(self) -> None:
        if self._tasks:
            return
        self._loop = asyncio.get_running_loop()
        self._tasks = [asyncio.create_task(self._keep_looking())]
        if self._redis_url:
            self._tasks.append(asyncio.create_task(self._keep_listening()))

    async def _keep_looking(self) -> None:
        while True:
            try:
                async with asyncio.timeout(self._look_every):
                    await self._wake.wait()
            except TimeoutError:
                self._forget_the_unused()
                slugs = list(self._known)
            else:
                slugs = list(self._heard)
            self._wake.clear()
            await self._look(slugs, again=True)

    async def _look(self, slugs: Iterable[str], *, again: bool = False) -> None:
        """Read these versions unless they are known; with ``again``, in any case.

        All versions requested while a query runs are read by the next one, so a flood of made-up addresses
        delays nobody by more than two queries. While the database is away, the last version stays.
        """
        for slug in slugs:
            self._asked[slug] = again or self._asked.get(slug, False)
        async with self._one_look:
            while any(slug in self._asked for slug in slugs):
                await self._look_at(self._taken_from_asked())

    async def _look_at(self, wanted: list[str]) -> None:
        if not wanted:
            return
        # An action announced after this line may not be in the query's result, so it causes another query.
        heard = {slug: self._heard.pop(slug) for slug in wanted if slug in self._heard}
        self._looked_at.update(wanted)
        try:
            found = await asyncio.to_thread(self._read_and_close, wanted)
        except Exception as error:
            report_to_operator(error)
            self.is_away = True
            self._heard.update({slug: _Heard(is_for_all=True) for slug in heard})
            return
        finally:
            self._looked_at.clear()
        if self.is_away:
            log.warning("The database can be read again.")
        self.is_away = False
        for slug, current in found.items():
            self.heard_at.pop(slug, None)
            if slug in heard:
                self.heard_at[slug] = heard[slug].since
            self._take(slug, current, heard.get(slug, _Heard()))

    def _taken_from_asked(self) -> list[str]:
        known_first = sorted(self._asked, key=lambda slug: slug not in self._known)[:MOST_AT_ONCE]
        taken = {slug: self._asked.pop(slug) for slug in known_first}
        return [
            slug for slug, again in taken.items() if again or slug in self._heard or slug not in self._known
        ]

    def _take(self, slug: str, current: EventVersion, heard: _Heard) -> None:
        before = self._known.get(slug)
        self._known[slug] = current
        if before is None or before == current:
            return
        # An announcement was lost, or the clock was set: every game may be concerned.
        is_all = heard.is_for_all or current.version - before.version != heard.actions
        for follower in self._followers:
            follower(slug, current, None if is_all else frozenset(heard.games))

    def _read_and_close(self, slugs: Iterable[str]) -> Mapping[str, EventVersion]:
        try:
            return self._read(slugs)
        finally:
            connections.close_all()

    def _forget_the_unused(self) -> None:
        now = monotonic()
        for slug in [slug for slug, used in self._used_at.items() if now - used > self._forget_after]:
            del self._used_at[slug]
            self._known.pop(slug, None)
            self.heard_at.pop(slug, None)

    async def _keep_listening(self) -> None:
        is_deaf = False
        while True:
            try:
                async with Redis.from_url(self._redis_url) as redis, redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    self._wake.set()
                    if is_deaf:
                        log.warning("Redis delivers the announcements of other processes again.")
                    is_deaf = False
                    async for message in pubsub.listen():
                        self._hear_from_others(message)
            except (RedisError, OSError) as error:
                if not is_deaf:
                    log.warning("Redis doesn’t deliver the announcements of other processes: %s", error)
                is_deaf = True
            await asyncio.sleep(TRY_AGAIN)

    def _hear_from_others(self, message: Mapping[str, object]) -> None:
        if message["type"] != "message":
            return
        sender, slug, game = json.loads(str(message["data"], "utf-8"))  # type: ignore[call-overload]
        if sender != ME:
            self._note(slug, game)
