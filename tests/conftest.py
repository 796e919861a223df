"""Hooks and fixtures for all tests: databases, a running server, and Chromium."""

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

from scoring.integrity import integrity
from tests import services
from tests.everything import SHARED, WITH_A_BROWSER, WITH_SERVICES
from tests.forked import Command, Fresh
from tests.one_at_a_time import Watch
from tournament.models import Event

ROOT = Path(__file__).resolve().parent.parent
# Milliseconds that Playwright waits. Long, for a busy machine: a passing test doesn't wait.
PATIENCE = 30_000
# The timeout of a management command, in seconds.
A_COMMAND = 300
# Random examples for each property: by default, with ``--fast``, and the factor for ``--long``.
EXAMPLES, A_FEW, LONGER = 40, 10, 20
# The longest tests run first. Last, they would run while the other workers are idle.
FIRST = "test_the_day"
# Folders whose tests depend on the database: commands, locks, constraints and queries.
BOTH = {"scoring", "seasons", "tournament"}
# The marks of tests that ``./uptown test --fast`` runs outside ``tests/rules``.
IN_FAST = {"both", "fast"}
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
    """Set up pytest, Playwright and Hypothesis, and make the folder that all workers share."""
    # Nearly all objects of this phase stay alive. Garbage collection would take a fifth of its time.
    gc.disable()
    expect.set_options(timeout=PATIENCE)
    # A slow machine must not fail a test.
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
    """Add ``--quick`` (set by ``./uptown test --fast``), ``--long`` and ``--wide``."""
    parser.addoption("--quick", action="store_true", help="leave out slow tests that find little more")
    everything = f"run all tests, and try {LONGER} times as many random examples"
    parser.addoption("--long", action="store_true", help=everything)
    elsewhere = "run the journeys that make their own event on ./uptown wide"
    parser.addoption("--wide", action="store_true", help=elsewhere)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without a test of the fast lane: importing them would take a third of its time."""
    if not config.getoption("quick") or config.getoption("file_or_dir"):
        return None
    parts = collection_path.relative_to(ROOT / "tests").parts
    if parts[:1] == ("rules",) or not collection_path.name.startswith("test_"):
        return None
    text = collection_path.read_text()
    return not any(f"mark.{name}" in text for name in IN_FAST) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose the tests to run. All tests outside ``tests/rules`` may use the database.

    Tests marked ``both`` run on PostgreSQL, too, and so do those of people who act at the same moment, whose
    transactions are real ones; with ``--long``, all tests of ``BOTH`` do. The fast lane, unless
    it is given folders, runs the rules, and of the rest what is marked ``both`` or ``fast``.
    """
    items.sort(key=lambda item: (item.path.stem != FIRST, "scaled" not in item.keywords))
    taken = [item for item in items if config.getoption("long") or not item.get_closest_marker("long")]
    if config.getoption("quick") and not config.getoption("file_or_dir"):
        taken = [item for item in taken if room_of(item) == "rules" or IN_FAST & {*item.keywords}]
    config.hook.pytest_deselected(items=list(set(items) - set(taken)))
    items[:] = taken
    for item in items:
        room = room_of(item)
        for marker, rooms in (("browser", WITH_A_BROWSER), ("scaled", WITH_SERVICES)):
            if marker in item.keywords and room not in rooms:
                raise pytest.UsageError(f"{item.nodeid}: no suite looks for {marker} in this folder.")
        if room != "rules" and "browser" not in item.keywords and not item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.django_db)
        if "both" in config.getoption("markexpr") and is_for_both(item, config.getoption("long")):
            item.add_marker(pytest.mark.both)


def is_for_both(item: pytest.Item, is_long: bool) -> bool:
    """Whether a test runs on both databases without the mark that says so."""
    if is_long and "long_on_both" in item.keywords:
        return True
    database = item.get_closest_marker("django_db")
    return room_of(item) in BOTH and (is_long or bool(database and database.kwargs.get("transaction")))


def room_of(item: pytest.Item) -> str:
    """The folder in ``tests`` that has the test."""
    return item.path.relative_to(ROOT / "tests").parts[0]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempt everything loaded so far from garbage collection, which saves a twentieth of the time."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many pages were checked, and how many were new: see ``tests/journeys/looked_at.py``."""
    looked = Counter()
    for report in terminalreporter.getreports("passed"):
        for name, counted in report.user_properties:
            if name == "looked":
                looked.update(counted)
    if looked:
        terminalreporter.write_line(", ".join(f"{count} {what}" for what, count in looked.items()))


