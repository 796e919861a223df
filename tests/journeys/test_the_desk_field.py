"""The desk with people waiting: five teams checked in by the field only, and thirteen rows in one view."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.conftest import Site
from tests.journeys.hall import until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCENE = """
import json
from tests import build
from tests.pages.visit import still_clock
from tournament.badges.commands_badges import give_badge
event = build.event(is_practice=True)
names = "Kitty Katz,Boston Bound,Aces & Eights,Steppers,Southside,Cutting Up,No Trump,Queens".split(",")
names += "Rise and Fly,Bid Busters,Downtown Divas,Books & Kitty,Last Call".split(",")
teams = [build.team(event, name, is_here=False) for name in names]
still_clock(event, build.MEET)
dee = give_badge(event=event, role="desk", name="Dee", by=build.organizer(event), at=build.MEET)
print(json.dumps([event.slug, dee.secret, teams[4].badge.secret]))
"""
# Two pots; three who gave a part; one here, one of two here, one who sits out, one who left, one who is late.
IN_EVERY_STATE = f"""{SCENE}
from uuid import uuid4
from rules.money.pots import Pot
from tournament.entries.commands_check_in import mark_part_here, sit_out
from tournament.entries.commands_presence import check_in_team, withdraw_team
from tournament.money.commands_donations import take_donation
named = (("High hand", 500), ("The most Bostons of a whole long evening", 300))
pots = [Pot(name=name, entry_cents=cents, prizes=(100,)).as_json() for name, cents in named]
build.rewritten(event, pots=pots)
wears = {{"by": build.organizer(event), "at": build.MEET}}
gift = {{"event": event, "amount_cents": 300, "method": "cash", **wears}}
take_donation(key=uuid4(), team=teams[0], **gift)
take_donation(key=uuid4(), team=teams[1], player=teams[1].players.first(), **gift)
take_donation(key=uuid4(), team=teams[2], pot="High hand", **gift)
for team in teams[:2] + teams[3:5]:
    check_in_team(team=team, **wears)
sit_out(team=teams[4], until="round", **wears)
mark_part_here(team=teams[5], **wears)
mark_part_here(team=teams[10], **wears)
withdraw_team(team=teams[6], **wears)
"""
BOTH = """
print(json.dumps([event.slug, dee.secret, build.organizer(event).badge.secret]))
"""
LAPTOP, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
BOXES = """selector => [...document.querySelectorAll(selector)]
  .filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect().toJSON())"""


def at_the_desk(site: Site, browser: Browser, screen: dict) -> tuple[Page, str]:
    """The desk's page with thirteen teams, and the private link of number 5."""
    slug, secret, fifth = json.loads(site.shell(SCENE).splitlines()[-1])
    page = browser.new_context(viewport=screen).new_page()
    page.goto(f"{site.address}/join/{secret}/")
    page.goto(f"{site.address}/{slug}/desk/")
    expect(page.locator("[data-fresh=live]").first).to_be_attached()
    return page, f"{site.address}/join/{fifth}/"


def is_ready(page: Page) -> None:
    """Whether the next name can be typed."""
    field = page.get_by_label("Name, number or scan")
    expect(field).to_be_focused()
    expect(field).to_have_value("")


def test_five_teams_are_checked_in_by_the_field_only(live_site: Site, browser: Browser):
    page, fifth = at_the_desk(live_site, browser, LAPTOP)
    aloud, news = page.locator("[data-says]"), page.locator("#desk-news")

    for typed, who in (
        ("boston", "2 Boston Bound"),
        ("7", "7 No Trump"),
        (fifth, "5 Southside"),
        ("Dee 12", "12 Books & Kitty"),
        ("fly", "9 Rise and Fly"),
    ):
        is_ready(page)
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(news).to_contain_text(f"{who} is here.")
        expect(aloud).to_contain_text(f"{who} is here.")

    is_ready(page)
    expect(page.locator(".desk-counts")).to_contain_text("5 here · 8 not here yet")
    expect(page.locator("[data-number]")).to_have_count(13)

    news.get_by_role("button", name="Undo").click()

    expect(page.locator(".desk-counts")).to_contain_text("4 here · 9 not here yet")
    is_ready(page)


def test_typing_narrows_the_list_and_a_scan_needs_no_focus(live_site: Site, browser: Browser):
    page, fifth = at_the_desk(live_site, browser, LAPTOP)
    rows, field = page.locator("[data-number]"), page.get_by_label("Name, number or scan")
    page.keyboard.type("katz")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-news")).to_contain_text("1 Kitty Katz is here.")

    page.keyboard.type("kitty")
    expect(rows).to_have_count(2)
    expect(page.locator("#desk-news")).to_contain_text("1 Kitty Katz is here.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="2 teams match “kitty”")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("kitty")

    page.locator("[data-number='12']").get_by_role("button", name="Both here").click()
    expect(page.locator("[data-number='12']")).to_contain_text("Here")
    field.evaluate("field => { field.value = ''; }")
    page.keyboard.type(fifth)
    page.keyboard.press("Enter")

    expect(page.locator("#desk-news")).to_contain_text("5 Southside is here.")
    expect(page.locator(".desk-counts")).to_contain_text("3 here")


def test_what_is_entered_on_a_slow_connection_is_sent_in_order(live_site: Site, browser: Browser):
    page, _ = at_the_desk(live_site, browser, LAPTOP)
    held: list[Route] = []
    page.route("**/desk/scan/", lambda route: held.append(route))

    for number in ("3", "4", "6"):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    page.keyboard.type("div")
    for number in ("3", "4", "6"):
        until(page, lambda: bool(held))
        held.pop().continue_()
        expect(page.locator("#desk-news")).to_contain_text(re.compile(rf"^\s*{number} .* is here"))

    expect(page.get_by_label("Name, number or scan")).to_have_value("div")
    expect(page.locator("[data-number]")).to_have_count(1)


@pytest.mark.parametrize("scene", [SCENE, IN_EVERY_STATE], ids=["nobody gave", "in every state"])
@pytest.mark.parametrize("is_organizer", [False, True], ids=["desk", "organizer"])
def test_thirteen_rows_of_48_pixels_and_the_field_are_in_one_view(
    live_site: Site, browser: Browser, scene: str, is_organizer: bool
):
    slug, *secrets = json.loads(live_site.shell(scene + BOTH).splitlines()[-1])
    page = browser.new_context(viewport=LAPTOP).new_page()
    page.goto(f"{live_site.address}/join/{secrets[is_organizer]}/")
    page.goto(f"{live_site.address}/{slug}/desk/")

    rows, [field] = page.evaluate(BOXES, "[data-number]"), page.evaluate(BOXES, "#id_q")

    assert [round(row["height"]) for row in rows] == [48] * 13
    assert field["top"] >= 0
    assert rows[-1]["bottom"] <= LAPTOP["height"]
    assert page.evaluate("scrollY") == 0
    assert len(page.evaluate(BOXES, "main .button--action")) == 1


def test_on_a_phone_every_button_of_a_row_is_as_high_as_a_thumb(live_site: Site, browser: Browser):
    page, _ = at_the_desk(live_site, browser, PHONE)
    page.locator("[data-number='1'] .give-more summary").click()

    targets = page.evaluate(BOXES, ".desk-team .button, .give-more > summary, .give-panel a, .desk-name a")

    assert min(target["height"] for target in targets) >= 44
    assert max(target["right"] for target in targets) <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
