"""What stands behind a Pushpin that is measured: it answers phones, and publishes what one stream brings.

``python -m benchmarks._web.bridge`` follows the event's own stream, as one phone, and passes each message on
as it came, compressed once. Its arguments: the server's port, the stream's path, its own port, Pushpin's.
"""

import asyncio
import base64
import json
import sys
from collections import deque

from benchmarks._web.stream import Chunks
from benchmarks._web.wire import END_OF_HEAD, written

CHANNEL = "phones"
# Pushpin unpacks an answer that says it is compressed. The proxy in front gives this header its name.
HEADERS = {"Content-Type": "text/event-stream", "X-Content-Encoding": "gzip"}
LAST = 2
"""The messages that a new phone gets: the version and the page."""


class Bridge:
    def __init__(self, control_port: int) -> None:
        self._control_port = control_port
        self._beginning = b""
        self._last: deque[bytes] = deque(maxlen=LAST)

    async def follow(self, port: int, path: str) -> None:
        """Publish what the stream brings, until it ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(written(path, {"Accept": "text/event-stream"}))
        await reader.readuntil(END_OF_HEAD)
        chunks = Chunks()
        while data := await reader.read(1 << 20):
            if not (message := chunks.feed(data)):
                continue
            if not self._beginning:
                self._beginning = message
                continue
            self._last.append(message)
            await self._publish(message)

    async def _publish(self, message: bytes) -> None:
        content = {"content-bin": _base64(message)}
        items = {"items": [{"channel": CHANNEL, "formats": {"http-stream": content}}]}
        body = json.dumps(items).encode()
        head = f"POST /publish/ HTTP/1.1\r\nHost: pushpin\r\nContent-Length: {len(body)}\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", self._control_port)
        writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
        answered = await reader.read()
        assert answered[9:12] == b"200", answered[:200]
        writer.close()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Tell Pushpin to hold this phone's stream."""
        while True:
            try:
                await reader.readuntil(END_OF_HEAD)
            except (asyncio.IncompleteReadError, ConnectionError):
                break
            known = self._beginning + b"".join(self._last)
            held = {"mode": "stream", "channels": [{"name": CHANNEL}]}
            told = {"hold": held, "response": {"headers": HEADERS, "body-bin": _base64(known)}}
            body = json.dumps(told).encode()
            head = "HTTP/1.1 200 OK\r\nContent-Type: application/grip-instruct\r\n"
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        writer.close()


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


async def run(port: int, path: str, own_port: int, control_port: int) -> None:
    bridge = Bridge(control_port)
    await asyncio.start_server(bridge.answer, "127.0.0.1", own_port, backlog=1000)
    await bridge.follow(port, path)


if __name__ == "__main__":
    asyncio.run(run(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
