"""The panels of the settings page come when they are opened; if one doesn't, its link is there."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Site
from tests.looking import objections, too_wide
from tests.scenes import SCENE

pytestmark = pytest.mark.browser

LATE = ("**/event/fit/", "**/event/shelf/")


@pytest.mark.parametrize("width", [360, 1280])
def test_a_panel_loads_by_itself_and_otherwise_has_a_link(live_site: Site, browser: Browser, width: int):
    slug, secret = json.loads(live_site.shell(SCENE).splitlines()[-1])
    page = browser.new_context(viewport={"width": width, "height": 740}).new_page()
    page.goto(f"{live_site.address}/join/{secret}/")
    held = []
    for address in LATE:
        page.route(address, lambda route: held.append(route))
    page.goto(f"{live_site.address}/{slug}/event/")
    page.locator("summary", has_text="After each round").click()
    expect(page.locator("#movement .movement-sentence")).to_be_visible()
    page.locator("summary", has_text="Does Phase I fit the hall?").click()
    expect(page.locator("#fit .panel-loading")).to_be_visible()

    held[0].abort()
    expect(page.locator("#fit")).not_to_contain_text("Loading…", use_inner_text=True)
    assert objections(page) == []
    assert too_wide(page) == []
    page.unroute_all()
    page.locator("#fit").get_by_role("link", name="Show").click()

    expect(page).to_have_url(f"{live_site.address}/{slug}/event/fit/")
    expect(page.locator("#fit")).to_contain_text("2 to 200 teams")
    page.get_by_role("link", name="All settings").click()
    page.locator("summary", has_text="Copy, archive or delete").click()
    page.locator("#shelf summary", has_text="Delete this event").click()
    page.get_by_role("button", name="Yes, delete it in a day").click()
    expect(page.locator("#shelf")).to_contain_text("It will be deleted with everything in it after")
    expect(page).to_have_url(f"{live_site.address}/{slug}/event/")
    assert objections(page) == []
    assert too_wide(page) == []
