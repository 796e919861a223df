"""Failures between a phone and the server: the page recovers by itself within half a minute."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.conftest import Site, served

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Half a minute, and a margin for a busy machine.
PATIENCE = 60_000
NO_STREAM = """
delete window.SharedWorker;
window.EventSource = class {
  static CONNECTING = 0;
  static CLOSED = 2;
  readyState = 2;
  addEventListener(name, tell) { if (name === "error") setTimeout(tell); }
  close() {}
};
"""
SUMMER = "from tests import build; print(build.event(name='Summer').slug)"
MORE = (
    "from tests import build; from tournament.models import Event; build.team(Event.objects.get(slug='{}'))"
)


def standings(site: Site, slug: str, browser: Browser, script: str = "delete window.SharedWorker;") -> Page:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script(script)
    page = context.new_page()
    page.goto(f"{site.address}/{slug}/standings/")
    expect(page.locator("#standings-table")).to_contain_text("Nobody here yet")
    page.evaluate("window.isTheSame = true")
    return page


@pytest.fixture
def summer(live_site: Site) -> str:
    return live_site.shell(SUMMER)


def is_right(page: Page) -> None:
    expect(page.locator("#standings-table")).to_contain_text("1 team", timeout=PATIENCE)
    assert page.evaluate("window.isTheSame")


def test_where_no_stream_can_be_opened_the_page_asks(live_site: Site, summer: str, browser: Browser):
    page = standings(live_site, summer, browser, NO_STREAM)

    live_site.shell(MORE.format(summer))

    is_right(page)


def test_where_a_proxy_holds_the_stream_back_the_page_asks(live_site: Site, summer: str, browser: Browser):
    def swallow(route: Route) -> None:
        if "poll" in route.request.url:
            route.continue_()

    page = standings(live_site, summer, browser)
    page.route("**/live/**", swallow)
    page.reload()
    page.evaluate("window.isTheSame = true")

    live_site.shell(MORE.format(summer))

    is_right(page)


def test_a_page_outlives_a_server_that_is_started_again(browser: Browser, tmp_path: Path):
    with served(tmp_path, "--no-demo") as site:
        slug = site.shell(SUMMER)
        page = standings(site, slug, browser)
        worker = standings(site, slug, browser, "")
        port = str(urlsplit(site.address).port)
    expect(page.locator("[data-fresh=offline]")).to_be_attached(timeout=PATIENCE)
    site.shell(MORE.format(slug))

    with served(tmp_path, "--no-demo", "--port", port):
        is_right(page)
        is_right(worker)


A_DESK = """
from tests import build
from tournament.badges.commands_badges import give_badge
event = build.event()
by = build.organizer(event)
print(event.slug, give_badge(event=event, role="desk", name="Di", by=by, at=build.MEET).secret)
"""


def test_behind_an_unknown_tunnel_a_press_says_so_and_keeps_what_was_typed(live_site: Site, browser: Browser):
    def tunnel(route: Route) -> None:
        origin = live_site.address.replace("http:", "https:")
        answer = route.fetch(headers={**route.request.all_headers(), "origin": origin})
        route.fulfill(response=answer)

    slug, secret = live_site.shell(A_DESK).split()
    page = browser.new_page()
    page.goto(f"{live_site.address}/join/{secret}/")
    page.goto(f"{live_site.address}/{slug}/desk/")
    page.route("**/desk/**", tunnel)

    page.get_by_text("Register a walk-up").click()
    page.fill("#id_player_1", "Ann")
    page.fill("#id_player_2", "Ray")
    page.press("#id_player_2", "Enter")

    expect(page.locator("[data-unsent]")).to_contain_text("start Uptown with UPTOWN_HTTPS=1")
    expect(page.locator("#id_player_1")).to_have_value("Ann")
