"""A public page is the same for everybody, but a browser with a badge shows the way back first."""

import json

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import Site

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
SCENE = """
import json
from tests import build
event = build.event(is_practice=True)
team = build.team(event, "Kitty Katz")
print(json.dumps([event.slug, build.referee(event).badge.secret, team.badge.secret]))
"""
EARLY = """new MutationObserver(() => {
  const { home } = document.documentElement.dataset;
  window.wasThere ??= home && { home, nav: Boolean(document.querySelector("nav")) };
}).observe(document, { attributes: true, subtree: true })"""


@pytest.fixture
def scene(live_site: Site) -> tuple[str, str, str]:
    return json.loads(live_site.shell(SCENE).splitlines()[-1])


def links(page: Page, of: str) -> list[str]:
    """The visible links of a navigation, in reading order."""
    shown = [each for each in page.locator(f"{of} a").all() if each.is_visible()]
    return [" ".join(each.inner_text().split()[-2:]) for each in shown]


@pytest.mark.long
def test_who_wears_no_badge_finds_what_is_on(live_site: Site, browser: Browser, scene):
    slug, _, _ = scene
    laptop = browser.new_context(**LAPTOP).new_page()
    phone = browser.new_context(**PHONE).new_page()

    for page in (laptop, phone):
        page.goto(f"{live_site.address}/{slug}/standings/")

    assert links(laptop, ".site-nav") == ["Now", "Standings", "Bracket", "Rules", "Seats", "Games"]
    assert links(phone, ".bottom-nav") == ["● Now", "☰ Standings", "♛ Bracket", "⚖ Rules"]
    assert links(phone, ".site-foot") == ["Seats", "Games", "Player’s guide"]


def test_who_wears_a_badge_finds_the_way_back_first(live_site: Site, browser: Browser, scene):
    slug, referee, team = scene
    laptop = browser.new_context(**LAPTOP).new_page()
    phone = browser.new_context(**PHONE).new_page()

    for page, secret in ((laptop, referee), (phone, team)):
        page.goto(f"{live_site.address}/join/{secret}/")
        page.goto(f"{live_site.address}/{slug}/standings/")

    assert links(laptop, ".site-nav") == ["Tables", "Standings", "Bracket", "Rules", "Seats", "Games", "Now"]
    assert links(phone, ".bottom-nav") == ["My team", "☰ Standings", "♛ Bracket", "⚖ Rules"]
    foot = ["Seats", "Games", "Player’s guide", "Now", "Sign out", "Accessibility"]
    assert links(phone, ".site-foot") == foot


def test_the_way_back_is_known_before_the_page_is_painted(live_site: Site, browser: Browser, scene):
    page = browser.new_context(**LAPTOP).new_page()
    page.goto(f"{live_site.address}/join/{scene[2]}/")
    page.add_init_script(EARLY)

    page.goto(f"{live_site.address}/{scene[0]}/standings/")

    assert page.evaluate("window.wasThere") == {"home": "team", "nav": False}


@pytest.mark.long
def test_a_badge_taken_back_is_no_way_back_once_its_door_was_found_shut(
    live_site: Site, browser: Browser, scene
):
    slug, secret, _ = scene
    page = browser.new_context(**LAPTOP).new_page()
    page.goto(f"{live_site.address}/join/{secret}/")
    live_site.shell(
        "from tournament.models import Badge; from tournament.models.links import hash_of; "
        "from django.utils import timezone; "
        f"Badge.objects.filter(hashed=hash_of({secret!r})).update(revoked_at=timezone.now())"
    )

    page.goto(f"{live_site.address}/{slug}/tables/")
    page.goto(f"{live_site.address}/{slug}/standings/")

    assert links(page, ".site-nav")[0] == "Now"
