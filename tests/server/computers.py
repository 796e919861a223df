"""An Uptown that doesn't serve: its database, its backups and its workers."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.conftest import (
    ROOT,
    Site,
    begin_with_empty_tables,
    environment_of,
    fresh_database,
)


def new_computer(data):
    return Site(address="", data=data, output="", environment=environment_of(data))


def house(data):
    begin_with_empty_tables(data)
    return new_computer(data)


def house_on_postgres(data, template="", **settings):
    """An Uptown on a separate PostgreSQL database, whose programs need not be on the PATH."""
    data.mkdir()
    own = settings | {"DATABASE_URL": fresh_database(template)}
    return Site(address="", data=data, output="", environment=environment_of(data) | own)


def copied(site):
    return site.manage("backup").removeprefix("The copy is ").strip()


@contextmanager
def workers(site: Site, count: int) -> Iterator[None]:
    """Run Celery workers, each with its own beat, during the block."""
    running = []
    for number in range(count):
        schedule = str(site.data / f"beat-{number}")
        words = ["-A", "config.celery", "worker", "-B", "-s", schedule, "-n", f"worker-{number}", "-c", "1"]
        log = (site.data / f"worker-{number}.log").open("w")
        running.append(
            subprocess.Popen(
                [sys.executable, "-m", "celery", *words],
                cwd=ROOT,
                env=site.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        )
    try:
        yield
    finally:
        for worker in running:
            worker.terminate()
        for worker in running:
            try:
                worker.wait(120)
            finally:
                worker.kill()
