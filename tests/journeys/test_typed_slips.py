"""One person types in a night's paper slips without leaving the keyboard."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site
from tests.journeys.hall import is_kept_at, nothing_waits, until, waits

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_KEYS, TABLES, ALL = 12, 10, 95
FIGURES = ("3⇥1⇥12⇥6", "2⇥3⇥10⇥14", "3⇥0⇥15⇥0", "1⇥3⇥6⇥12", "3⇥2⇥14⇥10")
DESK = {"viewport": {"width": 1280, "height": 800}}

# Ten tables with a game each, whose hands and points are typed: no game has more figures.
NIGHT = """
import json
from datetime import time
from tests import build
from tests.pages.visit import still_clock
event = build.event(
    is_practice=True, results_by="totals", tables=10, phase_two_at=time(21), awards_at=time(22),
    breaks_at="times",
    breaks=[time(15 + half // 2, 30 * (half % 2)) for half in range(1, 12)],
)
build.teams(event, 20)
build.called_round(event, build.THREE)
still_clock(event, build.at(15, 20))
print(json.dumps([event.slug, build.referee(event, "Jo").badge.secret]))
"""

NEXT_ROUND = """
from datetime import timedelta
from tests import build
from tests.pages.visit import still_clock
from tournament.models import Event
event = Event.objects.get(slug="{slug}")
begins = build.THREE + timedelta(minutes=30 * event.phases.get(kind="one").rounds.count())
build.called_round(event, begins)
still_clock(event, begins + timedelta(minutes=20))
"""


class Keyboard:
    """A page whose key presses are counted; a shifted key counts twice."""

    def __init__(self, page: Page) -> None:
        self.page, self.pressed = page, 0

    def type(self, keys: str) -> None:
        """Type the keys: ⏎ is Enter, ⇥ is Tab."""
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


def test_a_game_of_twenty_teams_takes_twelve_keys_at_most_and_no_mouse(live_site, browser, longer):
    page, event = _at_the_tables(live_site, browser, NIGHT)
    keys, typed = Keyboard(page), []

    for number in range(1, 5 if longer == 1 else ALL + 1):
        table = 1 + (number - 1) % TABLES
        if number > 1 and table == 1:
            live_site.shell(NEXT_ROUND.format(slug=event.rsplit("/", 1)[1]))
            page.goto(f"{event}/tables/")
        before = keys.pressed
        # After a slip the next table is filled in already.
        field = page.get_by_label("Table number" if table == 1 else "Next table number", exact=True)
        expect(field).to_be_focused()
        expect(field).to_have_value("" if table == 1 else f"{table}")
        keys.type("1⏎" if table == 1 else "⏎")
        opens(page, table)
        keys.type(f"{FIGURES[number % len(FIGURES)]}⏎")
        expect(page.locator("#head")).to_contain_text("Saved: Total:")
        typed.append(keys.pressed - before)

    assert max(typed) <= MOST_KEYS
    if longer > 1:
        over = "print(Game.objects.filter(event__slug={slug!r}, over_at__isnull=False).count())"
        shown = live_site.shell(
            f"from tournament.models import Game; {over.format(slug=event.rsplit('/', 1)[1])}"
        )
        assert (len(typed), shown) == (ALL, f"{ALL}")


def test_slips_in_any_order_take_a_table_number_each(night):
    page, _ = night
    keys = Keyboard(page)
    expect(page.get_by_label("Table number")).to_be_focused()

    for number in (9, 4):
        keys.type(f"{number}⏎")
        opens(page, number)
        keys.type("3⇥2⇥14⇥10⏎")
        expect(page.get_by_label("Next table number")).to_be_focused()
        expect(page.locator("#head")).to_contain_text("Saved: Total:")

    assert keys.pressed == 2 * MOST_KEYS


def test_a_two_digit_table_opens_without_enter(night):
    page, _ = night
    keys = Keyboard(page)
    expect(page.get_by_label("Table number")).to_be_focused()

    keys.type("10")
    opens(page, 10)
    keys.type("3⇥2⇥14⇥10⏎")

    expect(page.get_by_label("Next table number")).to_be_focused()
    expect(page.locator("#head")).to_contain_text("Saved: Total:")
    assert keys.pressed == MOST_KEYS


def test_enter_out_of_habit_after_such_a_number_sends_nothing(night):
    page, _ = night
    keys = Keyboard(page)
    expect(page.get_by_label("Table number")).to_be_focused()

    keys.type("10")
    opens(page, 10)
    keys.type("⏎")

    expect(page.get_by_role("alert")).to_have_count(0)
    keys.type("3⇥2⇥14⇥10⏎")
    expect(page.locator("#head")).to_contain_text("Saved: Total:")


@pytest.mark.long
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


@pytest.mark.long
def test_a_wrong_total_says_so_and_is_corrected_by_the_same_keys(night):
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


@pytest.mark.long
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
