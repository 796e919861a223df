"""The most used pages on the narrowest phones, with text at twice the size."""

import json
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import Site
from tests.looking import too_wide

# ``test_every_address`` checks every page with large text; this module also looks for broken words.
pytestmark = [pytest.mark.browser, pytest.mark.long]

HEIGHT = 740
PAGES = {
    "the event": ("", "standings/", "seats/", "bracket/", "rules/", "fairness/", "sign-up/"),
    "a team": ("team/",),
    "a referee": ("tables/", "GAME"),
    "an organizer": ("today/", "desk/", "floor/", "wall/", "paper/", "people/", "event/", "floor/set-up/"),
}
LETTERS = "async size => { document.documentElement.style.fontSize = size; await document.fonts.ready; }"
# The header's greatest height, over all its labels. Which one a page shows depends on the machine's speed.
HEADER = """() => Math.max(...["live", "updated 75 s ago", "offline since 12:58 PM"].map(said => {
  const label = document.querySelector("[data-fresh]");
  label.textContent = said;
  label.dataset.brief = said.split(" ")[0];
  return document.querySelector(".site-header").offsetHeight;
}))"""
# Short words that are split over two lines, such as "Tabl" and "e 6".
BROKEN = """() => [...document.querySelectorAll("h1, .now-big")].flatMap(each => {
  const text = [...each.childNodes].find(node => node.nodeType === 3 && node.data.trim());
  return [...(text?.data ?? "").matchAll(/[^\\s]{1,10}(?=\\s|$)/g)].filter(word => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(one => one.top)).size > 1;
  }).map(word => word[0]);
})"""


def visits(browser: Browser, site: Site) -> Iterator[tuple[str, Page]]:
    """Open ``PAGES`` at the demo, each as its visitor; yields (path, page)."""
    event = site.way_in("the event")
    for who, paths in PAGES.items():
        page = browser.new_page()
        page.goto(site.way_in(who))
        for path in paths:
            page.goto(urljoin(event, "tables/" if path == "GAME" else path))
            if path == "GAME":
                page.goto(urljoin(event, page.locator(".table-number a").first.get_attribute("href")))
            yield path or "the event", page


def test_nothing_is_wider_than_the_screen_and_no_short_word_is_broken(browser, demo_site):
    complaints = []

    for path, page in visits(browser, demo_site):
        for width, size in ((320, "100%"), (320, "200%"), (360, "200%")):
            page.set_viewport_size({"width": width, "height": HEIGHT})
            page.evaluate(LETTERS, size)
            faults = [*too_wide(page), *(f"breaks {word}" for word in page.evaluate(BROKEN))]
            if page.evaluate("document.documentElement.scrollWidth") > width:
                faults.append("is wider than the screen")
            if (height := page.evaluate(HEADER)) > HEIGHT * 0.4:
                faults.append(f"has a header of {height} px")
            complaints += [f"{path} at {width} px and {size}: {each}" for each in faults]

    assert not complaints, "\n".join(complaints)


LONG_NAMES = """
import json
from tests import build
from tests.pages.visit import still_clock
from tournament.models import Team
game = build.game(build.event(is_practice=True))
for side, name in (("NS", "The Royal and Ancient Order of the Uptown Downtown Aces, Ltd"),
                   ("EW", "The Grand Lodge of the South Side Bid Whist Ladies and Sons")):
    Team.objects.filter(pk=game.team(side).pk).update(name=name)
still_clock(game.event, build.at(15, 10))
secret = build.referee(game.event).badge.secret
print(json.dumps([f"join/{secret}/", f"{game.event.slug}/game/{game.pk}/"]))
"""


def test_the_longest_names_leave_the_books_above_the_button(live_site: Site, browser: Browser):
    page = browser.new_context(viewport={"width": 360, "height": HEIGHT}, has_touch=True).new_page()
    for path in json.loads(live_site.shell(LONG_NAMES).splitlines()[-1]):
        page.goto(f"{live_site.address}/{path}")

    for asked in ("bidder", "bid"):
        page.locator(f".asks-{asked} label").last.tap()

    book, bar = page.locator(".asks-books label").last, page.locator(".save-bar")
    assert book.bounding_box()["y"] + book.bounding_box()["height"] <= bar.bounding_box()["y"]
