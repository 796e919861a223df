"""What the page itself works while a referee enters a hand with four taps: a stopwatch in a real Chromium.

Its own work is the time in which the page's main thread was busy, by Chromium's own count, from the first tap
until the next hand can be entered: scripts, layout and painting. Waiting for the server is no work.
"""

import os
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import CDPSession, Page, expect, sync_playwright

from tests import services

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
AIM = 0.150


def four_taps(side: str) -> tuple[str, ...]:
    """What is tapped, one after the other, for a made 4 uptown."""
    tile = "label:has(> input[name={}][value='{}'])".format
    return (
        tile("bidder", side),
        tile("bid", "4 uptown"),
        tile("books", "10"),
        ".save-bar .button--deed",
    )


def page_work(page: Page, watch: CDPSession, side: str, place: int) -> float:
    """Enter a hand; the seconds in which the page itself was at work."""
    before = _busy(watch)
    for target in four_taps(side):
        page.locator(target).first.tap()
    expect(page.locator(f".hands .hand >> nth={place - 1}")).to_be_visible(timeout=30_000)
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0, timeout=30_000)
    return _busy(watch) - before


def stopwatch(page: Page) -> CDPSession:
    """Chromium's own count of what a page works."""
    watch = page.context.new_cdp_session(page)
    watch.send("Performance.enable")
    return watch


def _busy(watch: CDPSession) -> float:
    metrics = watch.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def measure_pages(port: int, hall: dict[str, Any], *, sides: tuple[str, ...], games: int) -> Iterator[float]:
    """Enter the hands of so many games on a phone; the page's own work for each."""
    chromium = services.find("chromium", package="chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
            env={**os.environ, **services.libraries()},
        )
        page = browser.new_context(**PHONE, base_url=f"http://127.0.0.1:{port}").new_page()
        page.goto(f"/join/{hall['secret']}/")
        for game in hall["games"][:games]:
            page.goto(f"/{hall['slug']}/game/{game}/")
            watch = stopwatch(page)
            for place, side in enumerate(sides, start=1):
                yield page_work(page, watch, side, place)
        browser.close()
