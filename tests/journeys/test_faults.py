"""What goes wrong between a phone and the hall: the page is right again by itself, within half a minute."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.conftest import Site, served

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# The half minute, and what a busy machine adds to it.
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
MORE = "from tests import build; from tournament.models import Event; build.team(Event.objects.get())"


def standings(site: Site, browser: Browser, script: str = "delete window.SharedWorker;") -> Page:
    """A phone with the standings, where nobody is yet."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script(script)
    page = context.new_page()
    page.goto(f"{site.address}/summer/standings/")
    expect(page.locator("#standings-table")).to_contain_text("Nobody here yet")
    page.evaluate("window.isTheSame = true")
    return page


@pytest.fixture
def summer(live_site: Site) -> Site:
    live_site.shell("from tests import build; build.event(name='Summer')")
    return live_site


def is_right(page: Page) -> None:
    expect(page.locator("#standings-table")).to_contain_text("1 team", timeout=PATIENCE)
    assert page.evaluate("window.isTheSame")


def test_where_no_stream_can_be_opened_the_page_asks(summer: Site, browser: Browser):
    page = standings(summer, browser, NO_STREAM)

    summer.shell(MORE)

    is_right(page)


def test_where_a_proxy_holds_the_stream_back_the_page_asks(summer: Site, browser: Browser):
    def swallow(route: Route) -> None:
        if "poll" in route.request.url:
            route.continue_()

    page = standings(summer, browser, "delete window.SharedWorker;")
    page.route("**/live/**", swallow)
    page.reload()
    page.evaluate("window.isTheSame = true")

    summer.shell(MORE)

    is_right(page)


def test_a_page_outlives_a_server_that_is_started_again(browser: Browser, tmp_path: Path):
    with served(tmp_path, "--no-demo") as site:
        site.shell("from tests import build; build.event(name='Summer')")
        page = standings(site, browser)
        worker = standings(site, browser, "")
        port = str(urlsplit(site.address).port)
    expect(page.locator("[data-fresh=offline]")).to_be_attached(timeout=PATIENCE)
    site.shell(MORE)

    with served(tmp_path, "--no-demo", "--port", port):
        is_right(page)
        is_right(worker)
