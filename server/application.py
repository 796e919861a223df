"""The ASGI application: the page cache and the event streams first, then Django; and the ticker."""

import asyncio
import multiprocessing
import signal
from pathlib import Path
from string import punctuation
from typing import Any, cast
from urllib.parse import quote

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import reverse

from scoring.tasks import simulate, tidy, warn_if_tick_stops, watched_tick
from server.backups import keep_backups
from server.http.responses import Application, Receive, Send, respond
from server.http.static_files import static_files
from server.limits.badge_holders import BadgeHolders, read_holders
from server.limits.guesses import CODES, PASSWORDS, Queued
from server.limits.slots import Slots
from server.live.event_stream import PREFIX, Broadcaster
from server.live.event_versions import EventVersions
from server.live.page_cache import PageCache
from server.live.public_pages import page_of
from server.ticker import Ticking
from tournament.commands.announcements import listen
from tournament.queries.live import event_versions

# More than there are slots: a response that is long on its way keeps its thread.
THREADS = 16

in_threads = cast(Application, WSGIMiddleware(cast(Any, get_wsgi_application()), workers=THREADS))


async def django(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Django, in threads that stay, each with its connection to the database.

    As ASGI each request would get its own thread, and open the database again. No header passes
    for another by an underscore, and a query is ASCII as WSGI wants it.
    """
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    if (b"transfer-encoding", b"chunked") in [(name, value.lower()) for name, value in headers]:
        await _refuse(send)  # WSGI reads as much as was announced: nothing of what comes piece by piece.
        return
    query = quote(scope["query_string"], safe=punctuation).encode()
    await in_threads({**scope, "headers": headers, "query_string": query}, receive, send)


async def _refuse(send: Send) -> None:
    """Say that the length is missing: better than to take what was sent for nothing."""
    sentence = b"Say how long it is: send this with a Content-Length, not in chunks."
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(sentence))]
    await send({"type": "http.response.start", "status": 411, "headers": headers})
    await send({"type": "http.response.body", "body": sentence})


files = static_files(Path(settings.STATIC_ROOT), settings.STATIC_URL)
versions = EventVersions(event_versions, redis_url=settings.REDIS_URL)
page_cache = PageCache(django, versions)
broadcaster = Broadcaster(versions, page_cache)
slots = Slots(django, BadgeHolders(read_holders))
listen(versions.hear)

# One guess at a time is evaluated, beside the slots: hashing a password holds up no action.
codes, passwords = Queued(django, CODES), Queued(django, PASSWORDS)
GUESSES = {
    reverse("site:enter-code"): codes,
    reverse("site:turn-key"): codes,
    reverse("account_login"): passwords,
    reverse("account_reauthenticate"): passwords,
    reverse("account_change_password"): passwords,
}
"""Where somebody can guess. The second step is slowed down by name (``accounts/second_step.py``)."""


async def doors(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] != "http":
        return
    elif scope["path"].startswith(PREFIX) and scope["query_string"] != b"poll":
        await broadcaster(scope, receive, send)
    elif scope["method"] not in ("GET", "HEAD"):
        await GUESSES.get(scope["path"], slots)(scope, receive, send)
    elif file := files.get(scope["path"]):
        await respond(file, scope, send)
    elif page := page_of(scope):
        await page_cache(page, scope, send)
    else:
        await slots(scope, receive, send)


async def _live(receive: Receive, send: Send) -> None:
    await receive()
    if parent := multiprocessing.parent_process():
        # One of several, whose parent was killed, would go on by itself and keep the address.
        asyncio.get_running_loop().add_reader(parent.sentinel, signal.raise_signal, signal.SIGTERM)
    await send({"type": "lifespan.startup.complete"})
    await receive()
    versions.end()
    await send({"type": "lifespan.shutdown.complete"})


clocks = (watched_tick, simulate, keep_backups, tidy) if settings.TICKS_ITSELF else (warn_if_tick_stops,)
application = Ticking(doors, *clocks, every=1.0 if settings.TICKS_ITSELF else 10.0)
