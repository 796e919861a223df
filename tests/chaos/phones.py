"""Phones that watch an event's standings through a real stream, reopened when it ends, and through pages."""

import http.client
import json
import threading
import time

SILENCE = 40.0
"""The seconds without a heartbeat after which ``stream/live.js`` knows that a stream is dead."""
AGAIN = 2.0


class Phone(threading.Thread):
    """A subscriber to one stream, with the ``version`` and the standings that it received last."""

    def __init__(self, port: int, slug: str, is_over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.slug, self.is_over = port, slug, is_over
        self.shown = f"/{slug}/standings/table/"
        self.version, self.standings, self.opened = 0, "", 0
        self.fault = ""

    def run(self) -> None:
        while not self.is_over.is_set():
            try:
                self._watch()
            except (OSError, http.client.HTTPException) as fault:
                self.fault = repr(fault)
            time.sleep(AGAIN)

    def _watch(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SILENCE)
        try:
            connection.request("GET", f"/live/{self.slug}?show={self.shown}&version={self.version}")
            answer = connection.getresponse()
            if answer.status != 200:
                self.fault = f"{answer.status}"
                return
            self.opened += 1
            name, data = "", []
            while not self.is_over.is_set() and (text := answer.readline().decode()):
                field, _, value = text.rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    data.append(value)
                elif not field:
                    self._take(name, "\n".join(data))
                    name, data = "", []
        finally:
            connection.close()

    def _take(self, name: str, data: str) -> None:
        if name == "version":
            self.version = int(json.loads(data)["version"])
        elif name == "part":
            self.standings = data


def page(port: int, address: str) -> str:
    """Fetch a page as a browser does that has visited before."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", address)
        answer = connection.getresponse()
        body = answer.read().decode()
    finally:
        connection.close()
    if answer.status != 200:
        raise ConnectionError(f"{address} answers {answer.status}")
    return body
