"""Wrong codes and keys are counted for each address, so that nobody tries them all."""

from django.core.cache import cache

from pages.access import Request

MOST = 20
MINUTES = 10
TOO_MANY = "Too many wrong tries from here. Wait ten minutes, or open the link you were given instead."


def has_tried_too_often(request: Request) -> bool:
    """Whether this address must wait before it may try again."""
    return int(cache.get(_counter(request), 0)) >= MOST


def count_wrong_try(request: Request) -> None:
    """Remember a wrong try for ten minutes."""
    cache.add(_counter(request), 0, timeout=MINUTES * 60)
    cache.incr(_counter(request))


def _counter(request: Request) -> str:
    return f"wrong-tries:{request.META.get('REMOTE_ADDR', '')}"
