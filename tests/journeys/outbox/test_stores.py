"""A phone whose storage is missing or fails: it says so, and shows no hand as kept that isn't."""

import pytest
from playwright.sync_api import expect

from tests.journeys.hall import (
    MADE_FIVE,
    goes_offline,
    is_in,
    save,
    tap_hand,
    waits,
)
from tests.looking import objections, too_wide

pytestmark = pytest.mark.browser

FULL = """
window.isFull = true;
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...what) {
  if (window.isFull) throw new DOMException("There is no room left.", "QuotaExceededError");
  return put.apply(this, what);
};
"""

PRIVATE = """
const denied = () => { throw new DOMException("Not in this mode.", "SecurityError"); };
for (const name of ["indexedDB", "localStorage", "sessionStorage", "caches"])
  Object.defineProperty(window, name, {get: denied});
"""

NOT_KEPT = "Not kept: this phone has no room"


def test_a_full_phone_says_so_and_leaves_the_hand_in_the_form(scene):
    phone = scene.phone(service_workers="block")
    phone.add_init_script(FULL)
    jo = scene.open(phone)
    goes_offline(phone)
    tap_hand(jo)

    save(jo, 1)

    expect(jo.get_by_text(NOT_KEPT)).to_be_visible()
    expect(jo.get_by_role("radio", name="11", exact=True)).to_be_checked()
    assert (too_wide(jo), objections(jo)) == ([], [])
    jo.evaluate("window.isFull = false")
    save(jo, 1)
    waits(jo, "Table 1, hand 1")
    phone.set_offline(False)
    is_in(jo, MADE_FIVE)
    assert scene.hands() == [MADE_FIVE]


@pytest.mark.long
def test_a_full_phone_that_lost_the_answer_still_saves_the_hand_once(scene):
    phone = scene.phone(service_workers="block")
    phone.add_init_script(FULL)
    jo = scene.open(phone)
    tap_hand(jo)
    phone.route("**/hand/", lambda route: (route.fetch(max_retries=2), route.abort()), times=1)

    save(jo, 1)
    expect(jo.get_by_text(NOT_KEPT)).to_be_visible()
    save(jo, 1)

    is_in(jo, MADE_FIVE)
    assert scene.hands() == [MADE_FIVE]


@pytest.mark.long
def test_a_store_that_the_browser_closed_is_opened_again(scene):
    phone = scene.phone(service_workers="block")
    phone.add_init_script(
        """
        const open = IDBFactory.prototype.open;
        IDBFactory.prototype.open = function (...what) {
          const request = open.apply(this, what);
          request.addEventListener("success", () => { window.store = request.result; });
          return request;
        };
        """
    )
    jo = scene.open(phone)
    jo.evaluate("window.store.close()")
    goes_offline(phone)
    tap_hand(jo)

    save(jo, 1)

    waits(jo, "Table 1, hand 1")
    jo.evaluate("window.store.close()")
    phone.set_offline(False)
    is_in(jo, MADE_FIVE)
    assert scene.hands() == [MADE_FIVE]


def test_a_browser_without_storage_says_that_a_hand_was_not_sent(scene):
    phone = scene.phone(service_workers="block")
    phone.add_init_script(PRIVATE)
    jo = phone.new_page()
    faults = []
    jo.on("pageerror", lambda fault: faults.append(str(fault)))
    jo.goto(scene.sheet)
    expect(jo.locator("[data-fresh=live]").first).to_be_attached()
    tap_hand(jo)
    goes_offline(phone)

    save(jo, 1)
    expect(jo.get_by_text("Not sent: the hall’s computer doesn’t answer.")).to_be_visible()
    expect(jo.locator("[data-fresh=offline]").first).to_be_attached()
    phone.set_offline(False)
    save(jo, 1)

    expect(jo.locator("#hands").get_by_text(MADE_FIVE).first).to_be_visible()
    assert (scene.hands(), faults) == ([MADE_FIVE], [])


ASKED = """
window.asked = 0;
StorageManager.prototype.persist = async function () { window.asked += 1; return true; };
"""
CLEAR = """async () => {
  const open = indexedDB.open("uptown-outbox");
  const database = await new Promise((done) => { open.onsuccess = () => done(open.result); });
  const clearing = database.transaction("entries", "readwrite");
  clearing.objectStore("entries").clear();
  await new Promise((done) => { clearing.oncomplete = done; });
}"""


def test_a_kept_hand_asks_the_browser_to_persist_it_and_its_loss_is_said(scene):
    phone = scene.phone(service_workers="block")
    phone.add_init_script(ASKED)
    jo = scene.open(phone)
    phone.route("**/hand/", lambda route: route.abort())
    tap_hand(jo)
    save(jo, 1)
    waits(jo, "Table 1, hand 1")
    assert jo.evaluate("window.asked") == 1

    jo.evaluate(CLEAR)
    jo.reload()

    lost = jo.get_by_text("This phone has lost what it kept: Table 1, hand 1.")
    expect(lost).to_be_in_viewport()
    jo.reload()
    expect(jo.locator("html[data-outbox=open]")).to_be_attached()
    expect(lost).to_have_count(0)
