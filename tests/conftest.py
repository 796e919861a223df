"""What every test may ask for: a served Uptown, and a Chromium to look at it with."""

import contextlib
import fcntl
import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import hypothesis
import psycopg
import pytest
import pytest_django
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, transaction
from playwright.sync_api import expect

from tests import quick, services
from tests.everything import SHARED, WITH_A_BROWSER, WITH_SERVICES
from tests.forked import Command, Fresh
from tests.one_at_a_time import Watch

HOUSE = Path(__file__).resolve().parent.parent
# A busy machine takes its time. Waiting longer costs nothing where things work.
PATIENCE = 30_000
# The seconds after which a command of Django's is no longer slow, but waits for something that never comes.
A_COMMAND = 300
# How many random examples a property is tried with: usually, with ``--fast``, and how many times more often
# with ``--long``.
EXAMPLES, A_FEW, LONGER = 40, 10, 20
# By far the longest: begun last, it would leave the other processes with nothing to do.
FIRST = "test_the_day"
# Commands, locks, constraints and queries: what a database can break.
BOTH = {"scoring", "seasons", "tournament"}
BACKGROUND_TALK = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
]


def pytest_configure(config: pytest.Config) -> None:
    """A folder for what is made once a run, however many processes share its tests."""
    # Nearly all that is made while tests are collected stays: to look through it is a fifth of that time.
    gc.disable()
    expect.set_options(timeout=PATIENCE)
    # A slow machine is no counterexample.
    unhurried = [hypothesis.HealthCheck.too_slow]
    many = A_FEW if config.getoption("quick") else EXAMPLES * (LONGER if config.getoption("long") else 1)
    hypothesis.settings.register_profile(
        "house", deadline=None, max_examples=many, suppress_health_check=unhurried
    )
    hypothesis.settings.load_profile("house")
    if SHARED not in os.environ:
        os.environ[SHARED] = folder = tempfile.mkdtemp(prefix="uptown-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        config.add_cleanup(lambda: os.environ.pop(SHARED, None))


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--quick``: what ``./uptown test --fast`` takes; ``--long``: everything."""
    parser.addoption("--quick", action="store_true", help="leave out what takes long and tells little more")
    everything = f"leave nothing out, and try {LONGER} times as many random examples"
    parser.addoption("--long", action="store_true", help=everything)
    elsewhere = "live the journeys of tests/journeys that make their own event on ./uptown wide"
    parser.addoption("--wide", action="store_true", help=elsewhere)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Everything outside ``tests/rules`` may use the database without saying so; the longest comes first.

    Which commands and queries are asked of both databases by which tests, ``tests/quick.py`` says.
    """
    items.sort(key=lambda item: item.path.stem != FIRST)
    taken = [item for item in items if config.getoption("long") or not item.get_closest_marker("long")]
    if config.getoption("quick"):
        taken = quick.chosen(taken, {} if config.getoption("file_or_dir") else quick.OF_A_FILE)
    config.hook.pytest_deselected(items=list(set(items) - set(taken)))
    items[:] = taken
    for item in items:
        room = item.path.relative_to(HOUSE / "tests").parts[0]
        for marker, rooms in (("browser", WITH_A_BROWSER), ("scaled", WITH_SERVICES)):
            if marker in item.keywords and room not in rooms:
                raise pytest.UsageError(f"{item.nodeid}: no suite looks for {marker} in this folder.")
        if room != "rules" and "browser" not in item.keywords and not item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.django_db)
    if "both" not in config.getoption("markexpr"):
        return
    on_both = [item for item in items if item.path.relative_to(HOUSE / "tests").parts[0] in BOTH]
    longest = [item for item in items if "long_on_both" in item.keywords]
    for item in [*on_both, *longest] if config.getoption("long") else quick.asked_of_both(on_both):
        item.add_marker(pytest.mark.both)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was loaded stays: to look through it for rubbish again and again is one twentieth of the work."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say of how many pages it was enough to look at how many: see ``tests/journeys/looked_at.py``."""
    looked = Counter()
    for report in terminalreporter.getreports("passed"):
        for name, counted in report.user_properties:
            if name == "looked":
                looked.update(counted)
    if looked:
        terminalreporter.write_line(", ".join(f"{count} {what}" for what, count in looked.items()))


@pytest.fixture(scope="session")
def longer(pytestconfig: pytest.Config) -> int:
    """How many times as often as CI has time for: once, or with ``--long`` twenty times."""
    return LONGER if pytestconfig.getoption("long") else 1


