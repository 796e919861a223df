"""Announce committed actions to the screens of this process, and to other processes through Redis."""

import json
import logging
from collections.abc import Callable
from functools import cache
from uuid import uuid4

from django.conf import settings
from redis import Redis, RedisError

CHANNEL = "uptown-actions"
PATIENCE = 0.5

ME = uuid4().hex
"""This process's name in its announcements, so that it ignores its own when they come back."""

Hear = Callable[[str, int | None], None]

log = logging.getLogger(__name__)
_listeners: list[Hear] = []


def listen(hear: Hear) -> None:
    """Call ``hear`` after each action, with the event's slug and the only game that it concerns (None: all).

    It is called in the action's thread, and must neither wait nor fail.
    """
    _listeners.append(hear)


def announce(slug: str, game: int | None) -> None:
    """Announce an action to all listeners. They also poll, so a lost announcement costs only seconds."""
    for hear in _listeners:
        hear(slug, game)
    if settings.REDIS_URL:
        try:
            _redis().publish(CHANNEL, json.dumps([ME, slug, game]))
        except RedisError as error:
            log.warning("An action could not be announced to other processes: %s", error)


@cache
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
