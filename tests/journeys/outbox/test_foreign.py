"""Responses from a proxy or a Wi-Fi sign-in page instead of our server: none counts as saved."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.journeys.between import PORTAL
from tests.journeys.hall import (
    MADE_FIVE,
    MADE_FOUR,
    RECORD,
    goes_offline,
    is_in,
    is_kept,
    nothing_waits,
    save,
    tap_hand,
    until,
    waits,
)
from tests.looking import objections, too_wide

pytestmark = pytest.mark.browser

EVERYTHING = re.compile("^http")


def says(status: int, **headers: str) -> Callable[[Route], None]:
    """Respond to every request as a stranger's server."""
    typed = {"Content-Type": "text/html", **headers}
    return lambda route: route.fulfill(status=status, headers=typed, body=PORTAL)


def answers_for(phone: BrowserContext, answer: Callable[[Route], None]) -> None:
    """Let a stranger answer all of a phone's requests, until ``goes_away``."""
    phone.route(EVERYTHING, answer)


def goes_away(phone: BrowserContext) -> None:
    phone.unroute(EVERYTHING)


def test_a_hand_that_a_stranger_answered_waits_and_goes_out_once(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    entered = []

    for number, status in enumerate((200, 422), start=1):
        tap_hand(jo, bid="4 Uptown", books="10")
        expect(jo.locator("#meaning")).to_contain_text(MADE_FOUR)
        answers_for(phone, says(status))
        save(jo, number)

        waits(jo, "1 hand waiting")
        waits(jo, f"Table 1, hand {number}")
        expect(jo.get_by_text("Grand Hotel")).to_have_count(0)
        expect(jo.locator("[data-fresh=offline]").first).to_contain_text("1 hand waiting")
        assert scene.hands() == entered, status
        goes_away(phone)
        expect(jo.locator("#hands .hand")).to_have_count(number)
        nothing_waits(jo)
        entered.append(MADE_FOUR)
        assert scene.hands() == entered, status


def test_what_waits_goes_out_only_to_its_own_server(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    goes_offline(phone)
    tap_hand(jo)
    save(jo, 1)
    waits(jo, "1 hand waiting")
    left = [200, 302, 404, 422, 502]
    phone.route(RECORD, lambda route: says(left.pop(0) if left else 502, Location="/")(route))
    phone.set_offline(False)

    until(jo, lambda: not left)

    waits(jo, "1 hand waiting")
    assert scene.hands() == []
    phone.unroute(RECORD)
    is_in(jo, MADE_FIVE)
    assert scene.hands() == [MADE_FIVE]


def test_a_page_accepts_no_data_from_a_stranger_and_says_whom_to_ask(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    tap_hand(jo)
    expect(jo.locator("#meaning")).to_contain_text(MADE_FIVE)
    answers_for(phone, says(200))

    jo.evaluate("document.body.dispatchEvent(new Event('uptown:changed'))")
    jo.get_by_role("radio", name="12", exact=True).tap()

    expect(jo.locator("#meaning")).to_contain_text("what this hand counts can’t be said now")
    expect(jo.get_by_text("You aren’t connected to the hall’s computer")).to_be_visible()
    expect(jo.get_by_text("Grand Hotel")).to_have_count(0)
    assert (too_wide(jo), objections(jo)) == ([], [])
    goes_away(phone)
    jo.get_by_role("radio", name="11", exact=True).tap()
    expect(jo.locator("#meaning")).to_contain_text(MADE_FIVE)
    expect(jo.get_by_text("You aren’t connected to the hall’s computer")).to_be_hidden()


def test_a_strangers_refusal_removes_no_cached_page(scene, proxy):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)

    for status in (403, 404, 502):
        proxy.answers(status)
        for _ in range(2):
            jo.reload()
            expect(jo.get_by_role("button", name="Save hand 1")).to_be_visible()

    proxy.answers(0)
    jo.reload()
    tap_hand(jo)
    save(jo, 1)
    is_in(jo, MADE_FIVE)


@pytest.mark.long
def test_what_a_stranger_sends_for_a_file_is_never_kept_as_that_file(scene, proxy):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)
    file = jo.locator("script[src*='js/main']").get_attribute("src")
    jo.evaluate("async (file) => (await caches.open('uptown-files')).delete(file)", file)
    proxy.answers(200)

    jo.evaluate("(file) => fetch(file, {cache: 'reload'}).catch(() => {})", file)

    jo.wait_for_timeout(500)  # Time for a cache write.
    assert not jo.evaluate("async (file) => Boolean(await caches.match(file))", file)


@pytest.mark.long
def test_a_sign_in_page_is_shown_where_a_page_is_opened(scene, proxy):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)
    proxy.answers(200)

    jo.reload()
    expect(jo.get_by_role("heading", name="Grand Hotel")).to_be_visible()
    proxy.answers(0)
    jo.reload()

    expect(jo.get_by_role("button", name="Save hand 1")).to_be_visible()
