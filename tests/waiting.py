"""Waiting for what another process does."""

import time

import httpx

from tests.conftest import Site
from tests.scenes import WAITING


def soon(is_so, seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if is_so():
                return
        except (OSError, httpx.HTTPError):
            pass
        time.sleep(0.1)
    raise AssertionError("It never was.")


def wait_until_nothing_is_due(site: Site) -> None:
    wait_until(site, "0", WAITING)


def wait_until(site: Site, answer: str, question: str) -> None:
    for _ in range(120):
        if site.shell(question) == answer:
            return
        time.sleep(0.5)
    raise AssertionError(f"Nobody ticks.\n{(site.data / 'server.log').read_text()}")