@pytest.fixture(scope="session")
def longer(pytestconfig: pytest.Config) -> int:
    """The factor for random examples and rounds: 1, or 20 with ``--long``."""
    return LONGER if pytestconfig.getoption("long") else 1


@pytest.fixture(scope="session")
def rounds(longer: int) -> int:
    """The rounds of Phase I in a day that bots play: two, or with ``--long`` all that fit into its time."""
    return 8 if longer > 1 else 2


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, django_db_use_migrations: bool) -> None:
    """Keep SQLite in a file, as in production. In memory it has no lock for a second writer to wait for.

    Both databases start as copies of one with empty tables.
    """
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["TEMPLATE"] = empty_tables()
    if connection.vendor == "sqlite":
        data = Path(tempfile.mkdtemp(prefix="database-", dir=os.environ[SHARED]))
        # A single process, or one without migrations, is faster without the copy.
        if "PYTEST_XDIST_WORKER" in os.environ and django_db_use_migrations:
            begin_with_empty_tables(data)
        connection.settings_dict["TEST"]["NAME"] = str(data / "uptown.sqlite3")


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Use the SQLite file as copied. Its folder is deleted at the end of the run."""
    return connection.vendor == "sqlite"


@pytest.fixture(autouse=True)
def plain_static_files(request: pytest.FixtureRequest) -> None:
    """Settings for all tests: static files without hashes (none are collected), and a fast password hash."""
    if "django_db" not in request.keywords:
        return
    settings = request.getfixturevalue("settings")
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.LINKS_LAST = None  # The events of the tests are long over.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def one_action_at_a_time(request: pytest.FixtureRequest) -> Iterator[None]:
    """On PostgreSQL, fail a test if a command locks rows before its event, which could deadlock."""
    if "django_db" not in request.keywords or connection.vendor != "postgresql":
        yield
        return
    request.getfixturevalue("db")
    watch = Watch()
    with connection.execute_wrapper(watch):
        yield
    assert not watch.offences, "Locked before its event: " + "; ".join(watch.offences)


@pytest.fixture(autouse=True)
def adds_up(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test whose commands leave something that the integrity check objects to.

    Tests that write wrong rows on purpose have the mark ``tampers``.
    """
    is_asked = room_of(request.node) in BOTH
    if not is_asked or "django_db" not in request.keywords or "tampers" in request.keywords:
        yield
        return
    request.getfixturevalue("db")
    yield
    wrong = [each for event in Event.objects.order_by("pk") for each in integrity(event)]
    assert not wrong, "Something doesn't add up: " + "; ".join(wrong)


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    """Keep rows that module fixtures write for the whole module. Each test rolls back its own."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Keep the test's connection open while a bot makes requests in this process."""
    ends = (request_started, request_finished)
    for end in ends:
        end.disconnect(close_old_connections)
    yield
    for end in ends:
        end.connect(close_old_connections)


# --- a served Uptown --------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Site:
    """A server in a separate process, with its own database. ``output`` is what it printed at its start."""

    address: str
    data: Path
    output: str
    environment: Mapping[str, str]
    server: Command | None = None

    def manage(self, *words: str) -> str:
        """Run a management command on its database. Returns what the command printed."""
        with tempfile.TemporaryDirectory() as folder:
            out, errors = Path(folder, "out"), Path(folder, "errors")
            done = Command(list(words), self.environment, out, errors)
            code = done.wait(A_COMMAND)
            if code is None:
                done.kill()
            assert code == 0, errors.read_text() or f"It took longer than {A_COMMAND} seconds."
            return out.read_text()

    def way_in(self, who: str) -> str:
        """The sign-in link that the server printed for this person at its start."""
        return re.search(rf"{who}\s+(http\S+)", self.output).group(1)

    def shell(self, code: str) -> str:
        """Run Python code on its database. Returns what the code printed."""
        return self.manage("shell", "-v", "0", "-c", code).strip()


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[Site]:
    """An empty server for this test alone, as after a first start, with streams and ticks."""
    with served(tmp_path / "data", "--no-demo") as site:
        yield site


@pytest.fixture(scope="session")
def live_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An empty server shared by tests that make their own event and read no other."""
    with served(tmp_path_factory.mktemp("live"), "--no-demo") as site:
        yield site


@pytest.fixture(scope="session")
def demo_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with the demo event, shared by tests that only read. All workers copy one played demo day."""
    data = tmp_path_factory.mktemp("demo") / "data"
    shutil.copytree(once("demo", _live_the_demo), data)
    with served(data) as site:
        yield site


