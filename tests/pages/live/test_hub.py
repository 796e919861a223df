"""The hub: a screen hears where its event stands, and again whenever it moves."""

import asyncio
import http.client
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import pytest

from pages.live.hub import Hub
from tests.conftest import Site, served

PATIENCE = 30


class Phone:
    """The far end of one stream."""

    def __init__(self, hub: Hub, slug: str = "summer") -> None:
        self.status = 0
        self.heard = ""
        self.is_closed = False
        self._left = asyncio.Event()
        self._stream = asyncio.create_task(hub({"path": f"/live/{slug}"}, self._receive, self._send))

    async def leave(self) -> None:
        self._left.set()
        await self._stream

    async def hears(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in self.heard:
                await asyncio.sleep(0.005)

    async def is_let_go(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._stream
        assert self.is_closed

    async def _receive(self) -> dict[str, object]:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, object]) -> None:
        self.status = message.get("status", self.status)
        self.heard += message.get("body", b"").decode()
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            self.is_closed = True
            self._left.set()


def hub_for(versions: dict[str, str], **pauses: float) -> Hub:
    def read(slugs: list[str]) -> dict[str, str]:
        return {slug: versions[slug] for slug in slugs if slug in versions}

    return Hub(read, **({"pause": 0.01} | pauses))


def lived(day: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(day())


def test_a_screen_hears_the_version_at_once_and_when_it_moves():
    async def day() -> None:
        versions = {"summer": "7", "winter": "3"}
        hub = hub_for(versions)
        phone, elsewhere = Phone(hub), Phone(hub, "winter")
        await phone.hears("event: version\ndata: 7\n\n")

        versions["summer"] = "8"

        await phone.hears("event: version\ndata: 8\n\n")
        assert elsewhere.heard == "retry: 2000\nevent: version\ndata: 3\n\n"
        await phone.leave()
        await elsewhere.leave()

    lived(day)


def test_a_screen_that_hears_nothing_new_hears_a_heartbeat():
    async def day() -> None:
        phone = Phone(hub_for({"summer": "7"}, heartbeat=0.03))

        await phone.hears("event: beat\n")

        await phone.leave()

    lived(day)


def test_an_event_that_nobody_opened_has_no_stream():
    async def day() -> None:
        phone = Phone(hub_for({}), "nowhere")
        await phone.is_let_go()

        assert phone.status == 404

    lived(day)


def test_every_screen_is_let_go_when_the_server_ends():
    async def day() -> None:
        hub = hub_for({"summer": "7"})
        phones = [Phone(hub) for _ in range(50)]
        for phone in phones:
            await phone.hears("data: 7")

        hub.end()

        for phone in phones:
            await phone.is_let_go()

    lived(day)


def test_a_database_that_is_away_for_a_moment_closes_no_stream():
    async def day() -> None:
        answers = [{"summer": "7"}, OSError("away"), {"summer": "8"}]

        def read(slugs: list[str]) -> dict[str, str]:
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
            if isinstance(answer, OSError):
                raise answer
            return answer

        phone = Phone(Hub(read, pause=0.01))

        await phone.hears("data: 8")

        await phone.leave()

    lived(day)


@pytest.mark.slow
@pytest.mark.embedded
def test_the_server_ends_at_once_although_a_phone_listens(tmp_path):
    with served(tmp_path, "--no-demo") as site:
        site.shell("from tests import build; build.event(name='Summer')")
        answer = listening(site, "/live/summer")
        assert answer.status == 200
        assert answer.readline() == b"retry: 2000\n"

    said = (tmp_path / "server.log").read_text()
    assert "Everything is saved." in said
    assert "Traceback" not in said
    # What a server says that lost its patience with an open stream.
    assert "graceful shutdown exceeded" not in said


@pytest.mark.slow
@pytest.mark.embedded
def test_a_taken_port_is_said_in_a_sentence(tmp_path):
    with served(tmp_path / "first", "--no-demo") as site, pytest.raises(RuntimeError) as refused:  # noqa: SIM117
        with served(tmp_path / "second", "--port", str(urlsplit(site.address).port)):
            pass

    assert "Is it running already?" in str(refused.value)
    assert "Traceback" not in str(refused.value)


def listening(site: Site, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(urlsplit(site.address).netloc, timeout=PATIENCE)
    connection.request("GET", path)
    return connection.getresponse()
