"""HAProxy, Varnish and Pushpin with their real files, in front of web processes that echo requests."""

import contextlib
import http.client
import json
import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import uuid4

import pytest

from config import debian
from config import services as found
from config.wide import pushpin
from config.wide.deployed import HERE, deployed, free_ports
from tests import services
from tools.wide import haproxy, varnish

pytestmark = [pytest.mark.slow, pytest.mark.embedded]

PHONE = "127.0.0.9"
PAGE = {"Surrogate-Control": "max-age=1", "Cache-Control": "no-cache", "ETag": 'W/"one"'}
ANSWERS = {
    "standings/": PAGE,
    "signs/": {**PAGE, "Set-Cookie": "who=me"},
    "floor/": {"Cache-Control": "private", "ETag": '"mine"'},
    "look.css": {"Cache-Control": "max-age=315360000, public, immutable"},
}


class Web:
    """A web process that echoes and counts the requests it gets."""

    def __init__(self, port: int) -> None:
        web = self

        class Answers(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                web.asked += path != "/healthz"
                page = path.removeprefix(f"/{path.split('/')[1]}/")
                told = {"asked": self.path, "by": port}
                body = json.dumps(
                    told | {name.lower(): value for name, value in self.headers.items()}
                ).encode()
                self.send_response(200 if web.is_well else 503)
                for name, value in ANSWERS.get(page, {}).items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *words: object) -> None:
                pass

        self.asked, self.is_well = 0, True
        self.server = ThreadingHTTPServer((HERE, port), Answers)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Front:
    def __init__(self, port: int, webs: list[Web], programs: dict[str, "subprocess.Popen[bytes]"]) -> None:
        self.port, self.webs, self.programs = port, webs, programs
        self.event = ""

    def ask(
        self, address: str, method: str = "GET", **headers: str
    ) -> tuple[int, dict, http.client.HTTPMessage]:
        line = http.client.HTTPConnection(HERE, self.port, timeout=10, source_address=(PHONE, 0))
        with contextlib.closing(line):
            line.request(
                method, address, headers={name.replace("_", "-"): each for name, each in headers.items()}
            )
            answer = line.getresponse()
            body = answer.read()
        return answer.status, json.loads(body) if body.startswith(b"{") else {}, answer.headers

    def told(self, address: str, method: str = "GET", **headers: str) -> dict:
        return self.ask(address, method, **headers)[1]

    def kill(self, name: str) -> None:
        self.programs[name].kill()
        self.programs[name].wait()

    @property
    def asked(self) -> int:
        return sum(web.asked for web in self.webs)


def soon(is_so: object) -> None:
    until = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.fixture(scope="module")
def started() -> Iterator[Front]:
    port, inside, held, pages, control, *web = free_ports(18_200, 7)
    webs = [Web(each) for each in web]
    with services.private_folder() as folder, contextlib.ExitStack() as stack:
        try:
            words = {
                "HAProxy": haproxy.words(
                    folder, bind=f"{HERE}:{port}", inside=inside, web=web, pushpin=held, varnish=pages
                ),
                "Varnish": varnish.words(folder, port=pages, inside=inside),
            }
            origins = [f"{HERE}:{inside}"]
            words |= dict(
                pushpin.programs(
                    folder / "pushpin", port=held, control_port=control, origins=origins, key="key"
                )
            )
        except debian.NotAvailable as why:
            pytest.skip(str(why))
        programs = {}
        for name, each in words.items():
            log = stack.enter_context((folder / "log").open("ab"))
            programs[name] = subprocess.Popen(each, stdout=log, stderr=log, **found.unprivileged())
            stack.callback(programs[name].kill)
        front = Front(port, webs, programs)
        soon(lambda: _is_there(front))
        yield front


def _is_there(front: Front) -> bool:
    """Whether streams come through Pushpin, and pages through Varnish."""
    try:
        return "grip-sig" in front.told("/live/summer") and "x-varnish" in front.told("/summer/floor/")
    except OSError:
        return False


