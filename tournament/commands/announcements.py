"""Who hears of an action the moment it is committed: the screens of this process, and those of the others."""

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
"""This process, in what it tells the others: it has heard of its own actions already."""

Hear = Callable[[str, int | None], None]

log = logging.getLogger(__name__)
_listeners: list[Hear] = []


def listen(hear: Hear) -> None:
    """Call ``hear`` after each action from now on, with the event's slug and the game that alone it concerns.

    It is called in the thread that did the action, and must neither wait nor fail.
    """
    _listeners.append(hear)


def announce(slug: str, game: int | None) -> None:
    """Tell whoever listens, here and, where Redis is, in the other processes.

    A word that is lost costs a few seconds: whoever listens looks by itself, too.
    """
    for hear in _listeners:
        hear(slug, game)
    if settings.REDIS_URL:
        try:
            _redis().publish(CHANNEL, json.dumps([ME, slug, game]))
        except RedisError as error:
            log.warning("The other processes were not told of an action: %s", error)


@cache
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
