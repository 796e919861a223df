"""A server of somebody else, to which ours sends."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

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

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?here=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def receiver(settings):
    settings.WEBHOOKS_TO_PRIVATE = True
    found = Receiver()
    yield found
    found.server.shutdown()
    found.server.server_close()
