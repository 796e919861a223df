"""The desk on a slow connection, in a real browser: type the next team while the last is being saved."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.conftest import Site
from tests.journeys.hall import until

pytestmark = pytest.mark.browser

SCENE = """
from tests import build
from tests.pages.visit import still_clock
from tournament.commands.badges import give_badge
from tournament.models import Role
event = build.event(name="Slow Hall", is_practice=True)
build.team(event, "Kitty Katz")
still_clock(event, build.MEET)
dee = give_badge(event=event, role=Role.DESK, name="Dee", by=build.organizer(event), at=build.MEET)
print(event.slug, dee.secret)
"""


class SlowDesk:
    """The desk's page, whose responses are held until the test releases them."""

    def __init__(self, page: Page, desk: str) -> None:
        self.page, self.held = page, list[Route]()
        page.goto(desk)
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
    slug, secret = live_site.shell(SCENE).split()
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{live_site.address}/join/{secret}/")
    return SlowDesk(page, f"{live_site.address}/{slug}/desk/")


def test_what_is_typed_while_a_team_is_saved_stays_and_the_next_enter_sends_it(slow_desk: SlowDesk):
    slow_desk.type(First_player="Ann", Second_player="Bob", Name_of_the_team="Aces")
    slow_desk.page.keyboard.press("Enter")
    slow_desk.type(Name_of_the_team="Boston Bound", First_player="Cy")
    slow_desk.page.get_by_label("Second player").fill("Di")

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
def test_a_refused_team_comes_back_whole_and_what_was_typed_since_comes_after_it(slow_desk: SlowDesk):
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
