"""A first visit on a phone with an empty cache: ``./uptown bench visit``.

Chromium opens the standings and a team's page as a middling phone on a slow mobile network would
(Lighthouse's slow 4G, a fourth of this processor): the bytes and requests until the page is loaded, and the
time to the first contentful paint. ``--tabbycat URL`` says where Tabbycat's public standings are, to compare.

Most requests are scripts: native ES modules, preloaded together and deferred. Joining them needs a parser
of JavaScript, and a phone without a signal needs all of them on any page. So their number
has no aim.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from rules.command_line.whole_numbers import whole
from tests import services
from tools.bench._asker import Asker
from tools.bench._server import Served, inside, served, surroundings
from tools.bench._table import Row, kilobytes, show, status

TEAMS, ROUNDS_PLAYED, TIMES = 40, 2, 3
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
SLOWER = 4
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


@dataclass(frozen=True, kw_only=True)
class Visit:
    bytes: int
    requests: int
    painted: float


def visit(browser: Browser, address: str, cookies: Mapping[str, str]) -> Visit:
    """Open an address with nothing cached."""
    context = browser.new_context(**PHONE)
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    page = context.new_page()
    wire, sent = context.new_cdp_session(page), list[int]()
    wire.on("Network.loadingFinished", lambda each: sent.append(int(each["encodedDataLength"])))
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", NETWORK)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    answer = page.goto(address, wait_until="load")
    assert answer, address
    assert answer.ok, f"{address} answers {answer.status}."
    page.wait_for_function(f"{PAINTED} !== null")
    seen = Visit(bytes=sum(sent), requests=len(sent), painted=page.evaluate(PAINTED) / 1000)
    context.close()
    return seen


def measure(
    browser: Browser, server: Served, environment: Mapping[str, str], tabbycat: str, times: int
) -> Iterator[Row]:
    """Two rows for each page: until it shows something, and what it takes."""
    hall = inside(environment, "hall", TEAMS, ROUNDS_PLAYED)
    team = Asker(server.port, {"slug": hall["slug"], "secret": hall["team"]})
    here = f"http://127.0.0.1:{server.port}/{hall['slug']}/"
    pages: dict[str, tuple[str, Mapping[str, str]]] = {
        "standings": (f"{here}standings/", {}),
        "a team's page": (f"{here}team/", team.cookies),
    }
    if tabbycat:
        pages = {"Tabbycat's standings": (tabbycat, {}), **pages}
    theirs: tuple[float, float] | None = None
    for name, page in pages.items():
        visits = [visit(browser, *page) for _ in range(times)]
        painted, taken = median(each.painted for each in visits), median(each.bytes for each in visits)
        aims = theirs if name == "standings" and theirs else (None, None)
        yield Row(what=f"{name}, first contentful paint", figure=painted, aim=aims[0])
        requests = f"{median(each.requests for each in visits):.0f} requests"
        yield Row(what=f"{name}, until loaded", figure=taken, says=kilobytes, aim=aims[1], beside=requests)
        if tabbycat and theirs is None:
            theirs = painted, taken


def main(arguments: list[str] | None = None) -> int:
    """Measure, and return 1 if an aim is missed."""
    parser = argparse.ArgumentParser(prog="./uptown bench visit", description="A first visit on a phone.")
    parser.add_argument(
        "--times", type=whole(1, 100), default=TIMES, help="report the median of this many visits (3)"
    )
    parser.add_argument("--tabbycat", default="", metavar="URL", help="Tabbycat's public standings")
    options = parser.parse_args(arguments)
    with surroundings() as environment, served(environment) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=services.chromium(),
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
            env={**os.environ, **services.libraries()},
        )
        rows = measure(browser, server, environment, options.tabbycat, options.times)
        return status(show("A first visit on a phone, slow 4G", rows))


if __name__ == "__main__":
    sys.exit(main())
