"""The docs' pictures, taken from the demo: ``./uptown pictures`` writes them to ``docs/pictures``."""

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.conftest import Site
from tests.house.pictures import is_shown, pictures_in_docs
from tests.pictures import FOLDER, WORDS

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONE: ViewportSize = {"width": 390, "height": 780}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
LETTER: ViewportSize = {"width": 1280, "height": 640}
HALF: ViewportSize = {"width": 1280, "height": 500}
WALL: ViewportSize = {"width": 960, "height": 540}
SHARP = 1.25
MOST_BYTES = 120 * 1024
# The elements whose text belongs to the program, not to the event.
NAMED = "h1, h2, h3, button, summary, legend, th, a.button"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder for the pictures: ``docs/pictures`` if asked for, otherwise a temporary one."""
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


def test_each_picture_of_the_docs_is_taken(browser: Browser, demo_site: Site, folder: Path):
    event = demo_site.way_in("the event")
    # Callables, because the demo's players play on between the pictures.
    pages = {
        "referee": lambda: entering_a_hand(browser, demo_site),
        "team": lambda: opened(browser, PHONE, demo_site.way_in("a team"), sharp=True),
        "standings": lambda: opened(browser, PHONE, f"{event}standings/", sharp=True),
        "today": lambda: opened(browser, LAPTOP, demo_site.way_in("an organizer")),
        "flyer": lambda: beside(browser, demo_site, f"{event}event/", LETTER),
        "desk": lambda: beside(browser, demo_site, f"{event}desk/", HALF),
        "money": lambda: beside(browser, demo_site, f"{event}desk/money/"),
        "ruling": lambda: ruling(browser, demo_site),
        "wall": lambda: opened(browser, WALL, f"{demo_site.way_in('the big screen')}?pin=standings"),
    }

    words = {}
    for name, look in pages.items():
        page = look()
        expect(page.locator("h1").first).to_be_attached()
        page.evaluate("document.fonts.ready")
        page.screenshot(path=folder / f"{name}.png")
        shown = page.locator(NAMED).locator("visible=true").all_inner_texts()
        words[name] = sorted(each for each in set(shown) - {""} if is_shown(each))
        page.context.close()
    (folder / WORDS).write_text(json.dumps(words, indent=1, ensure_ascii=False) + "\n")

    taken = {path.stem: path.stat().st_size for path in folder.glob("*.png")}
    assert taken.keys() == pages.keys()
    assert max(taken.values()) <= MOST_BYTES
    assert taken.keys() == pictures_in_docs()


def beside(browser: Browser, site: Site, address: str, size: ViewportSize = LAPTOP) -> Page:
    """A page of the demo as its organizer sees it."""
    page = opened(browser, size, site.way_in("an organizer"))
    page.goto(address)
    return page


def ruling(browser: Browser, site: Site) -> Page:
    """A renege ruling on a referee's phone, filled in, with its result."""
    page = at_a_table(browser, site)
    page.goto(page.locator("a[href$='/ruling/']").first.evaluate("link => link.href") + "renege/")
    return page


def at_a_table(browser: Browser, site: Site) -> Page:
    """The sheet of the first table on a referee's phone."""
    page = opened(browser, PHONE, site.way_in("a referee"), sharp=True)
    page.goto(f"{site.way_in('the event')}tables/")
    page.locator("a[href*='/table/']").first.click()
    return page


def entering_a_hand(browser: Browser, site: Site) -> Page:
    """A hand tapped on a referee's phone, before *Save*, with what it counts."""
    page = at_a_table(browser, site)
    page.get_by_role("radio").first.check(force=True)
    for name in ("4 Uptown", "10"):
        page.get_by_role("radio", name=name, exact=True).check(force=True)
    expect(page.locator(".meaning-headline")).to_contain_text("made, counts one")
    expect(page.get_by_text("Your taps are not saved")).to_have_count(0)
    return page
