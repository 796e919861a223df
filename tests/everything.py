"""Run every test there is: ``./uptown test``, or with ``--fast`` those that take no minute.

What follows goes to pytest: ``./uptown test --fast tests/rules -k renege``; so does ``--long``, with which
days are lived whole, forms are filled in at every moment of them, pages are opened for a new word, and
twenty times as many random examples are tried.
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
# Names the folder of what is made once for all tests: empty tables, a day that was lived.
SHARED = "UPTOWN_TESTS_SHARED"
# Tests of one file stay together, as they share an event or a server; an idle worker takes from the other.
TOGETHER = ["-n", "2", "--dist", "worksteal"]
# Where most wait for a server, a file or each other now and then.
CLOSER = ["-n", "3", "--dist", "worksteal"]
TESTS = Path(__file__).resolve().parent


def only(*folders: str) -> list[str]:
    """Leave the other folders unread: to collect all tests takes each process ten seconds."""
    others = (path.name for path in TESTS.iterdir() if path.is_dir() or path.name.startswith("test_"))
    return [f"--ignore=tests/{name}" for name in sorted(others) if name not in folders]


# What needs no browser and no patience: see ``tests/quick.py``.
FAST = [
    *TOGETHER,
    "--quick",
    "--no-migrations",
    *only("accounts", "pages", "rules", "scoring", "seasons", "server", "tournament"),
    "-m",
    "not slow and not browser and not scaled",
]
ON_SQLITE = [*CLOSER, "-m", "not browser and not scaled"]
# What a database can break, and what needs these; pages are looked at once, or with ``--long`` twice.
WITH_SERVICES = ("attacks", "chaos", "scoring", "seasons", "server", "tournament")
ON_POSTGRES = [*CLOSER, "-m", "(both or scaled) and not embedded"]
# The journeys, as people live them.
WITH_A_BROWSER = ("journeys", "pages", "server")
IN_CHROMIUM = [*CLOSER, "-m", "browser", *only(*WITH_A_BROWSER)]
# Some of them once more with ``--long``, in the layout for many machines: streams, the desk, and what waits
# on a phone while it has no signal.
ON_WIDE = ["-m", "browser", "--wide", "tests/journeys/test_live.py", "tests/journeys/test_the_desk.py"]
ON_WIDE += ["tests/journeys/test_what_is_told.py", "tests/journeys/outbox/test_outbox.py"]
# The seconds that a suite has to stop what it started.
PATIENCE = 30
# A test that waits forever (for a browser or a server that is gone) ends after ten minutes: pytest says where
# it waited, and a new process takes the tests that are left. Whole days take longer.
AN_END = ["-o", "faulthandler_timeout=600", "-o", "faulthandler_exit_on_timeout=true"]
BYTECODE = Path(__file__).resolve().parent.parent / ".machine" / "bytecode"


def main(words: list[str]) -> int:
    """Run the suites, all of them; say in the end which one failed."""
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
    """How each suite ended. One after the other: two at a time only take each other's time."""
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
    """Run a suite before everybody's eyes."""
    print(f"\n=== {heading}", flush=True)
    with started(words, environment) as suite:
        return suite.wait()


@contextlib.contextmanager
def scaled() -> Iterator[dict[str, str]]:
    """The environment of a scaled Uptown, while the block runs."""
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
    """Pytest in a separate process, as each suite has other settings; it ends with the block."""
    mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    suite = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", *([] if "--long" in words else AN_END), *words],
        env={**mine, **compiled_once(), **(environment or {})},
    )
    try:
        yield suite
    except KeyboardInterrupt:
        # Ctrl-C goes to everybody at the terminal: the suite ends its servers and browsers by itself.
        with contextlib.suppress(subprocess.TimeoutExpired):
            suite.wait(PATIENCE)
        raise
    finally:
        suite.kill()
        suite.wait()


def compiled_once() -> dict[str, str]:
    """Where Python keeps what it compiled, if the machine wants nothing of it beside the sources.

    The tests start Uptown so often that compiling it each time would be most of the work.
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
