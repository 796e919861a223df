"""Streams held by a real Pushpin, and embedded ones: a phone can't tell the difference."""

import http.client
import socket
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import jwt
import pytest
from redis import Redis

from config import services as programs
from config.wide import pushpin
from server.live.held_streams import ISSUER, LAST, LEADER, HeldStreams
from tests import services
from tests.conftest import ROOT, Site, fresh_database, redis_url, served
from tests.server.world import World, answer_of, in_event_loop, request_for
from tests.waiting import soon

PATIENCE = 120
KEY = "which only Pushpin and Uptown know"
SUMMER = "from tests import build; print(build.event(name='Summer').slug)"
MORE = (
    "from tests import build; from tournament.models import Event; "
    "event = Event.objects.get(slug='{}'); build.team(event); event.refresh_from_db(); print(event.version)"
)


class Listening:
    """A phone that reads its stream as it arrives, like a browser, until the server closes it."""

    def __init__(self, address: str, path: str, *, is_compressed: bool = False, **headers: str) -> None:
        self.heard, self.is_closed = "", False
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        encoding = "gzip" if is_compressed else "identity"
        # The proxy in front of a Pushpin sends the second one.
        accepts = {"accept-encoding": encoding, "x-accept-encoding": encoding}
        self._connection.request("GET", path, headers={**accepts, **headers})
        self.answer = self._connection.getresponse()
        # What Pushpin can't hold, the web process sends itself, and Pushpin decompresses that.
        encoding = self.answer.headers.get("x-content-encoding") or self.answer.headers["content-encoding"]
        self._inflate = zlib.decompressobj(31) if encoding == "gzip" else None
        threading.Thread(target=self._read, daemon=True).start()

    def hears(self, text: str) -> None:
        until = time.monotonic() + PATIENCE
        while text not in self.heard:
            assert time.monotonic() < until, f"It never heard {text}: {self.heard[-2000:]}"
            time.sleep(0.02)

    def _read(self) -> None:
        try:
            while got := self.answer.read1():
                self.heard += (self._inflate.decompress(got) if self._inflate else got).decode()
        except (OSError, http.client.HTTPException):
            pass
        self.is_closed = True


