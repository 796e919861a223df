"""From a flyer to an open event, and pages of set-up that fit on two screens."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.evenings.known import EVENINGS
from tests.conftest import Site
from tests.looking import objections, too_wide
from tests.pages.screens import SCREENS
from tests.scenes import SCENE

pytestmark = pytest.mark.browser

FLYERS = Path(__file__).parents[2] / "flyers"
FLYER = (FLYERS / "fahrenheit.txt").read_text()
ANN = """
from django.contrib.auth import get_user_model
ann, _ = get_user_model().objects.get_or_create(username="ann", is_staff=True)
ann.set_password("a-long-password-1")
ann.save()
"""
TWO_SCREENS, LENGTH = 1600, "document.documentElement.scrollHeight"
# An event of a club with a league and a series, so that their pages have everything.
OF_A_CLUB = """
import json
from django.contrib.auth import get_user_model
from seasons.leagues.commands_leagues import find_or_make_league
from seasons.models import Club, ClubEvent, LeagueWeek, Member
from tests import build
event = build.event(is_practice=True, name="At the club")
teams = [team.name for team in build.teams(event, 4)]
ann = get_user_model().objects.get(username="ann")
club = Club.objects.create(name="Lake Club", made_at=build.MEET)
Member.objects.create(club=club, user=ann, at=build.MEET)
ClubEvent.objects.create(event=event, club=club, at=build.MEET)
event.badges.filter(role="organizer").update(user=ann)
league = find_or_make_league(club=club, name="Tuesday", teams=teams, at=build.MEET)
LeagueWeek.objects.create(league=league, number=1, event=event, at=build.MEET)
print(json.dumps([event.slug, build.organizer(event).badge.secret]))
"""


def signed_in(site: Site, browser: Browser, width: int) -> Page:
    site.shell(ANN)
    screen = {"width": width, "height": 800}
    page = browser.new_context(viewport=screen, base_url=site.address).new_page()
    page.goto("/sign-in/?next=/new/")
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

    read_flyer(page, FLYER)
    assert objections(page) == []
    assert too_wide(page) == []
    page.locator("#id_held_on").fill("2031-06-28")
    page.get_by_role("button", name="Open the event").first.click()

    expect(page.get_by_text("is open. Today says what comes next")).to_be_visible()


def read_flyer(page: Page, text: str) -> None:
    page.goto("/new/")
    page.locator("summary", has_text="Paste your flyer").click()
    page.get_by_label("Your flyer").fill(text)
    page.get_by_role("button", name="Read the flyer").click()
    expect(page.get_by_role("heading", name="Your flyer was read")).to_be_visible()


def test_no_page_of_set_up_is_longer_than_two_screens(live_site: Site, browser: Browser):
    page = signed_in(live_site, browser, 1280)
    slug, secret = json.loads(live_site.shell(OF_A_CLUB).splitlines()[-1])
    page.goto(f"/join/{secret}/")
    lengths = {"Today": page.evaluate(LENGTH)}

    for address in ("/new/", f"/new/?copy={slug}", *(f"/new/?evening={name}" for name in EVENINGS)):
        page.goto(address)
        lengths[address] = page.evaluate(LENGTH)
    for path in (*SCREENS["organizer"], "club/grades/", "club/season/"):
        page.goto(f"/{slug}/{path}")
        if page.locator(".site-nav [aria-current]", has_text="Set-up").count():
            lengths[path] = page.evaluate(LENGTH)
    for flyer in ("fahrenheit.txt", "union_hall.txt"):
        read_flyer(page, (FLYERS / flyer).read_text())
        lengths[flyer] = page.evaluate(LENGTH)

    assert {"event/", "people/", "phones/", "floor/set-up/", "simulate/", "series/"} < lengths.keys()
    assert {name: high for name, high in lengths.items() if high > TWO_SCREENS} == {}


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
