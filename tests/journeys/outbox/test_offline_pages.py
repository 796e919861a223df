"""Pages without signal: opened ones stay readable, and so does what is typed into them."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.hall import (
    MADE_FIVE,
    correcting,
    goes_offline,
    is_kept,
    is_kept_at,
    save,
    tap_hand,
)
from tests.looking import objections, too_wide

pytestmark = pytest.mark.browser


def test_an_unopened_page_offline_says_so_and_lists_the_opened_ones(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)
    goes_offline(phone)

    jo.goto(f"{scene.site.address}/{scene.slug}/standings/")

    expect(jo.get_by_role("heading", name="The hall’s computer doesn’t answer")).to_be_visible()
    assert (too_wide(jo), objections(jo)) == ([], [])
    jo.get_by_role("link", name="Table 1").first.tap()
    expect(jo.get_by_role("button", name="Save hand 1")).to_be_visible()


def test_score_sheets_open_offline_even_if_never_opened_before(scene):
    phone = scene.phone()
    jo = scene.open(phone, scene.sheet.split("/game/")[0] + "/tables/")
    is_kept_at(jo, f"/{scene.slug}/game/{scene.game}/")
    goes_offline(phone)

    jo.get_by_role("link", name="Table 1").tap()

    expect(jo.get_by_role("button", name="Save hand 1")).to_be_visible()


@pytest.mark.long
def test_a_page_left_while_its_copy_is_renewed_has_its_copy(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)
    # The page is left before its cache write ends.
    jo.evaluate("() => { Cache.prototype.put = () => new Promise(() => {}); }")
    jo.evaluate("document.body.dispatchEvent(new Event('htmx:afterSettle', {bubbles: true}))")
    jo.wait_for_timeout(1_000)
    goes_offline(phone)

    jo.reload()

    expect(jo.get_by_role("button", name="Save hand 1")).to_be_visible()


# Every freshness label that the page has shown.
FRESH = """
new MutationObserver(() => {
  const said = document.querySelector("[data-fresh]")?.textContent;
  if (said) (window.said ??= []).push(said);
}).observe(document, { subtree: true, childList: true });
"""


def test_a_copy_knows_what_was_half_tapped_and_is_not_said_to_be_fresh(scene, proxy):
    phone = scene.phone()
    phone.add_init_script(FRESH)
    phone.add_init_script("const now = Date.now; Date.now = () => now() + (localStorage.later ?? 0) * 60e3;")
    jo = scene.open(phone)
    is_kept(jo)
    jo.evaluate("() => { ServiceWorker.prototype.postMessage = () => {}; }")  # The cache stays as it is.
    tap_hand(jo)
    save(jo, 1)
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    jo.get_by_role("radio", name="4 Uptown").tap()
    proxy.answers(502)
    jo.evaluate("localStorage.later = 3")

    jo.reload()

    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect(jo.get_by_role("radio", name="4 Uptown")).to_be_checked()
    expect(jo.locator("[data-fresh]").first).to_contain_text("offline since")
    assert [
        sentence for sentence in jo.evaluate("window.said") if "updated" in sentence or sentence == "live"
    ] == []


def test_a_correction_is_not_sent_unseen_and_what_was_written_stays(scene):
    phone = scene.phone()
    jo = correcting(scene, phone)
    is_kept(jo)
    goes_offline(phone)

    jo.get_by_role("radio", name="12", exact=True).tap()
    for each in ("#consequences", "#struck"):
        expect(jo.locator(each)).to_contain_text("we can’t look up now what this would change")
    jo.get_by_label("Why is it changed?").fill("Miscounted")
    jo.get_by_role("button", name="Correct the hand").tap()
    expect(jo.get_by_text("Not sent: the hall’s computer doesn’t answer.")).to_be_visible()
    jo.reload()
    expect(jo.get_by_text("What you wrote here before is back.")).to_be_visible()
    expect(jo.get_by_label("Why is it changed?")).to_have_value("Miscounted")
    assert (scene.hands(), too_wide(jo), objections(jo)) == ([MADE_FIVE], [], [])
    phone.set_offline(False)
    jo.reload()
    expect(jo.locator("#consequences")).to_contain_text("Safe")
    jo.get_by_role("button", name="Correct the hand").tap()

    expect(jo.locator("#hands")).to_contain_text("Corrected: Miscounted")
    assert len(scene.hands()) == 2


@pytest.mark.long
def test_a_correction_whose_answer_was_lost_is_made_once(scene):
    phone = scene.phone(service_workers="block")
    jo = correcting(scene, phone)
    phone.route(re.compile(r"/correct/$"), lambda route: (route.fetch(max_retries=2), route.abort()), times=1)
    jo.get_by_role("radio", name="12", exact=True).tap()
    jo.get_by_label("Why is it changed?").fill("Miscounted")

    jo.get_by_role("button", name="Correct the hand").tap()
    expect(jo.get_by_text("Not sent: the hall’s computer doesn’t answer.")).to_be_visible()
    jo.get_by_role("button", name="Correct the hand").tap()

    expect(jo.locator("#hands")).to_contain_text("Corrected: Miscounted")
    assert len(scene.hands()) == 2