@pytest.fixture
def front(started: Front) -> Front:
    """The running programs, with an event of which Varnish has no page yet."""
    started.event = f"/{uuid4().hex}"
    for web in started.webs:
        web.asked = 0
    return started


def test_a_public_page_is_fetched_once_a_second_for_all_clients(front):
    began = time.monotonic()
    for number in range(10):
        front.ask(f"{front.event}/standings/?b=2&a=1", Cookie=f"sessionid={number}")
        front.ask(f"{front.event}/standings/?a=1&b=2")
    assert 1 <= front.asked <= 1 + time.monotonic() - began

    before = front.asked
    time.sleep(1.1)
    front.ask(f"{front.event}/standings/?a=1&b=2")
    assert front.asked == before + 1


def test_a_page_is_fetched_as_the_newest_and_who_asks_for_the_newest_gets_it(front):
    assert front.told(f"{front.event}/standings/")["cache-control"] == "no-cache"

    front.ask(f"{front.event}/standings/", Cache_Control="no-cache")
    assert front.asked == 2


@pytest.mark.parametrize(("name", "known"), [("standings/", 'W/"one"'), ("floor/", '"mine"')])
def test_a_page_is_unchanged_for_who_has_it(front, name, known):
    first, *_ = front.ask(f"{front.event}/{name}")
    again, *_ = front.ask(f"{front.event}/{name}", If_None_Match=known)

    assert (first, again) == (200, 304)


@pytest.mark.parametrize("name", ["floor/", "signs/", "nothing/"])
def test_what_is_private_is_never_given_to_another(front, name):
    told = [front.told(f"{front.event}/{name}", Cookie=f"sessionid={each}")["cookie"] for each in range(3)]

    assert told == ["sessionid=0", "sessionid=1", "sessionid=2"]


def test_pages_of_another_host_name_are_other_pages(front):
    for host in ("hall.example", "other.example"):
        assert front.told(f"{front.event}/standings/", Host=host)["host"] == host


def test_static_files_are_fetched_once(front):
    front.ask(f"{front.event}/look.css")
    time.sleep(1.1)
    front.ask(f"{front.event}/look.css")

    assert front.asked == 1


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
    told = front.told(
        address, method, X_Forwarded_For="192.0.2.1", X_Forwarded_Proto="https", X_Request_ID="mine"
    )

    first, *others = told["x-forwarded-for"].split(", ")
    assert (first, set(others) - {HERE}) == (PHONE, set())
    assert told.get("x-forwarded-proto", "http") == "http"
    assert len(told["x-request-id"]) == 36


def test_figures_are_not_for_phones(front):
    assert [front.ask(path)[0] for path in ("/metrics", "/readyz", "/%6Detrics")] == [404, 404, 404]
    assert front.asked == 0


def test_a_request_has_its_own_id_for_any_cached_page(front):
    assert len({front.ask(f"{front.event}/standings/")[2]["X-Request-ID"] for _ in range(3)}) == 3


def test_without_web_processes_a_page_is_given_as_it_was(front):
    before = front.told(f"{front.event}/standings/")
    for web in front.webs:
        web.is_well = False
    try:
        soon(lambda: front.ask(f"{front.event}/floor/")[0] == 503)
        time.sleep(2.1)  # Varnish has noticed, too, and the page is older than a second.

        assert front.told(f"{front.event}/standings/") == before
    finally:
        for web in front.webs:
            web.is_well = True
    soon(lambda: front.ask(f"{front.event}/floor/")[0] == 200)


def test_without_pushpin_or_varnish_the_web_processes_serve_all(front):
    front.kill("Pushpin’s connections")
    front.kill("Varnish")

    soon(lambda: front.ask("/live/summer")[0] == front.ask("/summer/standings/")[0] == 200)
    assert "grip-sig" not in front.told("/live/summer")
    assert "x-varnish" not in front.told("/summer/floor/")


def test_a_file_without_what_is_replaced_is_refused():
    with pytest.raises(ValueError, match="has no"):
        deployed("uptown.vcl", {"10.9.9.9": HERE})
