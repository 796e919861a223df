"""The work of the page itself while a referee enters a hand with four taps, measured in a real Chromium.

This is what the page's main thread does from the first tap until everything that the hand caused is done:
scripts, style, layout, painting, and what the browser does for them, such as dispatching events, reading
responses and collecting garbage. What comes after the save counts too: the refresh by the stream, and caching
the page for a reload without signal.

A tap is a touch event that Chromium dispatches. Elements are looked up beforehand, and their positions in the
browser, so that no code of the benchmark runs in the page. ``at_work`` is processor time. ``busy`` is
wall-clock time, in which other processes may have had the processor. Waiting for the server is in neither.
The four parts add up to ``at_work``.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, expect, sync_playwright

from tests import services

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
AIM = 0.150
BETWEEN_TAPS = 600
SCROLLING = 150
AFTERWARDS = 3_000  # By then the stream has sent the hand, and the page is cached.
PATIENCE = 30_000
PARTS = {"script": "ScriptDuration", "style": "RecalcStyleDuration", "layout": "LayoutDuration"}


@dataclass(frozen=True, kw_only=True)
class PageWork:
    """A page's work for one hand, in seconds."""

    at_work: float
    busy: float
    script: float
    style: float
    layout: float

    @property
    def rest(self) -> float:
        """All but script, style and layout: mostly painting."""
        return self.at_work - self.script - self.style - self.layout


class Stopwatch:
    """Chromium's own measurement of a page's work, in processor time and in wall-clock time."""

    def __init__(self, page: Page) -> None:
        self.page, self.finger = page, page.context.new_cdp_session(page)
        self._processor, self._clock = (
            self._watch("threadTicks"),
            self._watch("timeTicks"),
        )

    def _watch(self, ticks: str) -> CDPSession:
        watch = self.page.context.new_cdp_session(self.page)
        watch.send("Performance.enable", {"timeDomain": ticks})
        return watch

    def read(self) -> dict[str, float]:
        """The work since the page was opened."""
        processor, clock = _metrics(self._processor), _metrics(self._clock)
        parts = {part: processor[name] for part, name in PARTS.items()}
        return {"at_work": processor["TaskDuration"], "busy": clock["TaskDuration"], **parts}


def _metrics(watch: CDPSession) -> Mapping[str, float]:
    return {each["name"]: each["value"] for each in watch.send("Performance.getMetrics")["metrics"]}


def four_taps(side: str) -> tuple[str, ...]:
    """The selectors to tap, in order, for a made 4 uptown."""
    tile = "label:has(> input[name={}][value='{}'])".format
    return (
        tile("bidder", side),
        tile("bid", "4 uptown"),
        tile("books", "10"),
        ".save-bar .button--action",
    )


def page_work(page: Page, watch: Stopwatch, side: str, sequence: int) -> PageWork:
    """Enter a hand, and return the page's own work for it."""
    *tiles, save = [_thing(watch.finger, target) for target in four_taps(side)]
    page.wait_for_timeout(AFTERWARDS)
    before = watch.read()
    for tile in tiles:
        _tap(watch, tile)
        page.wait_for_timeout(BETWEEN_TAPS)
    with page.expect_response("**/hand/", timeout=PATIENCE):
        _tap(watch, save)
    page.wait_for_timeout(AFTERWARDS)
    after = watch.read()
    expect(page.locator(f".hands .hand >> nth={sequence - 1}")).to_be_visible(timeout=PATIENCE)
    return PageWork(**{name: after[name] - before[name] for name in before})


def _thing(finger: CDPSession, target: str) -> str:
    """The id by which Chromium knows the element to tap."""
    found = finger.send("Runtime.evaluate", {"expression": f'document.querySelector("{target}")'})
    return str(found["result"]["objectId"])


def _tap(watch: Stopwatch, thing: str) -> None:
    """Scroll to an element and touch its middle."""
    watch.finger.send("DOM.scrollIntoViewIfNeeded", {"objectId": thing})
    watch.page.wait_for_timeout(SCROLLING)
    corners = watch.finger.send("DOM.getContentQuads", {"objectId": thing})["quads"][0]
    middle = {"x": (corners[0] + corners[4]) / 2, "y": (corners[1] + corners[5]) / 2}
    watch.finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [middle]})
    watch.finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def measure_pages(
    port: int, hall: dict[str, Any], *, sides: tuple[str, ...], games: int
) -> Iterator[PageWork]:
    """Enter the hands of the first ``games`` games on a phone; yields the page's own work for each hand."""
    with sync_playwright() as playwright:
        browser = _chromium(playwright.chromium)
        page = browser.new_context(**PHONE, base_url=f"http://127.0.0.1:{port}").new_page()
        page.goto(f"/join/{hall['secret']}/")
        for game in hall["games"][:games]:
            page.goto(f"/{hall['slug']}/game/{game}/")
            watch = Stopwatch(page)
            for sequence, side in enumerate(sides, start=1):
                yield page_work(page, watch, side, sequence)
        browser.close()


def _chromium(kind: Any) -> Browser:
    chromium: Browser = kind.launch(
        executable_path=services.find("chromium", package="chromium"),
        args=["--no-sandbox"] if os.geteuid() == 0 else [],
        env={**os.environ, **services.libraries()},
    )
    return chromium


def work_in_words(works: list[PageWork]) -> str:
    """A line with the page's own work for a hand, the median, and its parts."""
    parts = ", ".join(f"{part} {_middle(works, part):.0f}" for part in ("script", "style", "layout", "rest"))
    return (
        f"  the page's own work for a hand: median {_middle(works, 'at_work'):.0f} ms of {len(works)}"
        f" ({parts}); by the clock {_middle(works, 'busy'):.0f} ms"
    )


def shortfall(works: list[PageWork]) -> Iterator[str]:
    """A sentence if the aim is missed."""
    worked = _middle(works, "at_work")
    if worked >= AIM * 1000:
        yield f"The page works {worked:.0f} ms for a hand, not under {AIM * 1000:.0f} ms."


def _middle(works: list[PageWork], part: str) -> float:
    return 1000 * float(median(getattr(work, part) for work in works))
