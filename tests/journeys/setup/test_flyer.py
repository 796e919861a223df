"""From a flyer to an open event, and pages of set-up that fit on two screens."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site
from tests.looking import objections, too_wide
from tests.scenes import SCENE

pytestmark = pytest.mark.browser

FLYER = (Path(__file__).parents[2] / "flyers" / "fahrenheit.txt").read_text()
ANN = """
from django.contrib.auth import get_user_model
ann, _ = get_user_model().objects.get_or_create(username="ann", is_staff=True)
ann.set_password("a-long-password-1")
ann.save()
"""
TWO_SCREENS = 1600


def signed_in(site: Site, browser: Browser, width: int) -> Page:
    site.shell(ANN)
    page = browser.new_context(viewport={"width": width, "height": 800}).new_page()
    page.goto(f"{site.address}/sign-in/?next=/new/")
    page.locator("[name=login]").fill("ann")
    page.locator("[name=password]").fill("a-long-password-1")
    page.locator("[name=password]").press("Enter")
    expect(page.get_by_role("heading", name="A new event")).to_be_visible()
    return page


@pytest.mark.parametrize("width", [360, 1280])
def test_a_flyer_is_an_open_event_after_three_presses_and_a_paste(
    live_site: Site, browser: Browser, width: int
):
    page = signed_in(live_site, browser, width)

    page.locator("summary", has_text="Paste your flyer").click()
    page.get_by_label("Your flyer").fill(FLYER)
    page.get_by_role("button", name="Read the flyer").click()
    expect(page.get_by_role("heading", name="Your flyer was read")).to_be_visible()
    assert objections(page) == []
    assert too_wide(page) == []
    page.locator("#id_held_on").fill("2031-06-28")
    page.get_by_role("button", name="Open the event").first.click()

    expect(page.get_by_text("is open. Today says what comes next")).to_be_visible()


def test_no_page_of_set_up_is_longer_than_two_screens(live_site: Site, browser: Browser):
    page = signed_in(live_site, browser, 1280)
    slug, secret = json.loads(live_site.shell(SCENE).splitlines()[-1])

    lengths = {}
    for address in (
        "new/",
        f"join/{secret}/",
        *(f"{slug}/{path}/" for path in ("event", "people", "phones")),
    ):
        page.goto(f"{live_site.address}/{address}")
        lengths[address] = page.evaluate("document.documentElement.scrollHeight")

    assert {address: high for address, high in lengths.items() if high > TWO_SCREENS} == {}


def test_a_line_of_the_flyer_opens_its_fields_and_changes_as_they_do(live_site: Site, browser: Browser):
    slug, secret = json.loads(live_site.shell(SCENE).splitlines()[-1])
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"{live_site.address}/join/{secret}/")
    page.goto(f"{live_site.address}/{slug}/event/")

    page.locator("summary", has_text="A team that is not seated").click()
    page.get_by_label("Minutes to be seated").fill("9")
    page.get_by_label("Minutes to be seated").press("Tab")

    expect(page.locator("#now-late")).to_contain_text("not seated 9 minutes after")
    page.locator("summary", has_text="Everything else").click()
    page.get_by_label("Find a setting").fill("wi-fi")
    expect(page.locator("#everything-else details:visible")).to_have_count(1)
    assert objections(page) == []
    assert too_wide(page) == []
    page.get_by_role("button", name="Save", exact=True).last.click()
    expect(page.get_by_text("Saved. Every screen shows it now.")).to_be_visible()
    expect(page.locator("#now-late")).to_contain_text("not seated 9 minutes after")
