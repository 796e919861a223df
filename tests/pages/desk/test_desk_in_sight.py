"""The desk in a real browser: a pressed button stays under the finger."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.conftest import Site

pytestmark = pytest.mark.browser

SCENE = """
from tests import build
from tests.pages.visit import still_clock
from tournament.commands.badges import give_badge
from tournament.models import Role
event = build.event(is_practice=True)
build.teams(event, 80)
still_clock(event, build.MEET)
dee = give_badge(event=event, role=Role.DESK, name="Dee", by=build.organizer(event), at=build.MEET)
print("\\n", event.slug, dee.secret)
"""


@pytest.fixture
def at_the_desk(live_site: Site, browser: Browser) -> Page:
    slug, secret = live_site.shell(SCENE).splitlines()[-1].split()
    page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True).new_page()
    page.goto(f"{live_site.address}/join/{secret}/")
    page.goto(f"{live_site.address}/{slug}/desk/")
    return page


def test_a_row_that_was_pressed_stays_in_sight_and_the_next_window_begins_at_its_top(
    at_the_desk: Page,
) -> None:
    page, desk = at_the_desk, at_the_desk.url
    page.get_by_label("First player").fill("Half a name")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("[data-number='51']")).to_be_in_viewport()
    expect(page).to_have_url(f"{desk}?page=2")
    expect(page.get_by_label("First player")).to_have_value("Half a name")

    row = page.locator("[data-number='60']")
    row.get_by_role("button", name="$10 team").click()

    expect(row).to_contain_text("gave")
    expect(row).to_be_in_viewport()

    page.get_by_label("Find somebody").fill("77")

    expect(page.locator("[data-number]")).to_have_count(1)
    expect(page).to_have_url(f"{desk}?q=77&state=")


@pytest.mark.long
def test_a_search_is_shown_although_a_refresh_replaced_the_list_while_it_was_on_its_way(
    at_the_desk: Page,
) -> None:
    page = at_the_desk
    held: dict[bool, Route] = {}

    def hold(route: Route) -> None:
        held["q=77" in route.request.url] = route

    page.route("**/desk/**", hold)
    with page.expect_request("**/desk/"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('uptown:changed'))")
    with page.expect_request("**/desk/?q=77**"):
        page.get_by_label("Find somebody").fill("77")

    board = page.locator("#desk-board").element_handle()
    held[False].continue_()
    page.wait_for_function("board => !board.isConnected", arg=board)
    held[True].continue_()

    expect(page.locator("[data-number]")).to_have_count(1)
