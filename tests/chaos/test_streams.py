"""Two web processes behind HAProxy: phones come back from any restart by themselves and miss nothing."""

import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex

import pytest

from config.services import unprivileged
from tests import services
from tests.chaos.phones import Phone, page
from tests.conftest import fresh_database, redis_url, served
from tests.waiting import soon
from tools.wide import haproxy
from tools.wide.deployed import HERE, free_ports

pytestmark = [pytest.mark.slow, pytest.mark.scaled]

PHONES = 5
SUMMER = "from tests import build; print(build.event(name='Summer').slug)"
MORE = (
    "from tests import build; from tournament.models import Event; "
    "event = Event.objects.get(slug='{}'); build.team(event); event.refresh_from_db(); print(event.version)"
)


class Web:
    """A web process that can be started again at its port."""

    def __init__(self, port: int, data: Path, settings: dict[str, str]) -> None:
        self._port, self._data, self._settings = port, data, settings
        self._rest = ExitStack()

    def start(self) -> None:
        words = ("--no-demo", "--port", str(self._port))
        self.site = self._rest.enter_context(served(self._data, *words, **self._settings))

    def end(self) -> None:
        self._rest.close()

    def die(self) -> None:
        self.site.server.kill()
        self.end()


class Front:
    """HAProxy with its real file, by plain http."""

    def __init__(self, words: list[str | Path]) -> None:
        self._words = words

    def start(self) -> None:
        options = {**unprivileged(), "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._program = subprocess.Popen(self._words, **options)

    def end(self) -> None:
        self._program.terminate()
        self._program.wait(30)


class Hall:
    """An event, and the phones that show its standings through HAProxy at ``port``."""

    def __init__(self, port: int, webs: list[Web], front: Front) -> None:
        self.port, self.webs, self.front = port, webs, front
        self._slug = webs[0].site.shell(SUMMER)
        self.is_over = threading.Event()
        self.phones = [Phone(port, self._slug, self.is_over) for _ in range(PHONES)]
        for phone in self.phones:
            phone.start()
        soon(lambda: all(phone.standings for phone in self.phones))

    def sees_what_happens(self) -> None:
        """A team comes, and soon every phone shows it."""
        version = int(self.webs[0].site.shell(MORE.format(self._slug)))
        soon(lambda: {phone.version for phone in self.phones} == {version})
        shown = self.phones[0].shown
        soon(lambda: {phone.standings.strip() for phone in self.phones} == {page(self.port, shown).strip()})


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, list[Web], Front]]:
    port, *ports = free_ports(18_300, 3)
    settings = {"DATABASE_URL": fresh_database(), "REDIS_URL": redis_url(), "UPTOWN_PROXIES": HERE}
    settings["UPTOWN_SECRET_KEY"] = token_hex(32)
    with services.private_folder() as folder, ExitStack() as rest:
        webs = [Web(each, tmp_path_factory.mktemp("web"), settings) for each in ports]
        front = Front(haproxy.command(folder, bind=f"{HERE}:{port}", web=ports))
        for program in (*webs, front):
            program.start()
            rest.callback(program.end)
        yield port, webs, front


@pytest.fixture
def hall(started: tuple[int, list[Web], Front]) -> Iterator[Hall]:
    made = Hall(*started)
    yield made
    made.is_over.set()


def test_every_web_process_may_die_in_turn(hall):
    for web in hall.webs:
        web.die()
        hall.sees_what_happens()
        web.start()
    hall.sees_what_happens()

    assert min(phone.opened for phone in hall.phones) > 1


def test_every_web_process_may_be_restarted_in_turn(hall):
    for web in hall.webs:
        web.end()
        web.start()
        hall.sees_what_happens()

    assert min(phone.opened for phone in hall.phones) > 1


def test_haproxy_may_be_restarted(hall):
    hall.front.end()
    hall.front.start()
    hall.sees_what_happens()

    assert {phone.opened for phone in hall.phones} == {2}
