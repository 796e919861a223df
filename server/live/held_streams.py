"""Streams that Pushpin holds. A web process sends only the beginning of a stream, and later what it missed.

A request that Pushpin signed gets the beginning of the event stream, and the name of the channel to hold it
on. The publisher (``publisher.py``) sends the rest to that channel, in messages numbered without a gap. At a
gap in the numbers, and after ``ASK_AFTER`` seconds of silence, Pushpin asks for the missed messages. Without
Redis or a publisher, the web process sends the whole stream itself (an embedded stream).

Pushpin's HTTP client decompresses responses. So the encoding is in separate headers (``X-Accept-Encoding``,
``X-Content-Encoding``), which the proxy in front translates (docs/operator.md).
"""

import hashlib
import json
import logging
import re
from dataclasses import dataclass
from time import time
from typing import Any
from urllib.parse import urlencode

import jwt
from redis import RedisError
from redis.asyncio import BlockingConnectionPool, Redis

from server.http.responses import Receive, Send, send_response
from server.limits.limits import Busy
from server.live.event_stream import (
    HEADERS,
    PREFIX,
    RETRY,
    Broadcaster,
    Channel,
    parameters,
    takes_gzip,
    version_message,
)
from server.live.event_versions import EventVersions
from server.live.messages import BEGINNING
from server.live.public_pages import shown_page

ISSUER = "pushpin"
ASK_AFTER = 30
LAST_ID = re.compile(rb"last-id=(\w+)")

# Keys in Redis: the channels by name, when each was last requested, the number of its last message, and the
# publisher that leads.
NOTES, SEEN, LAST, LEADER = (f"uptown-streams-{part}" for part in ("notes", "seen", "last", "publisher"))

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Note:
    """A channel, serialized for other processes. Its name depends on neither the client nor this process."""

    slug: str
    shows: tuple[str, ...]
    is_compressed: bool
    scheme: str
    headers: tuple[tuple[str, str], ...]
    server: tuple[str, int] | None
    address: str

    @classmethod
    def of(cls, channel: Channel) -> "Note":
        first = channel.pages[0] if channel.pages else None
        return cls(
            slug=channel.slug,
            shows=tuple(f"{page.address.path}?{page.address.query}" for page in channel.pages),
            is_compressed=channel.is_compressed,
            scheme=first.scheme if first else "",
            headers=tuple((name.decode(), value.decode()) for name, value in first.headers) if first else (),
            server=first.server if first else None,
            address=channel.address,
        )

    @classmethod
    def read(cls, text: str | bytes) -> "Note":
        slug, shows, is_compressed, scheme, headers, server, address = json.loads(text)
        pairs = tuple((name, value) for name, value in headers)
        return cls(slug, tuple(shows), is_compressed, scheme, pairs, server and tuple(server), address)

    @property
    def name(self) -> str:
        shared = json.dumps([self.slug, self.shows, self.is_compressed, self.scheme, self.headers])
        return hashlib.blake2b(shared.encode(), digest_size=12).hexdigest()

    @property
    def channel(self) -> Channel:
        scope = {
            "scheme": self.scheme,
            "headers": [(name.encode(), value.encode()) for name, value in self.headers],
            "server": self.server,
        }
        found = [shown_page(scope, address) for address in self.shows]
        pages = tuple(sorted(page for page in found if page and page.slug == self.slug))
        return Channel(self.slug, pages, self.is_compressed, self.address)

    def text(self) -> str:
        parts = (self.slug, self.shows, self.is_compressed, self.scheme, self.headers, self.server)
        return json.dumps([*parts, self.address])


class HeldStreams:
    """The application for ``/live/``: it responds to Pushpin, and sends everybody else an embedded stream."""

    def __init__(
        self, broadcaster: Broadcaster, versions: EventVersions, *, key: str, redis_url: str
    ) -> None:
        self._broadcaster = broadcaster
        self._versions = versions
        self._key = key
        pool = BlockingConnectionPool.from_url(
            redis_url, max_connections=20, timeout=2, socket_timeout=2, socket_connect_timeout=2
        )
        self._redis: Redis = Redis(connection_pool=pool)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        named = dict(scope["headers"])
        if not self._is_signed(named.get(b"grip-sig", b"")):
            await self._broadcaster(scope, receive, send)
            return
        is_next = b"next" in scope["query_string"].split(b"&")
        if await self._answer(scope, named, send, is_next=is_next):
            return
        if is_next:  # Without the headers of a hold, Pushpin closes the stream, and the phone opens another.
            await send_response(send, 200, b"")
        else:
            await self._broadcaster(scope, receive, send)

    def _is_signed(self, signature: bytes) -> bool:
        """Whether Pushpin sent the request. Its signature is good for an hour, and for any request."""
        if not signature:
            return False
        try:
            jwt.decode(signature, self._key, ["HS256"], issuer=ISSUER, options={"require": ["exp", "iss"]})
        except jwt.InvalidTokenError:
            return False
        return True

    async def _answer(
        self, scope: dict[str, Any], named: dict[bytes, bytes], send: Send, *, is_next: bool
    ) -> bool:
        slug, query = scope["path"].removeprefix(PREFIX), parameters(scope)
        if await self._versions.of(slug) is None or self._versions.is_away:
            return False
        is_compressed = "gzip" in query if is_next else takes_gzip(named.get(b"x-accept-encoding", b""))
        channel = self._broadcaster.channel(scope, slug, query.get("show", []), is_compressed=is_compressed)
        note = Note.of(channel)
        try:
            # Noted before the version is read, so that every later message is sent, or asked for.
            last, is_published = await self._note(note)
            body = await self._body(
                channel, query, None if not is_next else named.get(b"grip-last", b""), last
            )
        except (RedisError, OSError, Busy) as error:
            log.debug("Pushpin can’t hold a stream now: %s", error)
            return False
        if not is_published or body is None:
            return False
        more = [("gzip", "1")] if is_compressed else []
        link = f"{PREFIX}{slug}?next&{urlencode([*more, *(('show', each) for each in note.shows)])}"
        headers = [
            *HEADERS,
            (b"x-content-encoding", b"gzip" if is_compressed else b"identity"),
            (b"grip-hold", b"stream"),
            (b"grip-channel", f"{note.name}; prev-id={last}".encode()),
            (b"grip-link", f"<{link}>; rel=next; timeout={ASK_AFTER}".encode()),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        return True

    async def _note(self, note: Note) -> tuple[str, bool]:
        """Announce a channel to the publisher.

        Returns the number of its last message, and whether anybody publishes.
        """
        name, now = note.name, time()
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.hsetnx(NOTES, name, note.text())
            pipe.zadd(SEEN, {name: now})
            # A new channel starts at the time, so that no number comes twice after Redis was emptied.
            pipe.hsetnx(LAST, name, int(now * 1000))
            pipe.hget(LAST, name)
            pipe.exists(LEADER)
            *_, last, is_published = await pipe.execute()
        return last.decode(), bool(is_published)

    async def _body(
        self, channel: Channel, query: dict[str, list[str]], asked: bytes | None, last: str
    ) -> bytes | None:
        if asked is not None:
            found = LAST_ID.search(asked)
            is_newest = found is not None and found[1].decode() == last
            return b"" if is_newest else await self._broadcaster.everything(channel)
        version = await self._versions.of(channel.slug)
        if version is None:
            return None
        body = (BEGINNING if channel.is_compressed else b"") + channel.encoded(RETRY)
        body += channel.encoded(version_message(version))
        if query.get("version") != [str(version.version)]:
            body += await self._broadcaster.everything(channel)
        return body