@pytest.fixture(scope="session")
def rounds(longer: int) -> int:
    """How many rounds Phase I of a day that is lived has: two, or with ``--long`` all there is time for."""
    return 8 if longer > 1 else 2


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, django_db_use_migrations: bool) -> None:
    """SQLite in a file, as in the hall: in memory it has no lock that a second writer waits for.

    Both begin with tables that were made once.
    """
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["TEMPLATE"] = empty_tables()
    if connection.vendor == "sqlite":
        data = Path(tempfile.mkdtemp(prefix="database-", dir=os.environ[SHARED]))
        # Alone, or without migrating, a process makes them sooner itself.
        if "PYTEST_XDIST_WORKER" in os.environ and django_db_use_migrations:
            begin_with_empty_tables(data)
        connection.settings_dict["TEST"]["NAME"] = str(data / "uptown.sqlite3")


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Take that file as it is, with its tables: the folder that it is in is deleted in the end."""
    return connection.vendor == "sqlite"


@pytest.fixture(autouse=True)
def plain_static_files(request: pytest.FixtureRequest) -> None:
    """Pages name their static files as they are: nothing was collected for a test."""
    if "django_db" not in request.keywords:
        return
    settings = request.getfixturevalue("settings")
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.LINKS_LAST = None  # The days of the tests are long over.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def one_action_at_a_time(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where rows are locked, every action locks its event first: else two may wait for each other."""
    if "django_db" not in request.keywords or connection.vendor != "postgresql":
        yield
        return
    request.getfixturevalue("db")
    watch = Watch()
    with connection.execute_wrapper(watch):
        yield
    assert not watch.offences, "Locked before its event: " + "; ".join(watch.offences)


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    """What a module's fixtures write stays for all its tests: each of them takes back what it did itself."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def one_connection() -> Iterator[None]:
    """A request that a bot makes in this process leaves the test's own transaction open."""
    ends = (request_started, request_finished)
    for end in ends:
        end.disconnect(close_old_connections)
    yield
    for end in ends:
        end.connect(close_old_connections)


# --- a served Uptown --------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Site:
    """An Uptown that serves in a separate process, with its own database."""

    address: str
    data: Path
    said: str
    environment: Mapping[str, str]
    server: Command | None = None

    def manage(self, *words: str) -> str:
        """Run one of Django's commands on its database, and say what it printed."""
        with tempfile.TemporaryDirectory() as folder:
            out, errors = Path(folder, "out"), Path(folder, "errors")
            done = Command(list(words), self.environment, out, errors)
            code = done.wait(A_COMMAND)
            if code is None:
                done.kill()
            assert code == 0, errors.read_text() or f"It took longer than {A_COMMAND} seconds."
            return out.read_text()

    def way_in(self, who: str) -> str:
        """The address that the server printed for this person at its start."""
        return re.search(rf"{who}\s+(http\S+)", self.said).group(1)

    def shell(self, code: str) -> str:
        """Run a few lines of Python on its database, and say what they printed."""
        return self.manage("shell", "-v", "0", "-c", code).strip()


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[Site]:
    """An Uptown with nothing in it, as a first start leaves it, streams and ticks included."""
    with served(tmp_path / "data", "--no-demo") as site:
        yield site


@pytest.fixture(scope="session")
def live_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One for all who make an event of their own, and look at no other."""
    with served(tmp_path_factory.mktemp("live"), "--no-demo") as site:
        yield site


@pytest.fixture(scope="session")
def demo_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An Uptown with the demo event, shared by the tests that only look. Its day is lived once for all."""
    data = tmp_path_factory.mktemp("demo") / "data"
    shutil.copytree(once("demo", _live_the_demo), data)
    with served(data) as site:
        yield site


@contextlib.contextmanager
def served(data: Path, *words: str, **settings: str) -> Iterator[Site]:
    """The real server on a free port, until the block ends; ended as Ctrl-C would.

    ``settings`` are set in its environment, for a scaled one.
    """
    environment = environment_of(data) | settings
    begin_with_empty_tables(data)
    log = data / "server.log"
    log.unlink(missing_ok=True)
    log.touch()
    start = Fresh if "--workers" in words else Command
    server = start(["serve", "--port", "0", *words], environment, log, log)
    try:
        said = _first_words(server, log)
        address = re.search(r"http://[\d.:]+", said).group()
        yield Site(address=address, data=data, said=said, environment=environment, server=server)
    finally:
        server.interrupt()
        if server.wait(60) is None:
            server.kill()
            raise RuntimeError("Uptown did not end within a minute.")


