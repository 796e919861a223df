"""HAProxy with its real file, in front of web processes that echo requests."""

import contextlib
import http.client
import json
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from statistics import mode
from uuid import uuid4

import pytest

from config import debian
from config import services as found
from tests import services
from tests.waiting import soon
from tools.wide import haproxy
from tools.wide.deployed import HERE, deployed, free_ports

pytestmark = [pytest.mark.slow, pytest.mark.embedded]

PHONE = "127.0.0.9"


class Web:
    """A web process that echoes and counts the requests it gets."""

    def __init__(self, port: int) -> None:
        web = self

        class Answers(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                web.asked += path != "/healthz"
                request = {"asked": self.path, "by": port}
                body = json.dumps(
                    request | {name.lower(): value for name, value in self.headers.items()}
                ).encode()
                self.send_response(200 if web.is_well else 503)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *words: object) -> None:
                pass

        self.port, self.asked, self.is_well = port, 0, True
        self.server = ThreadingHTTPServer((HERE, port), Answers)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Front:
    def __init__(self, port: int, webs: list[Web]) -> None:
        self.port, self.webs = port, webs

    def ask(
        self, address: str, method: str = "GET", **headers: str
    ) -> tuple[int, dict, http.client.HTTPMessage]:
        connection = http.client.HTTPConnection(HERE, self.port, timeout=10, source_address=(PHONE, 0))
        with contextlib.closing(connection):
            connection.request(
                method, address, headers={name.replace("_", "-"): each for name, each in headers.items()}
            )
            answer = connection.getresponse()
            body = answer.read()
        return answer.status, json.loads(body) if body.startswith(b"{") else {}, answer.headers

    def received(self, address: str, method: str = "GET", **headers: str) -> dict:
        return self.ask(address, method, **headers)[1]

    def holds(self, slug: str) -> int:
        """The port of the web process that gets a stream of this event."""
        return self.received(f"/live/{slug}?show=/{slug}/standings/table/&version={uuid4()}")["by"]

    @property
    def asked(self) -> int:
        return sum(web.asked for web in self.webs)


@pytest.fixture(scope="module")
def started() -> Iterator[Front]:
    port, *web = free_ports(18_200, 4)
    webs = [Web(each) for each in web]
    with services.private_folder() as folder, (folder / "log").open("ab") as log:
        try:
            command = haproxy.command(folder, bind=f"{HERE}:{port}", web=web)
        except debian.NotAvailable as why:
            pytest.skip(str(why))
        program = subprocess.Popen(command, stdout=log, stderr=log, **found.unprivileged())
        try:
            front = Front(port, webs)
            soon(lambda: front.ask("/healthz")[0] == 200)
            yield front
        finally:
            program.kill()
            program.wait()


@pytest.fixture
def front(started: Front) -> Front:
    for web in started.webs:
        web.asked = 0
    return started


@pytest.mark.parametrize(
    ("address", "method"),
    [
        ("/summer/standings/", "GET"),
        ("/live/summer", "GET"),
        ("/live/summer?poll", "GET"),
        ("/summer/hand/", "POST"),
    ],
)
def test_the_client_is_the_phone_regardless_of_its_headers(front, address, method):
    headers = front.received(
        address, method, X_Forwarded_For="192.0.2.1", X_Forwarded_Proto="https", X_Request_ID="mine"
    )

    assert (headers["x-forwarded-for"], headers["x-forwarded-proto"]) == (PHONE, "http")
    assert len(headers["x-request-id"]) == 36


def test_figures_are_not_for_phones(front):
    assert [front.ask(path)[0] for path in ("/metrics", "/readyz", "/%6Detrics")] == [404, 404, 404]
    assert front.asked == 0


def test_an_events_streams_share_a_web_process_and_events_are_spread(front):
    events = [uuid4().hex for _ in range(40)]

    # HAProxy may still count the request before as open, and then sends one in a hundred elsewhere.
    homes = {slug: mode(front.holds(slug) for _ in range(5)) for slug in events}

    for slug, home in homes.items():
        soon(lambda slug=slug, home=home: {front.holds(slug) for _ in range(3)} == {home})
    assert set(homes.values()) == {web.port for web in front.webs}


def test_the_others_serve_streams_and_pages_while_a_web_process_is_away(front):
    slug = uuid4().hex
    port = mode(front.holds(slug) for _ in range(5))
    home = next(web for web in front.webs if web.port == port)
    home.is_well = False
    try:
        soon(lambda: front.holds(slug) != home.port)
        home.asked = 0
        assert {front.ask("/summer/standings/")[0] for _ in range(10)} == {200}
        assert home.asked == 0
    finally:
        home.is_well = True
    soon(lambda: front.holds(slug) == home.port)


def test_a_file_without_what_is_replaced_is_refused():
    with pytest.raises(ValueError, match="has no"):
        deployed("haproxy.cfg", {"10.9.9.9": HERE})
