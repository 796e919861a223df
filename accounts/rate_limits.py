"""Rate limits for second-step codes (by account) and for sign-up (by network).

After some free tries, one more is allowed every few seconds, right or wrong; no one is ever locked out. The
counts are in the database, so all processes share them without another service. Passwords and crew codes have
their own limits (``server/limits/guesses.py``).
"""

from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address, ip_network

from django.core.cache import cache
from django.http import HttpRequest

from accounts.counts import count

WINDOW = 10 * 60
"""The seconds for which tries are counted."""


@dataclass(frozen=True)
class RateLimit:
    """A rate limit: ``free`` tries per ``WINDOW``, then one every ``pause`` seconds."""

    what: str
    free: int
    pause: int
    by_account: bool = False
    """Tries are counted by account, not by network."""

    @property
    def wait(self) -> str:
        if self.by_account:
            return f"That was wrong too often. Wait {self.pause} seconds, then try again."
        return f"Too many tries at once from this network. Wait {self.pause} seconds, then press again."


SECOND_STEP = RateLimit("second-step", free=5, pause=30, by_account=True)
"""Three of a million codes are valid at a time: a day of guessing succeeds with a probability of 1%."""
SIGN_UP = RateLimit("sign-up", free=90, pause=20)
"""Forty people behind one address, each with a typing mistake, are never slowed down; a program is."""

FORGOTTEN = RateLimit("forgotten", free=5, pause=60)
"""E-mails with a link to choose a new password."""


def must_wait(request: HttpRequest, limit: RateLimit, whose: str = "") -> bool:
    """Whether to refuse this try. A try allowed after the free ones starts the next ``pause``.

    This doesn't count the try: call ``count_try`` for that. Tries are counted for the account ``whose``, or
    without one for the network.
    """
    key = _key(request, limit, whose)
    if int(cache.get(key, 0)) < limit.free:
        return False
    return not cache.add(f"{key}:turn", 1, timeout=limit.pause)


def count_try(request: HttpRequest, limit: RateLimit, whose: str = "") -> None:
    count(_key(request, limit, whose), seconds=WINDOW)


def _key(request: HttpRequest, limit: RateLimit, whose: str) -> str:
    hashed = sha256((whose or network_of(request)).encode(errors="replace")).hexdigest()[:32]
    return f"tries:{limit.what}:{hashed}"


def network_of(request: HttpRequest) -> str:
    return network_at(request.META.get("REMOTE_ADDR", ""))


def network_at(address: str) -> str:
    """The address itself; for IPv6 its /64 network, because one client can use every address in it."""
    if ":" not in address:
        return address
    return str(ip_network((ip_address(address.partition("%")[0]), 64), strict=False))
