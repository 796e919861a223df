"""The big screen on a wall: nobody can scroll it."""

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Site

pytestmark = pytest.mark.browser

ROUND = """
from tests import build
from tests.pages.visit import still_clock
for count in (5, 9, 10, 12, 16):
    event = build.event(name=f"Hall {count}", tables=10, is_practice=True)
    for number in range(count):
        build.team(event, f"The {number} Uptown Downtown Aces")
    build.called_round(event)
    still_clock(event, build.at(15, 6))
"""
BELOW = """() => [...document.querySelectorAll("#screen-board *")]
  .filter((each) => each.getClientRects().length && each.getBoundingClientRect().bottom > innerHeight)
  .map((each) => each.textContent.trim())"""


WALLS = ((1280, 720), (1920, 1080), (3840, 2160))


def test_on_a_wall_everybody_finds_their_seat_without_scrolling(live_site: Site, browser: Browser):
    live_site.shell(ROUND)

    for width, height in WALLS:
        wall = browser.new_context(viewport={"width": width, "height": height}).new_page()
        for count in (5, 9, 10, 12, 16):
            wall.goto(f"{live_site.address}/hall-{count}/screen/")
            expect(wall.locator(".screen-seats > li")).to_have_count(count)
            assert wall.evaluate(BELOW) == []
