"""The ASGI application: static files, page cache, event streams and probes before Django; and the ticker."""

import asyncio
import gc
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

from scoring.tasks import warn_if_tick_stops
from server.http.responses import Application, Receive, Send, respond
from server.http.static_files import static_files
from server.jobs import JOBS, Job
from server.limits.badge_holders import BadgeHolders, read_holders
from server.limits.bodies import Bodies
from server.limits.guesses import CODES, PASSWORDS, Queued
from server.limits.slots import Slots
from server.live.event_stream import PREFIX, Broadcaster
from server.live.event_versions import EventVersions
from server.live.log_stream import ADDRESS, LogStream
from server.live.page_cache import PageCache
from server.live.public_pages import page_of
from server.live.replica import ALIAS, Replica
from server.probes import Ready, alive, look
from server.scrape import metrics
from server.ticker import Ticking
from server.watching.requests import Watched
from tournament.log.announcements import listen
from tournament.schedule.live import event_versions

# More threads than slots: a response keeps its thread until a slow client has read it.
THREADS = 16

in_threads = cast(Application, WSGIMiddleware(cast(Any, get_wsgi_application()), workers=THREADS))


async def django(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Run Django as WSGI, in a pool of threads that keep their database connections.

    Django's own ASGI handler would open the database again for each request. Headers with an underscore are
    dropped, because WSGI can't tell them from those with a dash. WSGI wants the query in ASCII.
    """
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    query = quote(scope["query_string"], safe=punctuation).encode()
    await in_threads({**scope, "headers": headers, "query_string": query}, receive, send)


files = static_files(Path(settings.STATIC_ROOT), settings.STATIC_URL)
versions = EventVersions(event_versions, redis_url=settings.REDIS_URL)
page_cache = PageCache(django, versions, Replica() if ALIAS in settings.DATABASES else None)
broadcaster = Broadcaster(versions, page_cache)
holders = BadgeHolders(read_holders)
slots = Slots(django, holders)
log_stream = LogStream(slots, versions)
listen(versions.hear)

# Guesses have their own queues, one at a time: hashing a password must not delay an action.
codes, passwords = Queued(django, CODES), Queued(django, PASSWORDS)
GUESSES = {
    reverse("site:enter-code"): codes,
    reverse("site:turn-key"): codes,
    reverse("account_login"): passwords,
    reverse("account_reauthenticate"): passwords,
    reverse("account_change_password"): passwords,
}
"""The URLs that take a guess. Codes of the second step are limited by account (``accounts``)."""


PROBES: dict[str, Application] = {"/healthz": alive, "/readyz": Ready(look), "/metrics": metrics}
"""For load balancers and monitors. No flood of other requests delays them."""


async def route(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] != "http":
        return
    elif scope["path"].startswith(PREFIX) and scope["query_string"] != b"poll":
        await broadcaster(scope, receive, send)
    elif scope["method"] not in ("GET", "HEAD"):
        await GUESSES.get(scope["path"], slots)(scope, receive, send)
    elif log_of := ADDRESS.fullmatch(scope["path"]):
        await log_stream(log_of[1], scope, receive, send)
    elif probe := PROBES.get(scope["path"]):
        await probe(scope, receive, send)
    elif file := files.get(scope["path"]):
        await respond(file, scope, send)
    elif page := page_of(scope):
        await page_cache(page, scope, send)
    else:
        await slots(scope, receive, send)


async def _live(receive: Receive, send: Send) -> None:
    await receive()
    if parent := multiprocessing.parent_process():
        # A worker process whose parent was killed would keep running and hold the port.
        asyncio.get_running_loop().add_reader(parent.sentinel, signal.raise_signal, signal.SIGTERM)
    # All code is loaded and stays, so garbage collections needn't scan it again (0.1 s each time).
    gc.collect()
    gc.freeze()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    versions.end()
    await send({"type": "lifespan.shutdown.complete"})


jobs = JOBS if settings.TICKS_ITSELF else (Job(run=warn_if_tick_stops, every=10.0),)
watched = Watched(Bodies(route, holders), is_behind_proxy=bool(settings.PROXIES))
application = Ticking(watched, *jobs)
