"""A club's evening by one link: asked, answered on phones, read without a reload, and signed up."""

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Site
from tests.journeys.hall import PHONE
from tests.looking import objections, too_wide

pytestmark = pytest.mark.browser

# A real event of a club: only there people are known. In the far future, so that its sign-up is open.
CLUB = """
import json
from datetime import timedelta
from tests.seasons.nights import Night
# A server that starts tidies: of a night in June, it would erase who hasn't come for long.
night = Night("Dee", "Ray", "Lou", "Mo", week=2000)
night.known()
night = Night(week=2001)
from seasons.evenings.who_comes import link_secret
links = {one.name: f"/mine/evenings/{link_secret(one)}/" for one in night.club.people.known()}
print(json.dumps([night.event.slug, night.by.badge.secret, links]))
"""


def test_a_yes_on_a_phone_is_on_the_organizers_page_and_is_signed_up(live_site: Site, browser: Browser):
    slug, secret, links = json.loads(live_site.shell(CLUB).splitlines()[-1])
    organizer = browser.new_context(base_url=live_site.address).new_page()
    organizer.goto(f"/join/{secret}/")
    organizer.goto(f"/{slug}/club/evening/")
    organizer.get_by_role("button", name="Ask who comes").click()
    expect(organizer.get_by_role("heading", name="Nobody comes")).to_be_visible()
    organizer.get_by_text("Add a guest").click()
    organizer.get_by_label("Name", exact=True).fill("Di")

    says(live_site, browser, links["Dee"], "Yes")
    says(live_site, browser, links["Mo"], "Maybe")

    expect(organizer.get_by_role("heading", name="1 person comes")).to_be_visible()
    expect(organizer.get_by_text("Maybe: 1")).to_be_visible()
    expect(organizer.get_by_label("Name", exact=True)).to_have_value("Di")
    assert objections(organizer) == []
    organizer.get_by_role("button", name="Sign up who said yes (1)").click()
    expect(organizer.locator("#evening").get_by_text("1 who said yes signed up.")).to_be_visible()
    expect(organizer.get_by_role("listitem").filter(has_text="Dee")).to_have_text(re.compile("signed up"))


def says(site: Site, browser: Browser, link: str, answer: str) -> None:
    phone = browser.new_context(**PHONE, base_url=site.address).new_page()
    phone.goto(link)
    assert objections(phone) == []
    assert too_wide(phone) == []
    phone.get_by_role("button", name=answer).tap()
    expect(phone.get_by_text(f": you said {answer.lower()}.")).to_be_visible()
