"""Four taps save a hand. ``./uptown bench hands`` measures the page's work meanwhile."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Site

pytestmark = pytest.mark.browser

SCENE = """
import json
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True)
game = build.game_between(event, "Kitty Katz", "Boston Bound")
still_clock(event, build.at(15, 10))
print(json.dumps([event.slug, game.pk, build.referee(event).badge.secret]))
"""
# A tap counts only where it lands: a tile that moved from under the finger isn't tapped.
IN_VIEW = """(part) => {
  const { top, bottom } = part.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.mark.parametrize(
    ("width", "height", "letters"),
    [
        pytest.param(320, 568, "100%", id="a small phone"),
        pytest.param(740, 360, "100%", id="a phone on its side", marks=pytest.mark.long),
        pytest.param(360, 740, "200%", id="letters twice as large", marks=pytest.mark.long),
    ],
)
def test_save_is_within_reach_beside_the_books_that_were_tapped(
    live_site: Site, browser: Browser, width, height, letters
):
    slug, game, secret = json.loads(live_site.shell(SCENE).splitlines()[-1])
    jo = browser.new_context(viewport={"width": width, "height": height}, has_touch=True).new_page()
    jo.goto(f"{live_site.address}/join/{secret}/")
    jo.goto(f"{live_site.address}/{slug}/game/{game}/")
    jo.evaluate("(size) => { document.documentElement.style.fontSize = size; }", letters)

    jo.get_by_role("radio", name="Kitty Katz").first.tap()
    jo.get_by_role("radio", name="4 Uptown").tap()
    jo.get_by_role("radio", name="10", exact=True).tap()
    expect(jo.locator(".meaning-headline")).to_contain_text("took 10: made")

    assert jo.get_by_role("button", name="Save hand 1").evaluate(IN_VIEW)
    assert jo.locator(".took-10").evaluate(IN_VIEW)
