"""Nothing that strangers make up is kept: the memory of a real server while and after they flood it."""

import asyncio
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from string import ascii_lowercase

import pytest

from tests.conftest import Site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc").exists(), reason="Only Linux tells what a process has."),
]

MEGABYTE = 1_000_000
UPLOADS, WARM_UP, AT_ONCE = 200, 500, 40
NAMES, ALL_NAMES = 2_500, 10_000
LONG = 20_000
PATIENCE = 60
AN_EVENT = "from tests import build; print(build.event(name='Summer').slug)"


def memory(site: Site) -> int:
    status = Path(f"/proc/{site.server.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024


def request(line: str, body: bytes = b"", host: str = "localhost", **headers: str) -> bytes:
    sent = {"Host": host, "Connection": "close", "Content-Length": str(len(body)), **headers}
    lines = [f"{line} HTTP/1.1", *(f"{name.replace('_', '-')}: {value}" for name, value in sent.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def made_up(slug: str) -> Iterator[bytes]:
    """Requests without end, each with a name that nobody has sent before."""
    random = Random(41)

    def word(length: int = 30) -> str:
        return "".join(random.choices(ascii_lowercase, k=length))

    kinds: list[Callable[[], bytes]] = [
        lambda: request(f"GET /live/{word()}"),
        lambda: request(f"GET /live/{slug}?poll", X_Request_ID=word(LONG)),
        lambda: request(f"GET /{word()}/standings/", Accept_Language=word(LONG)),
        lambda: request(f"GET /{word(LONG)}/standings/"),
        lambda: request(f"GET /{slug}/standings/?{word()}={word(LONG)}"),
        lambda: request(f"GET /{slug}/standings/?{word()}", host=f"{word()}.test"),
        lambda: request(f"GET /{slug}/standings/", host=word(LONG)),
        lambda: request(f"GET /{slug}/floor/", Cookie=f"sessionid={word(32)}; csrftoken={word(LONG)}"),
        lambda: request(f"GET /api/v1/events/{word()}/log/stream", Authorization=f"Bearer {word(LONG)}"),
        lambda: request(f"BREW{word(4).upper()} /{slug}/"),
        lambda: request(
            f"POST /api/v1/events/{slug}/teams",
            b'{"players": ["Ann"]}',
            Authorization=f"Bearer {word()}",
            Idempotency_Key=word(LONG),
        ),
        lambda: request("POST /code/", f"code={word(9_000)}".encode(), Cookie=f"csrftoken={word(32)}"),
    ]
    while True:
        yield from (kind() for kind in kinds)


async def heard(site: Site, sent: bytes) -> bytes:
    host, port = site.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(sent)
    async with asyncio.timeout(PATIENCE):
        answer = await reader.read()
    writer.close()
    return answer


async def ask(site: Site, requests: Iterator[bytes]) -> None:
    """Send all requests, ``AT_ONCE`` at a time."""

    async def send() -> None:
        for each in requests:
            assert await heard(site, each)

    await asyncio.gather(*(send() for _ in range(AT_ONCE)))


def test_thousands_of_made_up_names_leave_nothing_behind(empty_site, longer):
    slug = empty_site.manage("shell", "--no-imports", "-c", AN_EVENT).split()[-1]
    flood = made_up(slug)
    asyncio.run(ask(empty_site, islice(flood, WARM_UP)))
    before = memory(empty_site)

    asyncio.run(ask(empty_site, islice(flood, ALL_NAMES if longer > 1 else NAMES)))

    assert memory(empty_site) - before < 10 * MEGABYTE


@pytest.mark.parametrize("length", [60_000, 2_400_000], ids=["a form", "a list"])
def test_two_hundred_half_sent_uploads_are_not_kept_in_memory(empty_site, length):
    async def hold() -> int:
        host, port = empty_site.address.removeprefix("http://").split(":")
        head, body = request("POST /sign-in/", bytes(length)).split(b"\r\n\r\n", 1)
        writers = []
        await heard(empty_site, request("GET /sign-in/"))
        before = memory(empty_site)
        for _ in range(UPLOADS):
            _, writer = await asyncio.open_connection(host, int(port))
            writer.write(head + b"\r\n\r\n" + body[:-1])
            writers.append(writer)
        await asyncio.sleep(3)
        answer = await heard(empty_site, request("GET /sign-in/"))
        grown = memory(empty_site) - before
        for writer in writers:
            writer.transport.abort()
        assert answer.startswith(b"HTTP/1.1 200 ")
        return grown

    assert asyncio.run(hold()) < 40 * MEGABYTE
