"""The order of the tie-breaks, chosen in a real browser, and what a team then reads of its chances."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site
from tests.looking import objections, too_wide

pytestmark = pytest.mark.browser

DAY = """
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True, advance_count=2)
build.teams(event, 4)
build.played_phase_one(event, rounds=2)
still_clock(event, build.at(16, 2))
first = event.teams.get(number=1)
print("\\n", event.slug, build.organizer(event).badge.secret, first.badge.secret)
"""


def page_of(site: Site, browser: Browser, secret: str, **how: object) -> Page:
    page = browser.new_context(viewport={"width": 360, "height": 740}, **how).new_page()
    page.goto(f"{site.address}/join/{secret}/")
    return page


@pytest.mark.parametrize("has_script", [True, pytest.param(False, marks=pytest.mark.long)])
def test_the_order_is_put_together_with_and_without_a_script(live_site, browser, has_script):
    site = live_site
    slug, organizer, team = site.shell(DAY).splitlines()[-1].split()
    ann = page_of(site, browser, organizer, java_script_enabled=has_script)
    ann.goto(f"{site.address}/{slug}/event/")
    ann.locator("#everything-else > summary").click()
    fold = ann.locator("#tie-breaks")
    fold.locator("summary").click()

    fold.get_by_role("button", name="Add: Opponents’ strength (Buchholz)").click()
    expect(fold.locator("[data-key=buchholz] .tie-break-place")).to_have_text("6")
    fold.get_by_role("button", name="Move up: Points").click()
    expect(fold.locator("[data-key=points] .tie-break-place")).to_have_text("3")
    if has_script:
        for width in (320, 360, 1280):
            ann.set_viewport_size({"width": width, "height": 800})
            assert (width, too_wide(ann), objections(ann)) == (width, [], [])
    ann.get_by_role("button", name="Save", exact=True).last.click()

    ann.locator("#everything-else > summary").click()
    expect(ann.locator("#tie-breaks .fold-now")).to_contain_text(
        "Games won, hands won, points, hand difference"
    )
    katz = page_of(site, browser, team)
    expect(katz.locator("[data-own-said]")).to_have_text(
        katz.locator(".is-mine").get_attribute("data-said") or "nothing"
    )
