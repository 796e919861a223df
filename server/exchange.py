"""An exchange with somebody else's server: one deadline for all of it, and a bound for what is read.

An address in a private network is refused unless the operator allows it: an organizer must not reach what
only this computer can reach. The connection goes to the IP address that was checked.
"""

import socket
import ssl
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from queue import Empty, Queue
from threading import Thread, Timer
from time import monotonic
from typing import Self
from urllib.parse import urlsplit

from django.conf import settings

SECONDS = 3.0
"""The most seconds of an exchange with an address that a stranger or an organizer gave."""
OPERATORS_SECONDS = 10.0
"""The same, for an address of the operator's settings."""
NAT64, UNICAST = IPv6Network("64:ff9b::/96"), IPv6Network("2000::/3")
PRIVATE = "This address is in a private network. The operator can allow those: UPTOWN_WEBHOOKS_PRIVATE."


class NotSent(Exception):
    """There was no answer. The text is the reason.

    ``may_have_arrived`` if everything was sent: nobody knows whether the receiver took it. ``is_over`` if it
    isn't tried again.
    """

    def __init__(self, reason: str, *, may_have_arrived: bool = False, is_over: bool = False) -> None:
        super().__init__(reason)
        self.may_have_arrived, self.is_over = may_have_arrived, is_over


class ExchangeTimeout:
    """A context that cuts its connection after ``seconds``.

    A socket's own timeout is for each read, so a server that drips would never reach it.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._ends = monotonic() + seconds
        self._watched: socket.socket | None = None
        self._timer: Timer | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._timer:
            self._timer.cancel()
        if self._watched:
            self._watched.close()

    def __str__(self) -> str:
        return f"No answer within {self.seconds:g} seconds."

    @property
    def is_over(self) -> bool:
        return monotonic() >= self._ends

    def connect(self, host: str, port: int, check: Callable[[str], None] = lambda ip: None) -> socket.socket:
        """Connect to the first IP address of the host that answers; ``check`` may refuse one."""
        failed: OSError | None = None
        for address in self._look_up(host, port):
            check(address[0])
            try:
                found = socket.create_connection(address, timeout=self._left())
            except OSError as why:
                failed = why
                continue
            self._watch(found)
            return found
        raise failed or OSError(f"{host} has no address.")

    def _left(self) -> float:
        left = self._ends - monotonic()
        if left <= 0:
            raise TimeoutError(str(self))
        return left

    def _look_up(self, host: str, port: int) -> list[tuple[str, int]]:
        """The IP addresses of a host. A resolver can't be cut, so after the deadline it is left alone."""
        found: Queue[list[tuple[str, int]] | Exception] = Queue()

        def look_up() -> None:
            try:
                found.put(
                    [
                        (str(each[4][0]), port)
                        for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                    ]
                )
            except Exception as why:
                found.put(why)

        Thread(target=look_up, daemon=True).start()
        try:
            addresses = found.get(timeout=self._left())
        except Empty:
            raise TimeoutError(str(self)) from None
        if isinstance(addresses, Exception):
            raise addresses
        return addresses

    def _watch(self, connected: socket.socket) -> None:
        # A second descriptor of the same connection, because TLS takes the first one over.
        self._watched = connected.dup()
        self._timer = Timer(self._left(), self._cut)
        self._timer.daemon = True
        self._timer.start()

    def _cut(self) -> None:
        with suppress(OSError):
            if self._watched:
                self._watched.shutdown(socket.SHUT_RDWR)


def post(
    url: str, body: bytes, headers: dict[str, str], *, is_trusted: bool = False, seconds: float | None = None
) -> int:
    """Send a POST, and return the HTTP status. Redirects are not followed, and no body is read.

    A URL from the operator's settings ``is_trusted``: it may be in a private network, and take longer.

    :raises NotSent: if there is no answer.
    """
    parts = urlsplit(url)
    is_tls, host = parts.scheme == "https", parts.hostname or ""
    was_sent = False
    with ExchangeTimeout(seconds or (OPERATORS_SECONDS if is_trusted else SECONDS)) as deadline:
        try:
            port = parts.port or (443 if is_tls else 80)
            with closing(HTTPConnection(host, port)) as connection:
                connection.sock = deadline.connect(host, port, _trusted if is_trusted else _public)
                if is_tls:
                    tls = ssl.create_default_context()
                    connection.sock = tls.wrap_socket(connection.sock, server_hostname=host)
                path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
                connection.request("POST", path, body, headers | {"Host": parts.netloc.rpartition("@")[2]})
                was_sent = True
                return connection.getresponse().status
        except (OSError, HTTPException, ValueError) as why:
            words = str(why).rstrip(".") or type(why).__name__
            reason = f"No answer: {words}." if was_sent else f"It can’t be reached: {words}."
            raise NotSent(str(deadline) if deadline.is_over else reason, may_have_arrived=was_sent) from why


def _trusted(ip: str) -> None:
    """Every IP address is allowed."""


def _public(ip: str) -> None:
    """:raises NotSent: if the address is in a private network, and the operator doesn't allow that."""
    if not (settings.WEBHOOKS_TO_PRIVATE or is_public(ip)):
        raise NotSent(PRIVATE)


def is_public(address: str) -> bool:
    """Whether an address is on the Internet. One of IPv6 may lead to one of IPv4, by NAT64 or otherwise."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and ip in NAT64:
        ip = IPv4Address(ip.packed[-4:])
    if isinstance(ip, IPv6Address) and (ip not in UNICAST or ip.sixtofour):
        return False
    return ip.is_global