def _first_words(server: Command, log: Path) -> str:
    """What the server says until it serves."""
    patience = time.monotonic() + 300  # A busy machine takes its time to live half a demo day.
    while time.monotonic() < patience:
        said = log.read_text()
        if "Ctrl-C" in said:
            return said
        if server.code is not None:
            break
        time.sleep(0.05)
    raise RuntimeError(f"Uptown did not start:\n{log.read_text()}")


def environment_of(data: Path) -> dict[str, str]:
    """The environment of an Uptown whose database is there, and whose static files are collected."""
    static = once("static", _collect)
    return _without_services() | {"UPTOWN_DATA": str(data), "UPTOWN_STATIC": str(static)}


def _without_services() -> dict[str, str]:
    elsewhere = {"DATABASE_URL", "REDIS_URL", "HOST", "PORT"}
    mine = {key: value for key, value in os.environ.items() if key not in elsewhere}
    return mine | {"PYTHONUNBUFFERED": "1", "UPTOWN_LINK_DAYS": "0"}


def begin_with_empty_tables(data: Path) -> None:
    """A first start finds its tables made: to make them takes longer than all the rest of it."""
    data.mkdir(parents=True, exist_ok=True)
    database = data / "uptown.sqlite3"
    if not database.exists():
        shutil.copy(once("migrated", _migrate) / database.name, database)


def fresh_database(template: str = "") -> str:
    """The address of a new database, mostly with empty tables, on the server that the tests were given."""
    name = f"served_{uuid4().hex}"
    _on_the_server(f"CREATE DATABASE {name} TEMPLATE {template or empty_tables()}")
    return _address_of(name)


def empty_tables() -> str:
    """The database on the tests' PostgreSQL from which others are copied: making tables takes longer."""
    return (once("empty-tables", _make_tables) / "name").read_text()


def redis_url() -> str:
    """A numbered part of the Redis the tests were given, where no other process of them is."""
    mine = 1 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    return os.environ["REDIS_URL"].replace("?db=0", f"?db={mine}")


def _make_tables(folder: Path) -> None:
    folder.mkdir()
    name = f"empty_tables_{uuid4().hex}"
    _on_the_server(f"CREATE DATABASE {name}")
    _migrate(folder, DATABASE_URL=_address_of(name))
    (folder / "name").write_text(name)


def _on_the_server(statement: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(statement)


def _address_of(name: str) -> str:
    return f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"


def once(name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first process that asks for it fills; the others wait until it is done."""
    folder = Path(os.environ[SHARED]) / name
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            unfinished = folder.with_suffix(".unfinished")
            make(unfinished)
            unfinished.rename(folder)
    return folder


def _collect(folder: Path) -> None:
    """Collect the static files; a server sees by their stamp that there is nothing to do."""
    code = "from server.management.commands import serve; serve._collect_static_files()"
    _manage("shell", "-v", "0", "-c", code, UPTOWN_STATIC=str(folder), UPTOWN_DATA=str(folder.parent / "own"))


def _migrate(folder: Path, **settings: str) -> None:
    """Make the tables, as a first start does."""
    for command in ("migrate", "createcachetable"):
        _manage(command, "-v", "0", UPTOWN_DATA=str(folder), **settings)


def _live_the_demo(folder: Path) -> None:
    """Make the demo event, as a first start does."""
    begin_with_empty_tables(folder)
    _manage("demo", **environment_of(folder))


def _manage(*words: str, **settings: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=HOUSE,
        env=_without_services() | settings,
        check=True,
        timeout=A_COMMAND,
    )


# --- a Chromium -------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Debian's Chromium, which talks to nobody but us."""
    chromium = services.chromium()
    # Root may not use the sandbox, and an unpacked Chromium's own is not set up.
    has_sandbox = os.geteuid() != 0 and not chromium.is_relative_to(services.UNPACKED)
    return {
        **browser_type_launch_args,
        "executable_path": str(chromium),
        "args": [*BACKGROUND_TALK, *([] if has_sandbox else ["--no-sandbox"])],
        "env": {**os.environ, **services.libraries()},
    }


@pytest.fixture(autouse=True)
def closed_tabs(request: pytest.FixtureRequest) -> Iterator[None]:
    """No tab outlives its test: it would go on asking a hall that is gone, beside the tests that follow."""
    browser = request.getfixturevalue("browser") if "browser" in request.fixturenames else None
    yield
    for context in browser.contexts if browser else ():
        context.close()