class Held:
    """An Uptown behind a Pushpin with two publishers; ``way`` is the URL with or without Pushpin."""

    def __init__(self, site: Site, folder: Path, rest: ExitStack) -> None:
        self.site, self._rest = site, rest
        self.port, control = free_port(), free_port()
        own = urlsplit(site.address).netloc
        words = pushpin.programs(folder, port=self.port, control_port=control, origins=[own], key=KEY)
        self._words = dict(words)
        self.running = {name: self._start(name) for name in self._words}
        self.environment = {**site.environment, "UPTOWN_PUSHPIN": f"http://127.0.0.1:{control}"}
        self.publishers = [self.publish(), self.publish()]
        soon(lambda: redis().exists(LEADER))
        # Until all its programs run, Pushpin says that it can't reach Uptown.
        soon(lambda: Listening(self.way("held"), "/live/nowhere").answer.status == 404)

    def way(self, kind: str) -> str:
        return self.site.address if kind == "embedded" else f"http://127.0.0.1:{self.port}"

    def publish(self) -> "subprocess.Popen[bytes]":
        """Start a publisher. It leads, or waits as a standby."""
        words = [sys.executable, "manage.py", "publish"]
        log = self.site.data / "publisher.log"
        log.touch()
        started = log.read_text().count("Publishing.")
        with log.open("ab") as out:
            process = subprocess.Popen(words, cwd=ROOT, env=self.environment, stdout=out, stderr=out)
        soon(lambda: log.read_text().count("Publishing.") > started)
        return self._kept(process)

    def kill(self, name: str) -> None:
        self.running[name].kill()
        self.running[name].wait(30)

    def start(self, name: str) -> None:
        self.running[name] = self._start(name)

    def _start(self, name: str) -> "subprocess.Popen[bytes]":
        options = {**programs.unprivileged(), "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return self._kept(subprocess.Popen(self._words[name], **options))

    def _kept(self, process: "subprocess.Popen[bytes]") -> "subprocess.Popen[bytes]":
        self._rest.callback(process.wait, 30)
        self._rest.callback(process.kill)
        return process


@pytest.fixture(scope="module")
def held(tmp_path_factory) -> Iterator[Held]:
    settings = {"DATABASE_URL": fresh_database(), "REDIS_URL": redis_url(), "UPTOWN_GRIP_KEY": KEY}
    with (
        services.private_folder() as folder,
        served(tmp_path_factory.mktemp("held"), "--no-demo", **settings) as site,
        ExitStack() as rest,
    ):
        yield Held(site, folder, rest)


@pytest.fixture
def summer(held: Held) -> str:
    return held.site.shell(SUMMER)


scaled = [pytest.mark.scaled, pytest.mark.slow]
both_ways = pytest.mark.parametrize("kind", ["embedded", "held"])


def shown(slug: str, version: str = "") -> str:
    return f"/live/{slug}?show=/{slug}/standings/table/&version={version}"


class TestBothKinds:
    pytestmark = scaled

    @both_ways
    @pytest.mark.parametrize("is_compressed", [False, True], ids=["plain", "compressed"])
    def test_a_phone_hears_how_it_is_and_what_happens(self, held, summer, kind, is_compressed):
        phone = Listening(held.way(kind), shown(summer, "0"), is_compressed=is_compressed)
        phone.hears("retry: 2000\n")
        phone.hears('"speed"')
        phone.hears("Nobody here yet")  # Its version is old.

        before = held.site.shell(MORE.format(summer))
        phone.hears(f'"version": "{before}"')
        phone.hears("1 team")
        newer = Listening(held.way(kind), shown(summer, before), is_compressed=is_compressed)
        newer.hears(f'"version": "{before}"')
        after = held.site.shell(MORE.format(summer))

        for each in (phone, newer):
            each.hears("2 teams")
            each.hears(f'"version": "{after}"')
            assert (each.answer.status, each.is_closed) == (200, False)

    @both_ways
    def test_an_event_that_is_not_there_is_not_found(self, held, kind):
        assert Listening(held.way(kind), "/live/nowhere").answer.status == 404


class TestWhatIsLost:
    pytestmark = scaled

    def test_what_a_pushpin_missed_is_asked_for(self, held, summer):
        phone = Listening(held.way("held"), shown(summer))
        held.site.shell(MORE.format(summer))
        phone.hears("1 team")

        for name in redis().hkeys(LAST):  # As if a Pushpin had missed a post.
            redis().hincrby(LAST, name, 1)
        held.site.shell(MORE.format(summer))

        phone.hears("2 teams")
        assert not phone.is_closed

    def test_when_the_publisher_is_killed_another_sends_the_rest(self, held, summer):
        phone = Listening(held.way("held"), shown(summer))
        phone.hears("Nobody here yet")

        for told in ("1 team", "2 teams"):  # One of the two is the leader.
            held.publishers.append(held.publish())
            held.publishers.pop(0).kill()
            held.site.shell(MORE.format(summer))

            phone.hears(told)
        assert not phone.is_closed

    def test_when_a_pushpin_is_killed_a_phone_comes_back_and_is_right(self, held, summer):
        phone = Listening(held.way("held"), shown(summer))
        phone.hears("Nobody here yet")
        for name in held.running:
            held.kill(name)
        soon(lambda: phone.is_closed)
        version = held.site.shell(MORE.format(summer))
        for name in held.running:
            held.start(name)
        tries: list[Listening] = []

        def comes_back() -> bool:
            tries.append(Listening(held.way("held"), shown(summer, "0")))
            return tries[-1].answer.status == 200

        # Until all its programs run, Pushpin says that it can't reach Uptown, and a phone tries again.
        soon(comes_back)
        again = tries[-1]
        again.hears(f'"version": "{version}"')
        again.hears("1 team")
        held.site.shell(MORE.format(summer))
        again.hears("2 teams")

    def test_a_phone_that_hears_nothing_new_hears_a_heartbeat(self, held, summer):
        phone = Listening(held.way("held"), f"/live/{summer}", is_compressed=True)

        phone.hears("event: beat\n")

    def test_without_a_publisher_the_stream_is_an_embedded_one(self, held, summer):
        for publisher in held.publishers:
            publisher.kill()
        soon(lambda: not redis().exists(LEADER))
        phone = Listening(held.way("held"), shown(summer))
        phone.hears("Nobody here yet")

        held.site.shell(MORE.format(summer))

        phone.hears("1 team")


def sig(key: str, **more: object) -> str:
    return jwt.encode({"iss": ISSUER, "exp": int(time.time()) + 60, **more}, key, "HS256")


@pytest.mark.parametrize(
    "signature",
    [
        pytest.param(sig("another key, which is long enough for this"), id="another key"),
        pytest.param(sig(KEY, exp=int(time.time()) - 60), id="too old"),
        pytest.param(sig(KEY, iss="somebody"), id="another issuer"),
        pytest.param(jwt.encode({"iss": ISSUER, "exp": 4_000_000_000}, "", "none"), id="unsigned"),
        pytest.param("a.b.c", id="nonsense"),
    ],
)
@in_event_loop
async def test_a_forged_signature_gets_what_everybody_gets(signature):
    assert b"grip-hold" not in await headers_for(signature)


@in_event_loop
async def test_without_redis_a_signed_request_gets_an_embedded_stream():
    assert b"grip-hold" not in await headers_for(sig(KEY))


async def headers_for(signature: str) -> dict[bytes, bytes]:
    """The response headers for a request that claims to come from Pushpin."""
    world = World({"summer": 7})
    streams = HeldStreams(world.broadcaster, world.events, key=KEY, redis_url="redis://127.0.0.1:1")
    answer = await answer_of(streams, request_for("/live/summer?version=7", grip_sig=signature))
    assert answer.status == 200
    return answer.headers


def redis() -> Redis:
    return Redis.from_url(redis_url())


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]
