"""Every page that people can reach, as it is on a laptop.

Each walk begins where its person comes in and follows every link once to every kind of page. What shows
nothing that another page didn't show is not opened, see ``looked_at``. What a page is on a phone, and in the
dark, ``test_every_address`` looks at.
"""

from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve
from lxml import html
from playwright.sync_api import APIRequestContext, Page

from tests.conftest import Site
from tests.journeys import looked_at
from tests.looking import objections, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LAPTOP = {"width": 1280, "height": 800}


@pytest.mark.parametrize("who", ["the event", "an organizer", "a referee", "a team", "the big screen"])
def test_nothing_is_hard_to_read_or_runs_off_the_side(page: Page, demo_site: Site, who: str):
    complaints = []
    page.set_viewport_size(LAPTOP)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")

    for kind, address, text in walk(page.request, demo_site.way_in(who)):
        is_shape_new = looked_at.is_new(looked_at.shaped(text), on="a laptop")
        if not looked_at.is_new(looked_at.worded(text), on="a laptop") and not is_shape_new:
            continue
        page.goto(address)
        wrong = too_wide(page) + (objections(page) if is_shape_new else [])
        complaints += [f"{kind}: {each}" for each in wrong]

    assert not complaints, "\n".join(complaints)


def test_the_front_door_is_as_good(page: Page, demo_site: Site):
    complaints = []

    for path in ("/", "/sign-in/", "/code/", "/there-is-no-such-page/"):
        page.goto(f"{demo_site.address}{path}")
        complaints += [f"{path}: {each}" for each in objections(page) + too_wide(page)]

    assert not complaints, "\n".join(complaints)


def walk(visitor: APIRequestContext, start: str) -> Iterator[tuple[str, str, str]]:
    """Every kind of page that links lead to from ``start``, once each: its name, its address, its text."""
    waiting, seen = [start], set()
    while waiting:
        answer = visitor.get(waiting.pop(0), max_retries=2)
        kind = kind_of(answer.url)
        if kind in seen:
            continue
        seen.add(kind)
        if "<html" not in (text := answer.text()):
            continue
        yield kind, answer.url, text
        links = html.document_fromstring(text).xpath("//a[@href][not(@download)]/@href")
        there = [urljoin(answer.url, link) for link in links]
        waiting += [
            link
            for link in there
            if kind_of(link) not in {None, *seen} and link.startswith(urljoin(answer.url, "/"))
        ]


def kind_of(address: str) -> str | None:
    """The name of the page at this address; None for what is no page of ours."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return None
