"""The hour before play: two desks that use only the keyboard, and a spreadsheet of a hundred teams."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site
from tests.tournament.lists.files import HUNDRED

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCENE = """
import json
from tests import build
from tests.pages.visit import still_clock
from tournament.badges.commands_badges import give_badge
event = build.event(is_practice=True, tables=50)
still_clock(event, build.THREE)
by = build.organizer(event)
desk = lambda name: give_badge(event=event, role="desk", name=name, by=by, at=build.MEET)
desks = [desk(name).secret for name in ("Di", "Ed")]
print(json.dumps([event.slug, by.badge.secret, *desks]))
"""
LEDGER = """
import json
from tournament.models import Event
event = Event.objects.get(slug="{slug}")
teams = event.teams.present().prefetch_related("players")
names = [[player.name for player in team.players.all()] for team in teams]
print(json.dumps([names, sum(event.donations.values_list("amount_cents", flat=True))]))
"""
MOST_TABS = 400


@pytest.mark.parametrize(
    ("people", "drops"),
    [
        pytest.param(4, True, id="four people, the network drops"),
        pytest.param(40, False, id="forty people", marks=pytest.mark.long),
        pytest.param(40, True, id="forty people, the network drops", marks=pytest.mark.long),
    ],
)
def test_two_desks_sign_up_pair_pay_and_check_in_people_by_keyboard(
    live_site: Site, browser: Browser, people, drops
):
    slug, _, *secrets = json.loads(live_site.shell(SCENE).splitlines()[-1])
    desks = [at_the_desk(live_site, browser, slug, secret) for secret in secrets]

    for pair in range(people // 2):
        desk, names = desks[pair % 2], (f"Ann {pair}", f"Ray {pair}")
        team = " & ".join(names)
        if pair % 2:
            desk.keyboard.type(names[0]) if focused(desk, "#id_player_1") else write(
                desk, "#id_player_1", names[0]
            )
            write(desk, "#id_player_2", names[1])
            if drops:
                desk.context.set_offline(True)
                desk.keyboard.press("Enter")
                desk.wait_for_timeout(300)
                desk.context.set_offline(False)
            desk.keyboard.press("Enter")
            expect(desk.locator("#walk-up-team")).to_contain_text(f"{team} is team")
        else:
            for name in names:
                write(desk, "#id_single_player", name)
                desk.keyboard.press("Enter")
                expect(desk.locator("#walk-up-single")).to_contain_text(f"{name} is on the list")
            pair_them(desk, team)
        row = desk.locator(".desk-team", has_text=team)
        expect(row).to_be_visible()
        number = row.get_attribute("data-team")
        if pair % 2 == 0:
            go_to(desk, f"#check-{number}")
            desk.keyboard.press("Enter")
        expect(row).to_contain_text("Here")
        go_to(desk, f"#give-{number}-team")
        desk.keyboard.press("Enter")
        expect(row).to_contain_text("gave $10 cash")

    names, cents = json.loads(live_site.shell(LEDGER.format(slug=slug)).splitlines()[-1])
    assert sorted(names) == sorted([f"Ann {pair}", f"Ray {pair}"] for pair in range(people // 2))
    assert cents == people // 2 * 1000


@pytest.mark.long
def test_15_presses_lead_from_a_list_of_100_teams_to_the_first_call(live_site: Site, browser: Browser):
    _, secret, *_ = json.loads(live_site.shell(SCENE).splitlines()[-1])
    page = browser.new_page()
    page.goto(f"{live_site.address}/join/{secret}/")
    presses = []

    def press(role, name, part="main"):
        presses.append(name)
        page.locator(part).get_by_role(role, name=name).first.click()

    press("link", "Desk", "body")
    press("link", "Lists")
    page.get_by_label("Or lines").fill(HUNDRED)
    press("button", "Preview")
    expect(page.get_by_text("100 teams would be added.")).to_be_visible()
    press("button", "Import the list")
    expect(page.get_by_text("Pasted lines: 100 teams")).to_be_visible()
    press("link", "Sign-up", "body")
    press("button", "All 100 are here: check them in")
    expect(page.get_by_text("100 checked in.")).to_be_visible()
    press("link", "Floor", "body")
    press("button", "Call round 1")
    expect(page.get_by_text("Recall it")).to_be_visible()

    assert len(presses) <= 15


def at_the_desk(site: Site, browser: Browser, slug: str, secret: str) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(f"{site.address}/join/{secret}/")
    page.goto(f"{site.address}/{slug}/desk/")
    expect(page.locator("[data-fresh=live]").first).to_be_attached()
    go_to(page, "#walk-ups summary")
    page.keyboard.press("Enter")
    return page


def focused(page: Page, selector: str) -> bool:
    return page.evaluate("selector => document.activeElement?.matches(selector)", selector)


def go_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus."""
    expect(page.locator(selector)).to_be_attached()
    for _ in range(MOST_TABS):
        if focused(page, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}.")


def write(page: Page, selector: str, words: str) -> None:
    go_to(page, selector)
    page.keyboard.type(words)


def pair_them(page: Page, team: str) -> None:
    expect(page.locator("#singles .single")).to_have_count(2)
    if page.locator("#singles[open]").count() == 0:
        go_to(page, "#singles summary")
        page.keyboard.press("Enter")
    for number in (1, 2):
        go_to(page, f"#singles li:nth-child({number}) input")
        page.keyboard.press("Space")
    go_to(page, "#singles .row--end button")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-board")).to_contain_text(f"{team} is team")
