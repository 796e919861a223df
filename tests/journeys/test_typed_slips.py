"""A night's paper slips are typed in by one person, who never leaves the keyboard."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site
from tests.journeys.hall import is_kept_at, nothing_waits, until, waits

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_KEYS = 12
DESK = {"viewport": {"width": 1280, "height": 800}}

# Ten tables with a game each, whose hands and points are typed: the most figures that any game asks for.
NIGHT = """
import json
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True, results_by="totals", tables=10)
build.teams(event, 20)
build.called_round(event, build.THREE)
still_clock(event, build.at(15, 20))
print(json.dumps([event.slug, build.referee(event, "Jo").badge.secret]))
"""


class Keyboard:
    """A page whose keys are counted; a shifted key would count twice."""

    def __init__(self, page: Page) -> None:
        self.page, self.pressed = page, 0

    def type(self, keys: str) -> None:
        """Enter is ⏎, Tab is ⇥."""
        for key in keys:
            self.page.keyboard.press({"⏎": "Enter", "⇥": "Tab"}.get(key, key))
            self.pressed += 1


EITHER = NIGHT.replace('results_by="totals"', 'results_by="either"')


@pytest.fixture
def night(live_site: Site, browser: Browser):
    return _at_the_tables(live_site, browser, NIGHT)


def _at_the_tables(live_site: Site, browser: Browser, scene: str):
    slug, jo = json.loads(live_site.shell(scene).splitlines()[-1])
    desk = browser.new_context(**DESK)
    page = desk.new_page()
    page.goto(f"{live_site.address}/join/{jo}/")
    page.goto(f"{live_site.address}/{slug}/tables/")
    expect(page.locator("html[data-outbox=open]")).to_be_attached()
    return page, f"{live_site.address}/{slug}"


def test_a_game_of_twenty_teams_takes_twelve_keys_at_most_and_no_mouse(night):
    page, _ = night
    keys = Keyboard(page)
    expect(page.get_by_label("Table number")).to_be_focused()

    for number, figures in enumerate(("3⇥1⇥12⇥8", "2⇥3⇥9⇥14", "3⇥0⇥15⇥4", "1⇥3⇥7⇥11"), start=7):
        before = keys.pressed
        keys.type(f"{number}⏎")
        opens(page, number)
        keys.type(f"{figures}⏎")
        expect(page.get_by_label("Next table number")).to_be_focused()
        expect(page.locator("#head")).to_contain_text("Saved: Total:")
        assert keys.pressed - before <= MOST_KEYS

    assert keys.pressed == 11 + 11 + 11 + 12


def test_where_each_table_may_choose_totals_are_typed_in_as_quickly(live_site, browser):
    page, _ = _at_the_tables(live_site, browser, EITHER)
    keys = Keyboard(page)
    expect(page.get_by_label("Table number")).to_be_focused()

    for number, figures in ((7, "3⇥1⇥12⇥8"), (8, "2⇥3⇥9⇥14")):
        keys.type(f"{number}⏎")
        opens(page, number)
        keys.type(f"{figures}⏎")
        expect(page.get_by_label("Next table number")).to_be_focused()
        expect(page.locator("#head")).to_contain_text("Saved: Total:")

    assert keys.pressed == 11 + 11


def test_a_wrong_total_says_so_where_it_was_typed_and_the_same_keys_correct_it(night):
    page, _ = night
    keys = Keyboard(page)
    keys.type("4⏎")
    opens(page, 4)

    keys.type("3⇥3⇥12⇥8⏎")

    first, second = (page.locator(f"[name=total_hands_{side}]") for side in ("ns", "ew"))
    expect(
        page.get_by_role("alert").filter(has_text="Only one side can have three hands")
    ).to_be_in_viewport()
    expect(first).to_be_focused()
    expect(second).to_have_value("3")
    keys.type("⇥1⏎")
    expect(page.locator("#head")).to_contain_text("Saved: Total:")
    expect(page.get_by_label("Next table number")).to_be_focused()


def test_a_table_that_is_not_there_leaves_the_cursor_in_its_number(night):
    page, _ = night
    keys = Keyboard(page)

    keys.type("77⏎")

    expect(page.get_by_text("There is no table 77 here.")).to_be_visible()
    expect(page.get_by_label("Table number")).to_be_focused()


def test_without_a_network_slip_after_slip_is_kept_and_sent_later(night):
    page, event = night
    keys = Keyboard(page)
    for number in (1, 2):
        is_kept_at(page, f"/{event.rsplit('/', 1)[1]}/table/{number}/")
    page.context.set_offline(True)

    for number in (1, 2):
        keys.type(f"{number}⏎")
        opens(page, number)
        keys.type("3⇥1⇥12⇥8⏎")
        waits(page, f"Table {number}")
        expect(page.get_by_label("Next table number")).to_be_focused()
    page.context.set_offline(False)

    nothing_waits(page)
    page.goto(f"{event}/table/2/")
    until(page, lambda: "Total:" in page.locator("#hands").inner_text())


def opens(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name=f"Table {number}")).to_be_attached()
    expect(page.locator("[name=total_hands_ns]")).to_be_focused()
