"""Every page that people can reach, as it is on a laptop.

Each walk begins where its person comes in and follows every link once to every kind of page. What a page is
on a phone, and in the dark, ``test_every_address`` looks at.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from tests.conftest import Site
from tests.looking import objections, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LAPTOP = {"width": 1280, "height": 800}


@pytest.mark.parametrize("who", ["the event", "an organizer", "a referee", "a team", "the big screen"])
def test_nothing_is_hard_to_read_or_runs_off_the_side(page: Page, demo_site: Site, who: str):
    complaints = []
    page.set_viewport_size(LAPTOP)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")

    for kind in walk(page, demo_site.way_in(who)):
        complaints += [f"{kind}: {each}" for each in too_wide(page) + objections(page)]

    assert not complaints, "\n".join(complaints)


def test_the_front_door_is_as_good(page: Page, demo_site: Site):
    complaints = []

    for path in ("/", "/sign-in/", "/code/", "/there-is-no-such-page/"):
        page.goto(f"{demo_site.address}{path}")
        complaints += [f"{path}: {each}" for each in objections(page) + too_wide(page)]

    assert not complaints, "\n".join(complaints)


def walk(page: Page, start: str) -> Iterator[str]:
    """Every kind of page that links lead to from ``start``, each opened once; yields its name."""
    waiting, seen = [start], set()
    while waiting:
        page.goto(waiting.pop(0))
        kind = kind_of(page.url)
        if kind in seen:
            continue
        seen.add(kind)
        yield kind
        links = page.eval_on_selector_all("a[href]:not([download])", "links => links.map(link => link.href)")
        waiting += [
            link for link in links if kind_of(link) not in {None, *seen} and link.startswith(origin(page))
        ]


def origin(page: Page) -> str:
    parts = urlsplit(page.url)
    return f"{parts.scheme}://{parts.netloc}/"


def kind_of(address: str) -> str | None:
    """The name of the page at this address; None for what is no page of ours."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return None
