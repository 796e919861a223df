"""A connection between a phone and the server that can fail in all the ways that connections do."""

import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

PORTAL = (
    "<!doctype html><title>Guest Wi-Fi</title><h1>Welcome to the Grand Hotel</h1><p>Accept our terms.</p>"
)
SIZE = 65536


class Proxy:
    """A proxy to the server with a separate address. A service worker's requests go through it, too.

    ``stranger`` is the status with which another server answers everything; ``delay`` delays each response by
    that many seconds; ``cut`` truncates each response after that many bytes.
    """

    def __init__(self, hall: str) -> None:
        self._hall = urlsplit(hall)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self.stranger = 0
        self.delay = 0.0
        self.cut = 0
        self._open: set[socket.socket] = set()

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._door.accept()
                threading.Thread(target=self._speak, args=(phone,), daemon=True).start()

    def close(self) -> None:
        self._door.close()
        self.drop()

    def drop(self) -> None:
        """Close every open connection: the next request opens another."""
        for each in list(self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def answers(self, status: int) -> None:
        """From now on a stranger answers with this status; with 0 the real server does."""
        self.stranger = status
        self.drop()

    def _speak(self, phone: socket.socket) -> None:
        with phone, suppress(OSError):
            self._open.add(phone)
            if self.stranger:
                phone.recv(SIZE)
                phone.sendall(_said(self.stranger))
                return
            with socket.create_connection((self._hall.hostname, self._hall.port)) as hall:
                self._open.add(hall)
                threading.Thread(target=self._ask, args=(phone, hall), daemon=True).start()
                self._answer(hall, phone)
                self._open.discard(hall)
        self._open.discard(phone)

    def _ask(self, phone: socket.socket, hall: socket.socket) -> None:
        with suppress(OSError):
            while asked := phone.recv(SIZE):
                hall.sendall(asked)
            hall.shutdown(socket.SHUT_WR)

    def _answer(self, hall: socket.socket, phone: socket.socket) -> None:
        while received := hall.recv(SIZE):
            if self.delay:
                time.sleep(self.delay)
                received += _arrived_meanwhile(hall)
            if self.cut:
                phone.sendall(received[: self.cut])
                phone.shutdown(socket.SHUT_RDWR)
                return
            phone.sendall(received)


def _said(status: int) -> bytes:
    body = PORTAL.encode()
    head = f"HTTP/1.1 {status} Said\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Connection: close\r\n\r\n".encode() + body


@contextmanager
def proxy_to(hall: str) -> Iterator[Proxy]:
    """Run a proxy to the server during the block."""
    proxy = Proxy(hall)
    threading.Thread(target=proxy.serve, daemon=True).start()
    try:
        yield proxy
    finally:
        proxy.close()


def _arrived_meanwhile(hall: socket.socket) -> bytes:
    """The rest of a delayed response, which must not be delayed again."""
    received = b""
    while select.select([hall], [], [], 0)[0]:
        more = hall.recv(SIZE)
        if not more:
            break
        received += more
    return received
