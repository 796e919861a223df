"""A hand entered on a referee's phone is on every open page within seconds, and nobody reloads anything."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
HALL = {"viewport": {"width": 1920, "height": 1080}}
SECONDS = 5_000
SCENE = """
import json
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True)
game = build.game_between(event, "Kitty Katz", "Boston Bound")
build.hands(game, [build.FOUR_MADE, build.FOUR_MADE])
still_clock(event, build.at(15, 20))
print(json.dumps([event.slug, game.pk, build.referee(event).badge.secret, game.team("EW").badge.secret]))
"""


@pytest.fixture
def scene(live_site: Site) -> tuple[str, int, str, str]:
    """Kitty Katz lead two hands to none: the event, the game, and the secrets of referee and losers."""
    return json.loads(live_site.shell(SCENE).splitlines()[-1])


def test_a_hand_is_on_every_open_page_within_seconds(live_site, browser, scene):
    slug, game, referees, boston_bounds = scene
    standings = opened(live_site, browser, PHONE, f"/{slug}/standings/")
    screen = opened(live_site, browser, HALL, f"/{slug}/screen/")
    player = opened(live_site, browser, PHONE, f"/join/{boston_bounds}/")
    referee = opened(live_site, browser, PHONE, f"/join/{referees}/")
    referee.goto(f"{live_site.address}/{slug}/game/{game}/")
    leader = standings.locator("tr[data-team='1']")
    expect(leader).to_contain_text("0–0")
    expect(player.locator("#now")).to_contain_text("0–2")

    referee.get_by_role("radio", name="Kitty Katz").first.tap()
    referee.get_by_role("radio", name="4 Uptown").tap()
    referee.get_by_role("radio", name="10", exact=True).tap()
    referee.get_by_role("button", name="Save hand 3").tap()

    expect(leader).to_contain_text("1–0", timeout=SECONDS)
    expect(player.locator("#now")).to_contain_text("0–3", timeout=SECONDS)
    expect(screen.get_by_role("row", name="Kitty Katz")).to_contain_text("1–0", timeout=SECONDS)
    assert [page.evaluate("window.isTheSame") for page in (standings, screen, player)] == [True] * 3


def opened(site: Site, browser: Browser, size: dict[str, object], address: str) -> Page:
    """A page open on a device of its own, marked, so that a reload would show."""
    page = browser.new_context(**size).new_page()
    page.goto(site.address + address)
    expect(page.locator("[data-fresh=live]").first).to_be_attached()
    page.evaluate("window.isTheSame = true")
    return page
