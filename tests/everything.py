"""Run all tests: ``./uptown test``. With ``--fast``, run only those that fit into 45 seconds.

All other arguments go to pytest: ``./uptown test --fast tests/rules -k renege``. ``--long`` runs whole days,
fills in each form at every moment of a day, opens a page for each changed word, and tries twenty times as
many random examples.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from config.debian import NotAvailable
from tests import services

NOTHING_WAS_CHOSEN = 5
# The environment variable that names the folder for what all tests share: empty tables, a played demo day.
SHARED = "TESTS_OF_UPTOWN"
# Workers start with whole files, whose tests share an event or a server. An idle worker steals tests.
TOGETHER = ["-n", "2", "--dist", "worksteal"]
# More workers than cores: these tests often wait for a server, a disk or a lock.
CLOSER = ["-n", "3", "--dist", "worksteal"]
TESTS = Path(__file__).resolve().parent


def only(*folders: str) -> list[str]:
    """The ``--ignore`` flags for all other test folders: collecting everything costs a worker ten seconds."""
    others = (path.name for path in TESTS.iterdir() if path.is_dir() or path.name.startswith("test_"))
    return [f"--ignore=tests/{name}" for name in sorted(others) if name not in folders]


# The rules, the commands and queries, and each screen once: no browser, and no slow tests.
FAST = [
    *TOGETHER,
    "--quick",
    "--no-migrations",
    *("-p", "no:schemathesis"),  # It takes two seconds to load, and has no test here.
    *only("pages", "rules", "scoring", "seasons", "tournament"),
    "-m",
    "not slow and not browser and not scaled",
]
ON_SQLITE = [*CLOSER, "-m", "not browser and not scaled"]
# Folders with tests that depend on the database or need Redis. Pages run here with ``--long`` only.
WITH_SERVICES = ("attacks", "chaos", "scoring", "seasons", "server", "tournament")
ON_POSTGRES = [*CLOSER, "-m", "(both or scaled) and not embedded"]
# Folders with tests in a browser.
WITH_A_BROWSER = ("journeys", "pages", "server")
IN_CHROMIUM = [*CLOSER, "-m", "browser", *only(*WITH_A_BROWSER)]
# With ``--long``, some browser tests run again in the layout for many machines: streams, desk, and outbox.
ON_WIDE = ["-m", "browser", "--wide", "tests/journeys/test_live.py", "tests/journeys/test_the_desk.py"]
ON_WIDE += ["tests/journeys/test_what_is_told.py", "tests/journeys/outbox/test_outbox.py"]
# After Ctrl-C, a suite has this many seconds to stop its servers.
PATIENCE = 30
# A test that hangs is killed after ten minutes: pytest prints its stack, and a new worker runs the remaining
# tests. Not with ``--long``, where a whole day may take longer.
AN_END = ["-o", "faulthandler_timeout=600", "-o", "faulthandler_exit_on_timeout=true"]
# At its end, each suite names its slowest tests and fixtures.
SLOWEST = "--durations=15"
BYTECODE = Path(__file__).resolve().parent.parent / ".machine" / "bytecode"


def main(words: list[str]) -> int:
    """Run all suites and name the failed ones at the end. Returns the exit code."""
    is_fast = "--fast" in words
    words = [word for word in words if word != "--fast"]
    codes = {"Fast, on SQLite": shown("Fast, on SQLite", [*FAST, *words])} if is_fast else everything(words)
    failed = [name for name, code in codes.items() if code not in {0, NOTHING_WAS_CHOSEN}]
    if failed:
        print(f"\nFailed: {'; '.join(failed)}.")
        return 1
    if set(codes.values()) == {NOTHING_WAS_CHOSEN}:
        print("\nNo test was chosen.")
        return NOTHING_WAS_CHOSEN
    return 0


def everything(words: list[str]) -> dict[str, int]:
    """Run the suites in order. Returns each one's exit code by name."""
    with tempfile.TemporaryDirectory(prefix="uptown-tests-", ignore_cleanup_errors=True) as folder:
        once = {SHARED: folder}
        services.fetch()
        sqlite = shown("On SQLite", [*ON_SQLITE, *words], once)
        folders = only(*WITH_SERVICES, *(["pages"] if "--long" in words else []))
        with scaled() as environment:
            postgres = shown("On PostgreSQL and Redis", [*ON_POSTGRES, *folders, *words], environment | once)
        chromium = shown("In Chromium", [*IN_CHROMIUM, *words], services.libraries() | once)
        ended = {"On SQLite": sqlite, "On PostgreSQL and Redis": postgres, "In Chromium": chromium}
        if words == ["--long"]:
            name = "In Chromium, on many programs"
            ended[name] = shown(name, [*ON_WIDE, *words], services.libraries() | once)
    return ended


def shown(heading: str, words: list[str], environment: dict[str, str] | None = None) -> int:
    """Run a suite with its output on the terminal. Returns its exit code."""
    print(f"\n=== {heading}", flush=True)
    with started(words, environment) as suite:
        return suite.wait()


@contextlib.contextmanager
def scaled() -> Iterator[dict[str, str]]:
    """Start PostgreSQL and Redis. Yields the environment variables that name them."""
    with (
        services.private_folder() as folder,
        services.postgres(folder) as database,
        services.redis(folder) as redis,
    ):
        yield {"DATABASE_URL": database, "REDIS_URL": redis}


@contextlib.contextmanager
def started(
    words: list[str], environment: dict[str, str] | None = None
) -> Iterator["subprocess.Popen[bytes]"]:
    """Start pytest in a separate process, with the settings of one suite. The end of the block kills it."""
    mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    suite = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", SLOWEST, *([] if "--long" in words else AN_END), *words],
        env={**mine, **compiled_once(), **(environment or {})},
    )
    try:
        yield suite
    except KeyboardInterrupt:
        # The suite got the same Ctrl-C from the terminal, and stops its servers and browsers by itself.
        with contextlib.suppress(subprocess.TimeoutExpired):
            suite.wait(PATIENCE)
        raise
    finally:
        suite.kill()
        suite.wait()


def compiled_once() -> dict[str, str]:
    """Environment variables that cache bytecode in ``.machine`` where writing it beside the sources is off.

    The tests start Uptown so often that compiling it each time would take most of their time.
    """
    if not sys.dont_write_bytecode:
        return {}
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(BYTECODE)}


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except NotAvailable as missing:
        raise SystemExit(f"\n{missing}") from missing
    except KeyboardInterrupt:
        raise SystemExit(130) from None
