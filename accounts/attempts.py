"""Rate limits by what is guessed at and from where. Nobody is locked out by somebody else's guesses.

After some free tries, one more is let through every few seconds, right or wrong. The counts are in the
database, so that all processes share them and no other service is needed.
"""

from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address, ip_network

from django.core.cache import cache
from django.http import HttpRequest

from accounts.counts import count

WINDOW = 10 * 60


@dataclass(frozen=True)
class Guessed:
    """Something that is guessed at: ``free`` tries in ten minutes, then one in each ``pause``.

    It ``is_somebodys`` if tries are counted by account, not by network.
    """

    what: str
    free: int
    pause: int
    is_somebodys: bool = False

    @property
    def wait(self) -> str:
        if self.is_somebodys:
            return f"That was wrong too often. Wait {self.pause} seconds, then try again."
        return f"Too many tries at once from this network. Wait {self.pause} seconds, then press again."


SECOND_STEP = Guessed("second-step", free=5, pause=30, is_somebodys=True)
"""Three codes of a million are valid at a time: a day of guesses has a chance of 1 %, and is logged."""
SIGN_UP = Guessed("sign-up", free=150, pause=5)


def must_wait(request: HttpRequest, guessed: Guessed, whose: str = "") -> bool:
    """Whether this try comes too soon after the last one. If not, it takes the place of its pause.

    Tries are counted for the account ``whose``, if it is given, or else for the network.
    """
    key = _key(request, guessed, whose)
    if int(cache.get(key, 0)) < guessed.free:
        return False
    return not cache.add(f"{key}:turn", 1, timeout=guessed.pause)


def count_try(request: HttpRequest, guessed: Guessed, whose: str = "") -> None:
    count(_key(request, guessed, whose), seconds=WINDOW)


def _key(request: HttpRequest, guessed: Guessed, whose: str) -> str:
    hashed = sha256((whose or network_of(request)).encode(errors="replace")).hexdigest()[:32]
    return f"tries:{guessed.what}:{hashed}"


def network_of(request: HttpRequest) -> str:
    return network_at(request.META.get("REMOTE_ADDR", ""))


def network_at(address: str) -> str:
    """The address itself; for IPv6 its /64 network, because one household has all addresses of it."""
    if ":" not in address:
        return address
    return str(ip_network((ip_address(address.partition("%")[0]), 64), strict=False))
