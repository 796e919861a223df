"""An open page in a real browser: it hears of changes, shows how fresh it is, and its clocks tick."""

import re
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from server.http.mark import MARK
from tests.conftest import Site, served
from tools.rehearsal.browser import SmallBrowser
from tools.rehearsal.cast import Referee

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en"><head><title>Probe</title>
<script src="/static/django_htmx/htmx-2.min.js" defer></script>
<script type="module" src="/static/js/main.js"></script></head>
<body><main data-live="/live/SUMMER" data-worker="/static/js/stream_worker.js"><span data-fresh></span>
<p id="fetched" hx-get="/probe/fragment" hx-trigger="uptown:changed from:body">as it was</p>
<button hx-post="/probe/refuse" hx-target="#fetched">Call the round</button>
<button hx-post="/probe/lost" hx-target="#fetched">Save the hand</button>
<button hx-post="/probe/closed" hx-target="#fetched">Save another</button>
<div role="status" data-unsent></div>
<template data-unsent-because="silence">Not sent.</template>
<template data-unsent-because="closed">Closed.</template>
<p id="own" data-games="7 77" hx-get="/probe/own" hx-trigger="uptown:changed from:body">as it was</p>
<div id="standings-table" hx-get="/SUMMER/standings/table/" data-shared
 hx-trigger="uptown:changed from:body">as it was</div>