@contextlib.contextmanager
def served(data: Path, *words: str, **settings: str) -> Iterator[Site]:
    """Run the real server on a free port. The end of the block interrupts it, as Ctrl-C does.

    ``settings`` are added to its environment.
    """
    environment = environment_of(data) | settings
    begin_with_empty_tables(data)
    log = data / "server.log"
    log.unlink(missing_ok=True)
    log.touch()
    start = Fresh if "--workers" in words else Command
    server = start(["serve", "--port", "0", *words], environment, log, log)
    try:
        output = _first_words(server, log)
        address = re.search(r"https?://[\d.:]+", output).group()
        yield Site(address=address, data=data, output=output, environment=environment, server=server)
    finally:
        server.interrupt()
        if server.wait(60) is None:
            server.kill()
            raise RuntimeError("Uptown did not end within a minute.")


def _first_words(server: Command, log: Path) -> str:
    """Wait until the server accepts requests. Returns what it printed."""
    patience = time.monotonic() + 300  # A busy machine needs minutes to play half a demo day.
    while time.monotonic() < patience:
        output = log.read_text()
        if "Ctrl-C" in output:
            return output
        if server.code is not None:
            break
        time.sleep(0.05)
    raise RuntimeError(f"Uptown did not start:\n{log.read_text()}")


def environment_of(data: Path) -> dict[str, str]:
    """The environment of a server with this data folder, and with static files collected once for all."""
    static = once("static", _collect)
    return _without_services() | {"UPTOWN_DATA": str(data), "UPTOWN_STATIC": str(static)}


def _without_services() -> dict[str, str]:
    elsewhere = {"DATABASE_URL", "REDIS_URL", "HOST", "PORT"}
    mine = {key: value for key, value in os.environ.items() if key not in elsewhere}
    return mine | {"PYTHONUNBUFFERED": "1", "UPTOWN_LINK_DAYS": "0"}


def begin_with_empty_tables(data: Path) -> None:
    """Copy a migrated database into the folder, unless it has one. Migrating takes longer than starting."""
    data.mkdir(parents=True, exist_ok=True)
    database = data / "uptown.sqlite3"
    if not database.exists():
        shutil.copy(once("migrated", _migrate) / database.name, database)


def fresh_database(template: str = "") -> str:
    """Create a PostgreSQL database, by default with empty tables. Returns its URL."""
    name = f"served_{uuid4().hex}"
    _on_the_server(f"CREATE DATABASE {name} TEMPLATE {template or empty_tables()}")
    return _address_of(name)


def empty_tables() -> str:
    """The name of the migrated PostgreSQL database from which others are copied."""
    return (once("empty-tables", _make_tables) / "name").read_text()


def redis_url() -> str:
    """The URL of this worker's own Redis database number."""
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
    """A shared folder that ``make`` fills in the first worker that asks. The others wait until it is full."""
    folder = Path(os.environ[SHARED]) / name
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            unfinished = folder.with_suffix(".unfinished")
            make(unfinished)
            unfinished.rename(folder)
    return folder


def _collect(folder: Path) -> None:
    """Collect the static files. A server finds them by their stamp and doesn't collect again."""
    code = "from server.management.commands import serve; serve._collect_static_files()"
    _manage("shell", "-v", "0", "-c", code, UPTOWN_STATIC=str(folder), UPTOWN_DATA=str(folder.parent / "own"))


def _migrate(folder: Path, **settings: str) -> None:
    """Create the tables, as a first start does."""
    for command in ("migrate", "createcachetable"):
        _manage(command, "-v", "0", UPTOWN_DATA=str(folder), **settings)


def _live_the_demo(folder: Path) -> None:
    """Make the demo event, as a first start does."""
    begin_with_empty_tables(folder)
    _manage("demo", **environment_of(folder))


def _manage(*words: str, **settings: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=_without_services() | settings,
        check=True,
        timeout=A_COMMAND,
    )


# --- a Chromium -------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Debian's Chromium, with all its background requests switched off."""
    chromium = services.chromium()
    # The sandbox works neither for root nor in an unpacked Chromium.
    has_sandbox = os.geteuid() != 0 and not chromium.is_relative_to(services.UNPACKED)
    return {
        **browser_type_launch_args,
        "executable_path": str(chromium),
        "args": [*BACKGROUND_TALK, *([] if has_sandbox else ["--no-sandbox"])],
        "env": {**os.environ, **services.libraries()},
    }


@pytest.fixture(autouse=True)
def closed_tabs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close all tabs after each test, so that none sends requests while the next one runs."""
    browser = request.getfixturevalue("browser") if "browser" in request.fixturenames else None
    yield
    for context in browser.contexts if browser else ():
        context.close()
