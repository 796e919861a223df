"""Run every test there is: ``./uptown test``, or with ``--fast`` those that take no minute.

What follows goes to pytest: ``./uptown test --fast tests/rules -k renege``.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from config.debian import NotToBeHad
from tests import services

NOTHING_WAS_CHOSEN = 5
# The rules know no database: once is enough for them.
NO_DATABASE = ["--ignore=tests/rules", "--ignore=tests/house"]
# Neighbours stay together, as they share a hall or a server; who has nothing left takes from the other.
TOGETHER = ["-n", "2", "--dist", "worksteal"]
BYTECODE = Path(__file__).resolve().parent.parent / ".machine" / "bytecode"


def main(words: list[str]) -> int:
    """Run the suites one after the other, all of them; say in the end which one failed."""
    is_fast = "--fast" in words
    words = [word for word in words if word != "--fast"]
    failed = []
    ran = 0
    for name, suite in FAST.items() if is_fast else ALL.items():
        print(f"\n=== {name}", flush=True)
        code = suite(words)
        ran += code != NOTHING_WAS_CHOSEN
        if code not in {0, NOTHING_WAS_CHOSEN}:
            failed.append(name)
    if failed:
        print(f"\nFailed: {'; '.join(failed)}.")
    elif not ran:
        print("\nNo test was chosen.")
        return NOTHING_WAS_CHOSEN
    return 1 if failed else 0


def fast(words: list[str]) -> int:
    """What needs no browser and no patience, on SQLite: see ``tests/quick.py``."""
    return pytest([*TOGETHER, "--quick", "-m", "not slow and not browser and not scaled", *words])


def on_sqlite(words: list[str]) -> int:
    """Everything that needs no browser, on SQLite."""
    return pytest([*TOGETHER, "-m", "not browser and not scaled", *words])


def on_postgres_and_redis(words: list[str]) -> int:
    """Everything that may touch a database, on real ones."""
    with scaled() as environment:
        return pytest([*TOGETHER, "-m", "not browser and not embedded", *NO_DATABASE, *words], environment)


def in_chromium(words: list[str]) -> int:
    """The journeys, as people live them."""
    services.find("chromium", package="chromium")
    services.find_library("atomic", package="libatomic1")  # Playwright's own program needs it.
    return pytest([*TOGETHER, "-m", "browser", *words], services.libraries())


FAST = {"Fast, on SQLite": fast}
ALL = {
    "On SQLite": on_sqlite,
    "On PostgreSQL and Redis": on_postgres_and_redis,
    "In Chromium": in_chromium,
}


@contextlib.contextmanager
def scaled() -> Iterator[dict[str, str]]:
    """The environment of a scaled Uptown, while the block runs."""
    with (
        services.private_folder() as folder,
        services.postgres(folder) as database,
        services.redis(folder) as redis,
    ):
        yield {"DATABASE_URL": database, "REDIS_URL": redis}


def pytest(words: list[str], environment: dict[str, str] | None = None) -> int:
    """Run pytest as a process of its own: each suite reads its settings anew."""
    mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    command = [sys.executable, "-m", "pytest", "-q", *words]
    return subprocess.run(command, env={**mine, **compiled_once(), **(environment or {})}).returncode


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
    except NotToBeHad as missing:
        raise SystemExit(f"\n{missing}") from missing