<time data-until="2026-06-27T16:00:00-05:00">0:30</time>
</main></body></html>"""

# The headers of our own server.
OURS = {"Content-Type": "text/html", MARK: "here"}
REFUSAL = '<b role="alert">Four games need four tables.</b>'


def open_page(page: Page, summer: "Summer") -> None:
    """A page like any of ours, with a clock, and fragments that count how often they were fetched."""
    fetched, own = count(1), count(1)
    answers = {
        "probe": lambda: {"body": PAGE.replace("SUMMER", summer.slug)},
        "fragment": lambda: {"body": f"fetched {next(fetched)}"},
        "own": lambda: {"body": f"own {next(own)}"},
        "refuse": lambda: {"body": REFUSAL, "status": 422},
        "closed": lambda: {"body": "", "status": 403},
    }

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name == "lost":
            route.abort()
        else:
            route.fulfill(headers=OURS, **answers[name]())

    # With a service worker, the request would bypass the route.
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.route(re.compile("/probe"), answer)
    page.goto(f"{summer.site.address}/probe")
    expect(page.locator("[data-fresh=live]")).to_have_text("live")


@dataclass(frozen=True)
class Summer:
    """A served event, and a way to change it."""

    site: Site
    slug: str

    def happens(self, action: str) -> None:
        """Run this code with ``event`` on the server."""
        self.site.shell(f"{EVENT.format(self.slug)}; {action}")


EVENT = "from tests import build; from tournament.models import Event; event = Event.objects.get(slug='{}')"
SUMMER = "from tests import build; print(build.event(name='Summer', is_practice={}).slug)"
CHANGE = "build.team(event, is_here=False)"
A_TEAM = "build.team(event)"


@pytest.fixture
def summer(live_site: Site) -> Summer:
    return Summer(live_site, live_site.shell(SUMMER.format("False")))


@pytest.mark.parametrize("signal", ["online", pytest.param("a beat of the stream", marks=pytest.mark.long)])
def test_a_refresh_that_did_not_arrive_comes_when_there_is_signal_again(page: Page, summer: Summer, signal):
    open_page(page, summer)
    expect(page.locator("#fetched")).to_have_text("fetched 1")
    page.route("**/probe/fragment", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        summer.happens(CHANGE)
    expect(page.locator("#fetched")).to_have_text("fetched 1")

    page.unroute("**/probe/fragment")
    if signal == "online":
        page.evaluate("dispatchEvent(new Event('online'))")

    expect(page.locator("#fetched")).to_have_text("fetched 2")


def test_what_was_refused_stays_to_be_read_when_the_event_changes(page: Page, summer: Summer):
    open_page(page, summer)
    expect(page.locator("#fetched")).to_have_text("fetched 1")
    page.get_by_role("button", name="Call the round").click()
    expect(page.get_by_role("alert")).to_be_visible()

    summer.happens(CHANGE)

    page.wait_for_timeout(3000)
    expect(page.get_by_role("alert")).to_have_text("Four games need four tables.")
    expect(page.locator("#fetched")).to_have_text("fetched 2", timeout=15_000)


def test_a_press_that_did_not_arrive_is_said_and_forgotten_with_the_next(page: Page, summer: Summer):
    open_page(page, summer)

    page.get_by_role("button", name="Save the hand").click()
    expect(page.get_by_role("status")).to_have_text("Not sent.")
    page.get_by_role("button", name="Save another").click()
    expect(page.get_by_role("status")).to_have_text("Closed.")
    page.get_by_role("button", name="Call the round").click()

    expect(page.get_by_role("status")).to_be_empty()


# --- the clocks --------------------------------------------------------------------------------------

SET_CLOCK = """
from django.utils import timezone
from tournament.settings.commands_event import set_clock
by = build.organizer(event)
set_clock(event=event, shown=build.at(15, 59, 54), speed={speed}, real=timezone.now(), by=by)
"""


@pytest.fixture
def practice(live_site: Site) -> Summer:
    """A practice event whose clock is stopped six seconds before four."""
    practice = Summer(live_site, live_site.shell(SUMMER.format("True")))
    practice.happens(SET_CLOCK.format(speed=0))
    return practice


def test_a_clock_ticks_to_zero_by_the_events_time_and_then_asks(page: Page, practice: Summer):
    open_page(page, practice)
    expect(page.locator("time:not([data-as-of])")).to_have_text("0:06")

    practice.happens(SET_CLOCK.format(speed=1))

    expect(page.locator("time:not([data-as-of])")).to_have_text(re.compile("0:0[1-5]"))
    expect(page.locator("time:not([data-as-of])")).to_have_text("0:00")
    expect(page.locator("#fetched")).to_have_text("fetched 3")


def test_a_page_that_opens_again_knows_the_time_before_the_stream_says_it(page: Page, practice: Summer):
    open_page(page, practice)
    expect(page.locator("time:not([data-as-of])")).to_have_text("0:06")
    page.route("**/live/**", lambda route: None)  # The stream is silent.
    page.context.add_init_script("delete window.SharedWorker")

    page.reload()

    expect(page.locator("time:not([data-as-of])")).to_have_text("0:06")


# --- fragments that refresh automatically --------------------------------------------------------------

TWO_TABLES = """
from tests import build
from tests.pages.visit import still_clock
event = build.event(name="Summer", is_practice=True)
build.teams(event, 4)
build.called_round(event)
still_clock(event, build.at(15, 3))  # Before anybody is late, which would be another action.
print(event.slug, build.referee(event).badge.secret, *event.games.order_by("pk").values_list("pk", flat=True))
"""
FOUR_MADE = {"bidder": "NS", "bid": "4 uptown", "books": "10"}


def test_what_everybody_sees_is_brought_and_not_fetched(page: Page, summer: Summer):
    fetched = []
    page.on("request", lambda request: fetched.append(request.url))
    open_page(page, summer)
    expect(page.locator("#standings-table")).to_contain_text("Nobody here yet")

    summer.happens(A_TEAM)

    expect(page.locator("#standings-table")).to_contain_text("1 team")
    assert not [address for address in fetched if "standings/table" in address]


def test_what_is_somebodys_own_is_fetched_only_if_it_is_concerned(page: Page, live_site: Site):
    slug, secret, first, second = live_site.shell(TWO_TABLES).splitlines()[-1].split()
    referee = Referee(SmallBrowser(live_site.address), slug)
    referee.join(f"/join/{secret}/")
    open_page(page, Summer(live_site, slug))
    expect(page.locator("#own")).to_have_text("own 1")
    page.evaluate(f"document.getElementById('own').dataset.games = '{first} 99999'")

    referee.enter(int(second), FOUR_MADE)
    expect(page.locator("#fetched")).not_to_have_text("fetched 1")
    expect(page.locator("#own")).to_have_text("own 1")

    referee.enter(int(first), FOUR_MADE)
    expect(page.locator("#own")).not_to_have_text("own 1")


@pytest.mark.parametrize(
    "way", ["through the worker", pytest.param("each page by itself", marks=pytest.mark.long)]
)
def test_a_browser_with_many_windows_has_room_for_one_more(page: Page, summer: Summer, way):
    context = page.context
    if way == "each page by itself":
        context.add_init_script("delete window.SharedWorker")
    windows = [page, *(context.new_page() for _ in range(7))]
    for number, window in enumerate(windows):
        for other in windows[:number] if way == "each page by itself" else ():
            hide(other)
        open_page(window, summer)

    summer.happens(CHANGE)

    expect(windows[-1].locator("#fetched")).to_have_text("fetched 2")


def hide(page: Page) -> None:
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )


def test_a_page_whose_worker_cannot_be_fetched_listens_by_itself(page: Page, summer: Summer):
    page.route("**/standings/", _with_another_worker)
    page.goto(f"{summer.site.address}/{summer.slug}/standings/")

    summer.happens(A_TEAM)

    expect(page.locator("[data-fresh=live]")).to_have_text("live")
    expect(page.locator("#standings-table")).to_contain_text("1 team")


def _with_another_worker(route: Route) -> None:
    answer = route.fetch(max_retries=2)
    body = re.sub(r'data-worker="[^"]*"', 'data-worker="/static/js/nowhere.js"', answer.text())
    route.fulfill(response=answer, body=body)


# --- how fresh ---------------------------------------------------------------------------------------


def test_a_page_says_since_when_it_is_offline(page: Page, tmp_path: Path):
    with served(tmp_path, "--no-demo") as site:
        open_page(page, Summer(site, site.shell(SUMMER.format("False"))))

    expect(page.locator("[data-fresh=offline]")).to_have_text(
        re.compile(r"^offline since \d+:\d\d"), timeout=10_000
    )
