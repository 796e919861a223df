"""The pictures of the README, taken from the demo: ``./uptown pictures`` writes them to ``docs/pictures``."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.conftest import HOUSE, Site
from tests.pictures import FOLDER

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONE: ViewportSize = {"width": 390, "height": 780}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
WALL: ViewportSize = {"width": 960, "height": 540}
SHARP = 1.25
MOST_BYTES = 120 * 1024


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the pictures go: into the docs if they were asked for, else nowhere that stays."""
    return Path(os.environ.get(FOLDER, tmp_path))


def opened(browser: Browser, size: ViewportSize, address: str, *, sharp: bool = False) -> Page:
    context = browser.new_context(
        viewport=size,
        device_scale_factor=SHARP if sharp else 1,
        reduced_motion="reduce",
        color_scheme="light",
    )
    page = context.new_page()
    page.goto(address)
    return page


def test_each_picture_of_the_readme_is_taken(browser: Browser, demo_site: Site, folder: Path):
    event = demo_site.way_in("the event")
    # One after the other: the demo's players play on meanwhile.
    pages = {
        "referee": lambda: entering_a_hand(browser, demo_site),
        "team": lambda: opened(browser, PHONE, demo_site.way_in("a team"), sharp=True),
        "standings": lambda: opened(browser, PHONE, f"{event}standings/", sharp=True),
        "floor": lambda: opened(browser, LAPTOP, demo_site.way_in("an organizer")),
        "wall": lambda: opened(browser, WALL, f"{demo_site.way_in('the big screen')}?pin=standings"),
    }

    for name, look in pages.items():
        page = look()
        expect(page.locator("h1").first).to_be_attached()
        page.evaluate("document.fonts.ready")
        page.screenshot(path=folder / f"{name}.png")

    taken = {path.stem: path.stat().st_size for path in folder.glob("*.png")}
    assert taken.keys() == pages.keys()
    assert max(taken.values()) <= MOST_BYTES
    readme = (HOUSE / "README.md").read_text()
    assert all(f"docs/pictures/{name}.png" in readme for name in pages)


def entering_a_hand(browser: Browser, site: Site) -> Page:
    """A referee's phone before *Save*: the hand is tapped, and the page says what it counts."""
    page = opened(browser, PHONE, site.way_in("a referee"), sharp=True)
    page.goto(f"{site.way_in('the event')}tables/")
    page.locator("a[href*='/table/']").first.click()
    page.get_by_role("radio").first.check(force=True)
    for name in ("4 Uptown", "10"):
        page.get_by_role("radio", name=name, exact=True).check(force=True)
    expect(page.locator(".meaning-headline")).to_contain_text("made, counts one")
    expect(page.get_by_text("Your taps are not saved")).to_have_count(0)
    return page
