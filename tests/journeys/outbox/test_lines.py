"""Connections that are slow or break off during a response: the hand is saved once, and the phone knows."""

import pytest
from playwright.sync_api import expect

from tests.journeys.hall import (
    MADE_FIVE,
    goes_offline,
    is_in,
    is_kept,
    save,
    tap_hand,
    until,
    waits,
)

pytestmark = pytest.mark.browser

# A phone whose patience is a tenth as long (outbox/sending.js); it counts how often that ends.
HASTY = """
window.endings = 0;
const later = window.setTimeout;
window.setTimeout = (run, milliseconds, ...more) =>
  later(run, milliseconds >= 20000 ? milliseconds / 10 : milliseconds, ...more);
const abort = AbortController.prototype.abort;
AbortController.prototype.abort = function () { window.endings += 1; abort.call(this); };
"""


def test_a_hand_is_saved_over_a_network_slower_than_the_timeout(scene, proxy):
    phone = scene.phone(service_workers="block")
    phone.add_init_script(HASTY)
    jo = scene.open(phone)
    jo.evaluate("htmx.config.timeout = 2000")
    tap_hand(jo)
    proxy.delay = 3

    save(jo, 1)
    waits(jo, "Table 1, hand 1")

    expect(jo.locator("[data-outbox-list]")).to_be_hidden(timeout=60_000)
    proxy.delay = 0
    is_in(jo, MADE_FIVE)
    assert (scene.hands(), jo.evaluate("window.endings > 0")) == ([MADE_FIVE], True)


@pytest.mark.parametrize("cut", [40, pytest.param(1, marks=pytest.mark.long)])
def test_an_answer_that_breaks_off_makes_one_hand_and_a_whole_page(scene, proxy, cut):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    tap_hand(jo)
    expect(jo.locator("#meaning")).to_contain_text(MADE_FIVE)
    proxy.cut = cut
    proxy.drop()

    save(jo, 1)
    waits(jo, "Table 1, hand 1")
    expect(jo.locator("#entry")).to_be_visible()
    proxy.cut = 0

    is_in(jo, MADE_FIVE)
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert scene.hands() == [MADE_FIVE]


@pytest.mark.long
def test_a_page_gone_back_to_shows_hands_entered_meanwhile(scene, proxy):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)
    jo.goto(f"{scene.site.address}/{scene.slug}/tables/")
    is_kept(jo)
    other = scene.open(phone)
    goes_offline(phone)
    tap_hand(other)
    save(other, 1)
    waits(other, "Table 1, hand 1")

    jo.go_back()
    waits(jo, "Table 1, hand 1")
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    phone.set_offline(False)

    is_in(jo, MADE_FIVE)
    until(jo, lambda: scene.hands() == [MADE_FIVE])
