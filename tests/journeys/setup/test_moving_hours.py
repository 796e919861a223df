"""Phase I is moved on the settings form: what hangs on it follows, what was typed stays (E-220)."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Site
from tests.looking import objections, too_wide
from tests.scenes import SCENE

pytestmark = pytest.mark.browser


def test_the_form_moves_what_hangs_on_phase_one_and_leaves_what_was_typed(live_site: Site, browser: Browser):
    slug, secret = json.loads(live_site.shell(SCENE).splitlines()[-1])
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"{live_site.address}/join/{secret}/")
    page.goto(f"{live_site.address}/{slug}/event/")
    page.locator("summary", has_text="Meet & greet is at").click()

    page.get_by_label("Awards").fill("22:30")
    page.get_by_label("Phase I", exact=True).fill("18:00")

    expect(page.get_by_label("Phase II", exact=True)).to_have_value("20:00")
    expect(page.get_by_label("Awards")).to_have_value("22:30")
    expect(page.locator("#hours-moved")).to_contain_text("meet & greet to 5:00 PM and Phase II to 8:00 PM")
    expect(page.locator("#now-breaks")).to_contain_text("6:30, 7:00, 7:30, 8:00")
    expect(page.locator("#now-through")).to_contain_text("from 8:00 PM to 10:30 PM")
    assert page.evaluate("document.activeElement.name") == "phase_one_at"
    assert objections(page) == []
    assert too_wide(page) == []
    page.get_by_role("button", name="Save", exact=True).last.click()
    expect(page.get_by_text("Saved. Every screen shows it now.")).to_be_visible()
