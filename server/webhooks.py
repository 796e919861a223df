"""Send the log to webhooks, signed by the Standard Webhooks specification, in a separate scheduler task.

An address in a private network is refused unless the operator allows it: an organizer must not reach what
only this computer can reach. The connection goes to the IP address that was checked.
"""

import hmac
import json
import socket
import ssl
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from time import monotonic
from urllib.parse import urlsplit

from django.conf import settings

from pages.api.reads import log_data
from pages.api.shapes import LogShape
from pages.floor.audit_log import log_rows
from tournament.commands.programs.webhooks import make_deliveries, note_answer
from tournament.commands.scheduler.attempts import Attempts, by_itself
from tournament.models import Delivery, Webhook, Work

SECONDS = 3.0
"""The most seconds that a run takes to send, and that an address may take to answer."""
AT_ONCE = 20
"""The most deliveries of a webhook in a run."""
NAT64, UNICAST = IPv6Network("64:ff9b::/96"), IPv6Network("2000::/3")
PRIVATE = "This address is in a private network. The operator can allow those: UPTOWN_WEBHOOKS_PRIVATE."


class NotSent(Exception):
    """The message wasn't sent. The text is the reason."""


@by_itself(Work.WEBHOOK, Work.DELIVERY, delivery=Delivery.objects.exclude(due_at=None))
def deliver(attempts: Attempts) -> int:
    """Make deliveries for new log entries, and send those that are due. Returns how many were tried."""
    until, now, silent = monotonic() + SECONDS, attempts.now, set[int]()

    def send(delivery: Delivery) -> int | None:
        if monotonic() > until or delivery.webhook_id in silent:
            return None  # An address that fails has its next turn in the next run.
        silent.add(delivery.webhook_id)
        if attempt(delivery, now):
            silent.remove(delivery.webhook_id)
        return 1

    def send_to(webhook: Webhook) -> int:
        make_deliveries(webhook=webhook, now=now)
        due = Delivery.objects.due(now).filter(webhook=webhook).select_related("webhook", "entry__by")
        return attempts.each(
            Work.DELIVERY, due.order_by("due_at", "pk"), send, event="webhook__event", limit=AT_ONCE
        )

    webhooks = Webhook.objects.open().select_related("event").order_by("pk")
    return attempts.each(Work.WEBHOOK, webhooks, send_to)


def attempt(delivery: Delivery, now: datetime) -> bool:
    try:
        status = post(delivery.webhook.url, *signed(delivery, now))
        answer, is_delivered = str(status), 200 <= status < 300
    except NotSent as why:
        answer, is_delivered = str(why), False
    except Exception as error:
        answer = f"an unexpected error: {type(error).__name__}"
        note_answer(delivery=delivery, answer=answer, is_delivered=False, now=now)
        raise
    note_answer(delivery=delivery, answer=answer, is_delivered=is_delivered, now=now)
    return is_delivered


def signed(delivery: Delivery, now: datetime) -> tuple[bytes, dict[str, str]]:
    """The body and the headers of a delivery. A retry has the same id."""
    (row,) = log_rows([delivery.entry])
    data = LogShape(**log_data(row)).model_dump(mode="json")
    event = delivery.webhook.event.slug
    body = json.dumps({"type": row.action, "timestamp": data["at"], "event": event, "data": data}).encode()
    name, stamp = f"msg_{delivery.key.hex}", str(int(now.timestamp()))
    digest = hmac.digest(delivery.webhook.key, f"{name}.{stamp}.".encode() + body, "sha256")
    return body, {
        "Content-Type": "application/json",
        "User-Agent": "Uptown",
        "webhook-id": name,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{b64encode(digest).decode()}",
    }


def post(url: str, body: bytes, headers: dict[str, str], *, is_trusted: bool = False) -> int:
    """Send a POST, and return the HTTP status. Redirects are not followed.

    A URL from the operator's settings ``is_trusted``: it may be in a private network. Connecting and the
    exchange take ``SECONDS`` each at most, however slowly the answer drips.

    :raises NotSent: if there is no answer.
    """
    parts = urlsplit(url)
    is_tls, host = parts.scheme == "https", parts.hostname or ""
    try:
        address = address_of(host, parts.port or (443 if is_tls else 80), is_trusted=is_trusted)
        with closing(HTTPConnection(host, parts.port, timeout=SECONDS)) as connection:
            connection.sock = plain = socket.create_connection(address, timeout=SECONDS)
            if is_tls:
                tls = ssl.create_default_context()
                connection.sock = tls.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
            with _cut_after(SECONDS, connection.sock):
                if isinstance(connection.sock, ssl.SSLSocket):
                    connection.sock.do_handshake()
                path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
                connection.request("POST", path, body, headers | {"Host": parts.netloc.rpartition("@")[2]})
                return connection.getresponse().status
    except (OSError, HTTPException, ValueError) as why:
        raise NotSent(str(why) or type(why).__name__) from why


@contextmanager
def _cut_after(seconds: float, sock: socket.socket) -> Iterator[None]:
    """Cut the connection if the block takes longer: a socket's own timeout is for each read, not for all."""

    def cut() -> None:
        with suppress(OSError):
            socket.socket.shutdown(sock, socket.SHUT_RDWR)

    timer = Timer(seconds, cut)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def address_of(host: str, port: int, *, is_trusted: bool = False) -> tuple[str, int]:
    """The IP address and port to connect to.

    :raises NotSent: if it is in a private network, and the operator doesn't allow that.
    """
    found = str(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0])
    if not (is_trusted or settings.WEBHOOKS_TO_PRIVATE or is_public(found)):
        raise NotSent(PRIVATE)
    return found, port


def is_public(address: str) -> bool:
    """Whether an address is on the Internet. One of IPv6 may lead to one of IPv4, by NAT64 or otherwise."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and ip in NAT64:
        ip = IPv4Address(ip.packed[-4:])
    if isinstance(ip, IPv6Address) and (ip not in UNICAST or ip.sixtofour):
        return False
    return ip.is_global
