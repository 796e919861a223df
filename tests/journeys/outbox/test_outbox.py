"""Hands entered without signal wait on the phone, and are sent in order, once."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.hall import (
    GIVE_BACK,
    MADE_FIVE,
    MADE_FOUR,
    REVOKE,
    goes_offline,
    is_in,
    is_kept,
    nothing_waits,
    save,
    tap_hand,
    waits,
)
from tests.looking import objections, too_wide

pytestmark = pytest.mark.browser


IS_WHOLE = """chip => {
  const row = chip.parentElement.getBoundingClientRect(), own = chip.getBoundingClientRect();
  return chip.scrollWidth <= chip.clientWidth && own.right <= row.right + 1 && own.left >= row.left;
}"""


def test_two_offline_hands_survive_a_reload_and_are_sent_once_in_order(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)
    goes_offline(phone)

    tap_hand(jo)
    expect(jo.locator("#meaning")).to_contain_text("what this hand counts can’t be said now")
    save(jo, 1)
    expect(jo.get_by_text("Kept on this phone. It will be sent automatically")).to_be_visible()
    expect(jo.locator("#meaning")).to_have_text(re.compile(r"^\s*Tap the side, the bid and the books\.\s*$"))
    jo.reload()
    expect(jo.locator("[data-fresh=offline]").first).to_have_text(
        re.compile(r"^offline since \d+:\d\d.* · 1 hand waiting$")
    )
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 2)
    expect(jo.locator("[data-fresh=offline]").first).to_contain_text("2 hands waiting")
    expect(jo.locator("#strip")).to_have_text(re.compile(r"^\s*Hand 3 of 5\b"))
    assert jo.locator("[data-fresh]").evaluate(IS_WHOLE)
    assert (scene.hands(), too_wide(jo), objections(jo)) == ([], [], [])
    phone.set_offline(False)

    is_in(jo, MADE_FOUR)
    assert scene.hands() == [MADE_FIVE, MADE_FOUR]
    expect(jo.get_by_role("button", name=re.compile("^Save hand"))).to_have_count(0)


# The APIs that iOS 14 and Chrome 90 lack.
OF_2020 = """
delete AbortSignal.timeout; delete AbortSignal.any;
delete Array.prototype.at; delete Array.prototype.findLast;
delete Object.hasOwn; delete window.structuredClone;
delete window.BroadcastChannel; delete window.SharedWorker;
delete window.requestIdleCallback; delete Navigator.prototype.locks; delete Crypto.prototype.randomUUID;
"""


# Shorthand properties that came later; the flex gap is removed below.
LATER = r"(?:inset|(?:margin|padding)-(?:block|inline)):[^;}]*;?"


def as_in_2020(route: Route) -> None:
    """The style sheet without the rules that a browser of 2020 ignores."""
    sheet = re.sub(
        r"@supports not \((container-type: ?inline-size|inset: ?0)\)",
        "@media all",
        route.fetch(max_retries=2).text(),
    )
    sheet = re.sub(r"(display:(?:inline-)?flex[^}]*?)\bgap:[^;}]*", r"\1", re.sub(LATER, "", sheet))
    sheet = re.sub(r"@container[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)
    route.fulfill(body=re.sub(r"[^{}]*:has\([^{}]*\{[^{}]*\}", "", sheet), content_type="text/css")


def test_a_phone_of_2020_enters_a_hand_and_sends_what_waited(scene):
    phone = scene.phone(service_workers="block")
    phone.add_init_script(OF_2020)
    phone.route(re.compile(r"\.css"), as_in_2020)
    jo = scene.open(phone)
    goes_offline(phone)
    tap_hand(jo)
    save(jo, 1)
    waits(jo, "1 hand waiting")
    phone.set_offline(False)

    is_in(jo, MADE_FIVE)
    tap_hand(jo, bid="4 Uptown", books="10")
    expect(jo.locator("#meaning")).to_contain_text("Kitty Katz win the game 3–0.")
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_in_viewport()
    jo.goto(scene.team_page.replace("team/", "standings/"))
    expect(jo.get_by_role("navigation")).to_have_count(1)
    assert too_wide(jo) == []


def test_an_expired_session_keeps_the_hand_until_the_next_sign_in(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    tap_hand(jo)
    phone.clear_cookies(name="sessionid")

    save(jo, 1)
    expect(jo.locator("[data-outbox-list]")).to_contain_text("This phone is signed out.")
    assert scene.hands() == []
    scene.join(phone)

    expect(jo.locator("[data-outbox-list]")).to_be_hidden()
    jo.reload()
    is_in(jo, MADE_FIVE)
    assert scene.hands() == [MADE_FIVE]


@pytest.mark.long
def test_an_expired_token_is_fetched_again(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    phone.clear_cookies(name="csrftoken")
    tap_hand(jo)

    save(jo, 1)

    is_in(jo, MADE_FIVE)
    assert scene.hands() == [MADE_FIVE]


def test_a_badge_taken_back_leaves_the_hand_on_the_phone_with_the_reason(scene):
    phone = scene.phone(scene.kim)
    kim = scene.open(phone)
    goes_offline(phone)
    tap_hand(kim)
    save(kim, 1)
    expect(kim.locator("[data-outbox-list]")).to_contain_text("1 hand waiting")
    scene.site.shell(REVOKE.format(secret=scene.kim))
    phone.set_offline(False)

    expect(kim.locator("[data-outbox-list]")).to_contain_text("Your badge for this event was taken back.")
    expect(kim.locator("[data-outbox-list]")).to_contain_text("11")
    need = kim.locator("[data-need]")
    expect(need.get_by_text("Hand 1: Your badge for this event was taken back.")).to_be_in_viewport(ratio=1)
    expect(need.get_by_role("link", name="Enter a code")).to_be_in_viewport(ratio=1)
    assert (scene.hands(), too_wide(kim), objections(kim)) == ([], [], [])

    kim.get_by_role("link", name="1 hand waiting").tap()
    expect(kim.locator("[data-outbox-list]").get_by_text("Your badge for this event")).to_be_in_viewport()
    scene.join(phone, scene.site.shell(GIVE_BACK.format(slug=scene.slug)))
    is_in(kim, MADE_FIVE)
    assert scene.hands() == [MADE_FIVE]


def test_a_hand_is_not_signed_by_another_who_signs_in_on_the_phone(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    goes_offline(phone)
    tap_hand(jo)
    save(jo, 1)
    phone.clear_cookies(name="sessionid")
    phone.set_offline(False)
    waits(jo, "This phone is signed out.")

    scene.join(phone, scene.kim)
    waits(jo, "Entered by Jo. Sign in as Jo to send it, or discard it.")
    expect(jo.get_by_text("It will be sent automatically")).to_have_count(0)
    kim = scene.open(phone)
    tap_hand(kim, bid="4 Uptown", books="10")
    save(kim, 2)
    waits(kim, "Waits until the hand above it is settled.")
    assert (scene.hands(), too_wide(kim), objections(kim)) == ([], [], [])

    scene.join(phone, scene.jo)
    waits(kim, "Entered by Kim. Sign in as Kim to send it, or discard it.")
    assert scene.hands() == [MADE_FIVE]
    scene.join(phone, scene.kim)
    nothing_waits(kim)
    signed = scene.book(
        "select name from scoring_hand h join tournament_badge b on b.id = h.by_id "
        "where game_id = ? order by h.sequence",
        scene.game,
    )
    assert signed == [("Jo",), ("Kim",)]


def discard(page: Page, title: str) -> None:
    row = page.locator("[data-outbox-entries] > li", has_text=title).first
    row.get_by_text("Discard …").tap()
    row.get_by_role("button", name="Discard it for good").tap()


def titles(page: Page, *expected: str) -> None:
    expect(page.locator("[data-outbox-entries] [data-title]")).to_have_text(list(expected))


def test_the_hands_behind_one_that_is_discarded_move_up(scene):
    phone = scene.phone()
    jo, second = scene.open(phone), scene.open(phone)
    goes_offline(phone)
    tap_hand(jo, bid="6 Uptown", books="8")
    save(jo, 1)
    tap_hand(jo)
    save(jo, 2)
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 3)
    titles(jo, "Table 1, hand 1", "Table 1, hand 2", "Table 1, hand 3")
    jo.locator("[data-outbox-fold] > summary").tap()

    discard(jo, "Table 1, hand 1")
    titles(jo, "Table 1, hand 1", "Table 1, hand 2")
    for tab in (jo, second):
        expect(tab.get_by_role("button", name="Save hand 3")).to_be_visible()
    phone.set_offline(False)

    is_in(jo, MADE_FOUR)
    assert scene.hands() == [MADE_FIVE, MADE_FOUR]
