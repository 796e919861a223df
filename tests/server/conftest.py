"""Servers of somebody else, to which ours sends: one that answers, mail servers, and slow ones."""

import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from http.client import parse_headers
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class Receiver:
    """Somebody else's server, at an address of this computer."""

    def __init__(self) -> None:
        self.messages, self.status = [], 200
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.messages.append((dict(self.headers), body))
                self.send_response(receiver.status)
                self.end_headers()

            def log_message(self, *words: object) -> None:
                """Print nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?here=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def receiver(settings):
    settings.WEBHOOKS_TO_PRIVATE = True
    found = Receiver()
    yield found
    found.server.shutdown()
    found.server.server_close()


ENDED = threading.Event()
"""Set when a test is over, so that no slow server waits on."""
PATIENCE = 120.0
"""Seconds that a server waits for what must come. A test that passes doesn't wait."""


def dripping(connection: socket.socket, first: bytes = b"H") -> None:
    while not ENDED.wait(0.05):
        connection.sendall(first)


def silent(connection: socket.socket) -> None:
    ENDED.wait(PATIENCE)


def endless(connection: socket.socket, line: bytes = b"HTTP/1.1 100 Continue\r\n\r\n") -> None:
    while not ENDED.is_set():
        connection.sendall(line * 100)


def gone(connection: socket.socket) -> None:
    """Take it, and hang up."""
    connection.recv(100)


def takes_all(connection: socket.socket) -> None:
    """Take a whole POST, and hang up."""
    with connection.makefile("rb") as request:
        request.readline()
        request.read(int(parse_headers(request)["Content-Length"]))


def nonsense(connection: socket.socket) -> None:
    connection.sendall(b"\0\xff no protocol\r\n" * 3)


class MailServer:
    """A mail server that takes each e-mail. ``stages``: what it does first at a command, or at ``banner``."""

    def __init__(self) -> None:
        self.mails: list[bytes] = []
        self.stages: dict[str, Callable[[socket.socket], None]] = {}

    def __call__(self, connection: socket.socket) -> None:
        self._at("banner", connection, b"220 here")
        with connection.makefile("rb") as lines:
            for line in lines:
                word = line.split()[0].upper().decode()
                if word == "DATA":
                    connection.sendall(b"354 go on\r\n")
                    mail = b"".join(iter(lines.readline, b".\r\n"))
                    self.mails.append(mail)
                self._at(word, connection, b"250-here\r\n250 STARTTLS" if word == "EHLO" else b"250 yes")

    def _at(self, stage: str, connection: socket.socket, reply: bytes) -> None:
        act = self.stages.get(stage)
        if act and act(connection):  # It has replied.
            return
        connection.sendall(reply + b"\r\n")

    def ids(self) -> list[str]:
        lines = [line for mail in self.mails for line in mail.decode().splitlines()]
        return [line for line in lines if line.startswith("Message-ID")]


Talk = Callable[[socket.socket], None]


@pytest.fixture
def serves():
    """Serve a talk on a free port of this computer: ``serves(talk)`` returns the port."""
    ENDED.clear()
    with ExitStack() as servers:

        def serve(talk: Talk) -> int:
            listener = servers.enter_context(closing(socket.create_server(("127.0.0.1", 0))))

            def talk_to(connection: socket.socket) -> None:
                with connection, suppress(OSError, ValueError):
                    talk(connection)

            def listen() -> None:
                with suppress(OSError):
                    while True:
                        connection, _ = listener.accept()
                        threading.Thread(target=talk_to, args=(connection,), daemon=True).start()

            threading.Thread(target=listen, daemon=True).start()
            return int(listener.getsockname()[1])

        yield serve
        ENDED.set()


@pytest.fixture
def mail_server(serves, settings):
    found = MailServer()
    settings.EMAIL_BACKEND = "server.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", serves(found)
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    return found
