"""What the benchmark of attacks measures with: strangers who come from many addresses."""

import asyncio
import subprocess
import sys
from collections import Counter

import pytest

from benchmarks._web.attackers import LOOPBACK_HAS_MANY, attacks
from benchmarks._web.load import Job, ask_all
from tests.conftest import HOUSE

pytestmark = pytest.mark.slow


@pytest.mark.skipif(not LOOPBACK_HAS_MANY, reason="this machine has one loopback address")
def test_attackers_come_from_as_many_addresses_as_they_should():
    seen = asyncio.run(asked_from(3))

    assert sorted(seen.values()) == [2, 2, 2]


async def asked_from(addresses):
    seen = Counter()

    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        seen[writer.get_extra_info("peername")[0]] += 1
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    lines = [["GET / HTTP/1.1\r\n\r\n"]] * 6
    await ask_all(Job(host="127.0.0.1", port=port, lines=lines, seconds=20, again=False, addresses=addresses))
    server.close()
    return seen


def test_attackers_make_up_something_else_each_time():
    for attack in attacks("summer"):
        requests = [request for line in attack.lines for request in line]

        assert len(set(requests)) == len(requests)


@pytest.mark.embedded
def test_a_small_hall_is_attacked():
    words = ["--only", "2", "8", "--hands", "1", "--teams", "20"]

    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.attacks", *words], cwd=HOUSE, capture_output=True, text=True
    )

    assert done.stderr == ""
    assert "2. 30 sign in, each from an address" in done.stdout
    assert "hands by 8 referees" in done.stdout
