"""Four taps save a hand. ``./uptown bench hands`` measures the page's work meanwhile."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Site

pytestmark = pytest.mark.browser

IN_VIEW = """(part) => {
  const { top, bottom } = part.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
SCENE = """
import json
from tests import build
from tests.other_games import day
from tests.pages.visit import still_clock
NAMES = ("Straight-No-Chaser Social Club", "The Two Hands High & Dry Ladies")
made = {}
for key in ("fahrenheit", "bid-whist", "bid-euchre", "bid-fair", "solo-bid-euchre", "cutthroat-bid-whist"):
    if key in ("solo-bid-euchre", "cutthroat-bid-whist"):
        event = build.event(game=key, is_practice=True)
        build.people(event, 4)
        game = build.called_round(event).games.filter(kind="game").first()
    else:
        event = day(key, {}, is_practice=True)
        for team, name in zip(event.teams.order_by("number"), NAMES, strict=True):
            event.teams.filter(pk=team.pk).update(name=name)
        game = build.called_round(event).games.get()
    still_clock(event, build.at(15, 10))
    made[key] = [event.slug, game.pk, build.referee(event).badge.secret]
print(json.dumps(made))
"""
# Upright, and on its side, as the bars of a phone's browser leave it.
SIZES = [(320, 568), (360, 640), (360, 740), (375, 667), (390, 844), (667, 375), (740, 360), (844, 390)]
# These are entered without a scroll at 360x740.
WITHOUT_A_SCROLL = {"fahrenheit", "bid-whist"}
# What of a tile can't be touched, as a share, and where all tiles begin and end.
HIDDEN = """(tile) => {
  const { top, left, width, height } = tile.getBoundingClientRect();
  const isHidden = (part) => !tile.contains(document.elementFromPoint(left + width / 2, top + height * part));
  return [0.1, 0.5, 0.9].filter(isHidden);
}"""
TILES = """() => {
  const box = (element) => element.getBoundingClientRect();
  const rows = [...document.querySelectorAll(".hand-entry > fieldset .tile")].map(box);
  const bar = box(document.querySelector(".save-bar"));
  const [top, bottom] = [Math.min(...rows.map((row) => row.top)), Math.max(...rows.map((row) => row.bottom))];
  const room = innerHeight - bar.height;
  return { height: bottom - top, room, isAbove: bottom <= bar.top, bar: bar.height };
}"""


@pytest.fixture(scope="module")
def games(live_site: Site) -> dict[str, list]:
    """A game of each kind, with teams of long names."""
    return json.loads(live_site.shell(SCENE).splitlines()[-1])


@pytest.mark.parametrize(
    "key",
    [
        "fahrenheit",
        pytest.param("bid-whist", marks=pytest.mark.long),
        pytest.param("bid-euchre", marks=pytest.mark.long),
        pytest.param("bid-fair", marks=pytest.mark.long),
        pytest.param("solo-bid-euchre", marks=pytest.mark.long),
        "cutthroat-bid-whist",
    ],
)
def test_the_foot_bar_covers_nothing_that_is_tapped(live_site: Site, browser: Browser, games, key):
    slug, game, secret = games[key]
    jo = browser.new_context(has_touch=True).new_page()
    jo.goto(f"{live_site.address}/join/{secret}/")

    for width, height in SIZES:
        jo.set_viewport_size({"width": width, "height": height})
        jo.goto(f"{live_site.address}/{slug}/game/{game}/")
        jo.evaluate("document.fonts.ready")
        before, tile_size = jo.evaluate(TILES), (key, width, height)
        for name in jo.locator(".hand-entry").get_attribute("data-asks").split():
            field = jo.locator(f".entry-form [name={name}]")
            if field.first.get_attribute("type") != "radio":
                field.first.fill("12")
                continue
            tile = field.nth(min(field.count() - 1, 9)).locator("xpath=..")
            if tile.evaluate(HIDDEN):
                tile.evaluate("(tile) => tile.scrollIntoView({ block: 'center', behavior: 'instant' })")
            tile.tap()
            expect(tile.locator("input")).to_be_checked()
            assert (tile_size, name, tile.evaluate(HIDDEN)) == (tile_size, name, [])
        expect(jo.locator("#meaning:not(.meaning--waiting)")).to_be_attached()

        after = jo.evaluate(TILES)
        assert (tile_size, tile.evaluate(HIDDEN)) == (tile_size, [])
        assert (tile_size, after["bar"]) == (tile_size, before["bar"])
        assert jo.locator(".save-bar .button").first.evaluate(IN_VIEW)
        if width > height and key != "bid-fair":  # It asks for two packs of cards.
            screens = 1 if key in WITHOUT_A_SCROLL else 2  # All tiles at once, or after one scroll.
            assert after["height"] <= screens * after["room"], tile_size
        if (width, height) == (360, 740) and key in WITHOUT_A_SCROLL:
            assert (jo.evaluate("scrollY"), after["isAbove"]) == (0, True)


SCENE_OF_ONE = """
import json
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True)
game = build.game_between(event, "Kitty Katz", "Boston Bound")
still_clock(event, build.at(15, 10))
print(json.dumps([event.slug, game.pk, build.referee(event).badge.secret]))
"""


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
    slug, game, secret = json.loads(live_site.shell(SCENE_OF_ONE).splitlines()[-1])
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
