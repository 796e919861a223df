"""From an empty system to an evening by its name, with its picture on the sheet for the wall."""

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.evenings.known import EVENINGS
from rules.evenings.movement import MOVEMENTS
from tests.conftest import Site
from tests.journeys.test_the_day import NAME, PASSWORD, PHONE, first_link

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EVENING = EVENINGS["progressive-euchre"]


def test_progressive_euchre_is_opened_by_its_name_and_hangs_on_the_wall(empty_site: Site, browser: Browser):
    page = browser.new_context(**PHONE).new_page()
    sign_in(page, empty_site)

    page.get_by_role("link", name=EVENING.about).tap()
    expect(page.locator("#id_name")).to_have_value(EVENING.name)
    page.get_by_text("What counts?").tap()
    expect(page.get_by_role("link", name="One total a game")).to_have_attribute("aria-current", "true")
    page.locator("#id_name").fill("Friday euchre")
    page.get_by_role("button", name="Open the event").first.tap()
    page.wait_for_url(f"{empty_site.address}/friday-euchre/people/")
    page.goto(f"{empty_site.address}/friday-euchre/rules/")

    expect(page.get_by_text(MOVEMENTS["one-seat"].sentence)).to_be_visible()
    expect(page.get_by_text("North stays", exact=True)).to_be_visible()
    # Five tables, from each of which East, South and West go, and a sample of each line in the key.
    expect(page.locator(".movement-table")).to_have_count(5)
    expect(page.locator(".movement-head")).to_have_count(3 * 5 + 3)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]


def sign_in(page: Page, site: Site) -> None:
    page.goto(first_link(site))
    page.locator("[name=username]").fill(NAME)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button").tap()
    page.wait_for_url(f"{site.address}/new/")
