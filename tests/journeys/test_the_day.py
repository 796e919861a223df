"""A whole day in a real Chromium, from an empty database to the podium, on phones and laptops."""

import re
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser

from tests.conftest import Site
from tests.journeys.real_browser import RealBrowser
from tools.rehearsal.day import BotDay
from tools.rehearsal.games import ZONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 860}, "has_touch": False, "is_mobile": False}
NAME, PASSWORD = "Aunt Vi", "a kitty of six cards"


def test_a_day_is_lived_from_an_empty_database_to_the_podium(empty_site, browser, rounds, longer):
    day = BotDay(
        # With three teams, one has a bye in each round, two tie at the cut, and the bracket has a bye.
        teams=5 if longer > 1 else 3,
        seed=4,
        held_on=timezone.localdate(timezone=ZONE),
        new_browser=browsers(empty_site, browser),
        say=lambda words: None,
        rounds=rounds,
    )

    page = day.organizer.join(first_link(empty_site))
    day.organizer.press(page, page.address, username=NAME, password=PASSWORD)
    day.organizer.sign_out()
    day.organizer.sign_in(NAME, PASSWORD)
    day.live(name="Pride South on the Lake")

    # The day itself compares every number on its pages with the facts.
    assert [place for place, team in day.visitor.podium()] == [1, 2, 3]


def browsers(site: Site, browser: Browser) -> Callable[[], RealBrowser]:
    """A factory of separate browsers: a laptop for one person, a phone for the next."""
    screens = cycle([DESK, PHONE])
    return lambda: _browser(site, browser, next(screens))


def _browser(site: Site, browser: Browser, screen: dict[str, Any]) -> RealBrowser:
    return RealBrowser(browser.new_context(**screen), site.address, has_touch=screen["has_touch"])


def first_link(site: Site) -> str:
    return re.search(r"http://\S+/setup/\S+", site.output).group()
