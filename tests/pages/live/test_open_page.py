"""An open page in a real browser: it hears of changes, says how fresh it is, and its clocks tick."""

import re
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from pages.mark import MARK
from tests.conftest import Site, served

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en"><head><title>Probe</title>
<script src="/static/django_htmx/htmx-2.min.js" defer></script>
<script src="/static/js/swaps.js" defer></script>
<script src="/static/js/live.js" defer></script></head>
<body><main data-live="/live/summer"><span data-fresh></span>
<p id="fetched" hx-get="/probe/fragment" hx-trigger="uptown:changed from:body">as it was</p>
<button hx-post="/probe/refuse" hx-target="#fetched">Call the round</button>
<button hx-post="/probe/lost" hx-target="#fetched">Save the hand</button>
<button hx-post="/probe/closed" hx-target="#fetched">Save another</button>
<div role="status" data-unsent></div>
<template data-unsent-because="silence">Not sent.</template>
<template data-unsent-because="closed">Closed.</template>
<time data-until="2026-06-27T16:00:00-05:00"
 data-now="2026-06-27T15:59:54-05:00" data-speed="%(speed)s"></time>
</main></body></html>"""

# As the hall's computer answers.
OURS = {"Content-Type": "text/html", MARK: "here"}
REFUSAL = '<b role="alert">Four games need four tables.</b>'


def open_page(page: Page, site: Site, *, speed: int = 0) -> None:
    """A page like any of ours, with one clock, and one fragment that counts how often it was fetched."""
    fetched = count(1)

    def answer(route: Route) -> None:
        if route.request.url.endswith("refuse"):
            route.fulfill(status=422, headers=OURS, body=REFUSAL)
            return
        if route.request.url.endswith("lost"):
            route.abort()
            return
        if route.request.url.endswith("closed"):
            route.fulfill(status=403, headers=OURS, body="")
            return
        is_fragment = route.request.url.endswith("fragment")
        body = f"fetched {next(fetched)}" if is_fragment else PAGE % {"speed": speed}
        route.fulfill(headers=OURS, body=body)

    page.route(re.compile("/probe"), answer)
    page.goto(f"{site.address}/probe")
    expect(page.locator("[data-fresh=live]")).to_have_text("live")


def change_something(site: Site) -> None:
    site.shell(
        "from tests import build; from tournament.models import Event; "
        "build.team(Event.objects.get(), is_here=False)",
    )


@pytest.fixture
def summer(live_site: Site) -> Site:
    """A served event with the slug ``summer``."""
    live_site.shell("from tests import build; build.event(name='Summer')")
    return live_site


def test_a_page_fetches_its_fragment_again_when_the_event_changed(page: Page, summer: Site):
    open_page(page, summer)
    expect(page.locator("#fetched")).to_have_text("fetched 1")

    change_something(summer)

    expect(page.locator("#fetched")).to_have_text("fetched 2")


@pytest.mark.parametrize("signal", ["online", "a beat of the stream"])
def test_a_refresh_that_did_not_arrive_comes_when_there_is_signal_again(page: Page, summer: Site, signal):
    open_page(page, summer)
    expect(page.locator("#fetched")).to_have_text("fetched 1")
    page.route("**/probe/fragment", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        change_something(summer)
    expect(page.locator("#fetched")).to_have_text("fetched 1")

    page.unroute("**/probe/fragment")
    if signal == "online":
        page.evaluate("dispatchEvent(new Event('online'))")

    expect(page.locator("#fetched")).to_have_text("fetched 2")


def test_what_was_refused_stays_to_be_read_when_the_event_changes(page: Page, summer: Site):
    open_page(page, summer)
    expect(page.locator("#fetched")).to_have_text("fetched 1")
    page.get_by_role("button", name="Call the round").click()
    expect(page.get_by_role("alert")).to_be_visible()

    change_something(summer)

    page.wait_for_timeout(3000)
    expect(page.get_by_role("alert")).to_have_text("Four games need four tables.")
    expect(page.locator("#fetched")).to_have_text("fetched 2", timeout=15_000)


def test_a_press_that_did_not_arrive_is_said_and_forgotten_with_the_next(page: Page, summer: Site):
    open_page(page, summer)

    page.get_by_role("button", name="Save the hand").click()
    expect(page.get_by_role("status")).to_have_text("Not sent.")
    page.get_by_role("button", name="Save another").click()
    expect(page.get_by_role("status")).to_have_text("Closed.")
    page.get_by_role("button", name="Call the round").click()

    expect(page.get_by_role("status")).to_be_empty()


def test_a_clock_ticks_to_zero_by_the_events_time_and_then_asks(page: Page, summer: Site):
    open_page(page, summer, speed=1)

    expect(page.locator("time")).to_have_text(re.compile("0:0[1-5]"))
    expect(page.locator("time")).to_have_text("0:00", timeout=10_000)
    expect(page.locator("#fetched")).to_have_text("fetched 2")


def test_a_clock_that_stands_still_shows_what_is_left(page: Page, summer: Site):
    open_page(page, summer, speed=0)

    expect(page.locator("time")).to_have_text("0:06")
    page.wait_for_timeout(1200)
    expect(page.locator("time")).to_have_text("0:06")


def test_a_page_says_since_when_it_is_offline(page: Page, tmp_path: Path):
    with served(tmp_path, "--no-demo") as site:
        site.shell("from tests import build; build.event(name='Summer')")
        open_page(page, site)

    expect(page.locator("[data-fresh=offline]")).to_have_text(
        re.compile(r"^offline since \d+:\d\d"), timeout=10_000
    )
