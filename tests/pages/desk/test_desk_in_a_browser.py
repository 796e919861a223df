"""The desk in a real browser: a pressed button stays in sight, and a slow connection holds nobody up."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.conftest import Site
from tests.journeys.hall import until

pytestmark = pytest.mark.browser

SCENE = """
from tests import build
from tests.pages.visit import still_clock
from tournament.badges.commands_badges import give_badge
event = build.event(is_practice=True)
build.team(event, "Kitty Katz")
build.teams(event, {more})
still_clock(event, build.MEET)
dee = give_badge(event=event, role="desk", name="Dee", by=build.organizer(event), at=build.MEET)
print("\\n", event.slug, dee.secret)
"""


def at_the_desk(site: Site, browser: Browser, *, more: int, **screen: object) -> Page:
    """The page of a desk with the Kitty Katz and ``more`` other teams."""
    slug, secret = site.shell(SCENE.format(more=more)).splitlines()[-1].split()
    page = browser.new_context(**screen).new_page()
    page.goto(f"{site.address}/join/{secret}/")
    page.goto(f"{site.address}/{slug}/desk/")
    page.get_by_text("Register a walk-up").click()
    return page


# --- on a phone -----------------------------------------------------------------------------------


@pytest.fixture
def phone(live_site: Site, browser: Browser) -> Page:
    return at_the_desk(live_site, browser, more=79, viewport={"width": 360, "height": 740}, has_touch=True)


def test_a_button_is_pressed_though_its_row_changed_under_the_finger(phone: Page) -> None:
    other = phone.context.new_page()
    other.goto(phone.url)
    phone.evaluate("document.body.addEventListener('uptown:changed', () => { window.heard = true; })")
    phone.locator("[data-number='1']").get_by_role("button", name="$10 team").hover()
    phone.mouse.down()

    other.locator("[data-number='2']").get_by_role("button", name="$10 team").click()
    until(phone, lambda: phone.evaluate("Boolean(window.heard)"))
    # A refresh that doesn't wait has the time to take the button away.
    phone.wait_for_timeout(1000)
    phone.mouse.up()

    for number in (1, 2):
        expect(phone.locator(f"[data-number='{number}']")).to_contain_text("gave")


def test_a_press_gets_its_response_though_the_list_changed_meanwhile(phone: Page) -> None:
    held: list[Route] = []
    phone.route("**/donate/**", lambda route: held.append(route))
    phone.locator("[data-number='1']").get_by_role("button", name="$10 team").click()
    until(phone, lambda: bool(held))

    phone.evaluate("document.body.dispatchEvent(new CustomEvent('uptown:changed'))")
    with phone.expect_response("**/donate/**"):
        held[0].continue_()

    expect(phone.locator("[data-number='1']")).to_contain_text("gave")


def test_a_pressed_row_stays_in_view_and_the_next_page_begins_at_its_top(phone: Page) -> None:
    desk = phone.url
    phone.get_by_label("First player").fill("Half a name")
    phone.get_by_role("link", name="Next").click()
    expect(phone.locator("[data-number='26']")).to_be_in_viewport()
    expect(phone).to_have_url(f"{desk}?page=2")
    expect(phone.get_by_label("First player")).to_have_value("Half a name")

    row = phone.locator("[data-number='40']")
    row.get_by_role("button", name="$10 team").click()

    expect(row).to_contain_text("gave")
    expect(row).to_be_in_viewport()

    phone.get_by_label("Name, number or scan").fill("77")

    expect(phone.locator("[data-number]")).to_have_count(1)
    expect(phone).to_have_url(f"{desk}?q=77&state=")


@pytest.mark.long
def test_a_search_is_shown_although_a_refresh_replaced_the_list(phone: Page) -> None:
    held: dict[bool, Route] = {}

    def hold(route: Route) -> None:
        held["q=77" in route.request.url] = route

    phone.route("**/desk/**", hold)
    with phone.expect_request("**/desk/"):
        phone.evaluate("document.body.dispatchEvent(new CustomEvent('uptown:changed'))")
    with phone.expect_request("**/desk/?q=77**"):
        phone.get_by_label("Name, number or scan").fill("77")

    board = phone.locator("#desk-board").element_handle()
    held[False].continue_()
    phone.wait_for_function("board => !board.isConnected", arg=board)
    held[True].continue_()

    expect(phone.locator("[data-number]")).to_have_count(1)


# --- on a slow connection -------------------------------------------------------------------------


class SlowDesk:
    """The desk's page, whose responses are held until the test releases them."""

    def __init__(self, page: Page) -> None:
        self.page, self.held = page, list[Route]()
        page.route(re.compile(r"/desk/(team|single)/$"), lambda route: self.held.append(route))

    def answer(self) -> None:
        until(self.page, lambda: bool(self.held))
        self.held.pop(0).continue_()

    def type(self, **typed: str) -> None:
        for label, value in typed.items():
            self.page.get_by_label(label.replace("_", " ")).fill(value)

    def says(self, sentence: str) -> None:
        expect(self.page.locator("#walk-up-team")).to_contain_text(sentence)

    def has(self, label: str, value: str) -> None:
        expect(self.page.get_by_label(label)).to_have_value(value)


@pytest.fixture
def slow_desk(live_site: Site, browser: Browser) -> SlowDesk:
    return SlowDesk(at_the_desk(live_site, browser, more=0, viewport={"width": 1280, "height": 800}))


def test_text_typed_while_a_team_is_saved_stays_for_the_next_enter(slow_desk: SlowDesk):
    slow_desk.type(First_player="Ann", Second_player="Bob", Name_of_the_team="Aces")
    slow_desk.page.keyboard.press("Enter")
    slow_desk.type(Name_of_the_team="Boston Bound", First_player="Cy", Second_player="Di")

    slow_desk.answer()

    slow_desk.says("Aces is team 2, and here.")
    slow_desk.has("First player", "Cy")
    slow_desk.has("Name of the team", "Boston Bound")
    expect(slow_desk.page.get_by_label("Second player")).to_be_focused()
    slow_desk.page.keyboard.type("ane")
    slow_desk.page.keyboard.press("Enter")
    slow_desk.answer()
    slow_desk.says("Boston Bound is team 3, and here.")
    slow_desk.has("First player", "")
    expect(slow_desk.page.locator("#desk-board")).to_contain_text("Cy & Diane")


@pytest.mark.long
def test_a_refused_team_comes_back_and_then_the_text_typed_meanwhile(slow_desk: SlowDesk):
    slow_desk.type(First_player="Ann", Second_player="Bob", Name_of_the_team="Kitty Katz")
    slow_desk.page.keyboard.press("Enter")
    slow_desk.type(First_player="Cy", Second_player="Di", Name_of_the_team="Boston Bound")

    slow_desk.answer()

    slow_desk.says("There is a team called Kitty Katz already. Choose another name.")
    slow_desk.says("What you typed meanwhile comes next, once this is saved.")
    slow_desk.has("First player", "Ann")
    slow_desk.type(Name_of_the_team="Aces")
    slow_desk.page.keyboard.press("Enter")
    slow_desk.answer()
    slow_desk.says("Aces is team 2, and here.")
    slow_desk.has("First player", "Cy")
    slow_desk.has("Name of the team", "Boston Bound")
