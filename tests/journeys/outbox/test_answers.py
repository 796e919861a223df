"""Answers that are lost, late or hang, two tabs and two phones: one fact, or a conflict people see."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.hall import (
    KEPT,
    MADE_FIVE,
    MADE_FOUR,
    RECORD,
    answers_too_late,
    is_in,
    is_kept,
    save,
    tap_hand,
    until,
    waits,
)

pytestmark = pytest.mark.browser


def test_an_answer_lost_after_the_commit_makes_no_second_hand(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    lost = []

    def lose(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort()

    phone.route(RECORD, lose, times=1)
    tap_hand(jo)
    save(jo, 1)

    is_in(jo, MADE_FIVE)
    assert (lost, scene.hands()) == ([200], [MADE_FIVE])
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()


def test_a_double_tap_is_one_hand(scene):
    jo = scene.open(scene.phone())
    tap_hand(jo)

    jo.get_by_role("button", name="Save hand 1").dblclick()

    is_in(jo, MADE_FIVE)
    assert scene.hands() == [MADE_FIVE]


@pytest.mark.parametrize("other", ["tab", "phone"])
def test_two_who_enter_the_same_hand_make_it_one_and_the_other_sees_the_conflict(scene, other):
    phone = scene.phone()
    first = scene.open(phone)
    second_phone = phone if other == "tab" else scene.phone(scene.kim)
    second = scene.open(second_phone)
    tap_hand(first)
    tap_hand(second, bid="4 Uptown", books="10")
    for each in {phone, second_phone}:
        each.set_offline(True)
    save(first, 1)
    expect(first.locator("[data-outbox-list]")).to_contain_text("Table 1, hand 1")
    save(second, 1)
    expect(second.locator("[data-outbox-list]")).to_contain_text(
        "5 No Trump" if other == "tab" else "4 Uptown"
    )

    phone.set_offline(False)
    expect(first.locator("#hands")).to_contain_text(MADE_FIVE)
    second_phone.set_offline(False)

    expect(second.locator("[data-outbox-list]")).to_contain_text("Hand 1 is in already")
    expect(second.locator("[data-outbox-list]")).to_contain_text("4 Uptown")
    assert scene.hands() == [MADE_FIVE]


def test_an_undo_whose_answer_never_came_is_known_from_the_page_that_is_opened_next(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    tap_hand(jo)
    save(jo, 1)
    is_in(jo, MADE_FIVE)
    answers_too_late(phone, "/strike/$")
    with jo.expect_request(re.compile("/strike/$")):
        jo.get_by_role("button", name="Undo").tap()
    until(jo, lambda: len(scene.hands()) == 2)

    jo.reload()
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 1)
    is_in(jo, MADE_FOUR)
    tap_hand(jo)
    save(jo, 2)

    expect(jo.locator("#hands .hand")).to_have_count(3)
    assert scene.hands() == [MADE_FIVE, f"Taken back: {MADE_FIVE}", MADE_FOUR, MADE_FIVE]


def test_a_hand_that_never_left_the_page_that_sent_it_goes_out_from_the_next(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    phone.route(RECORD, lambda route: None, times=1)  # It is on its way for ever.
    tap_hand(jo)
    with jo.expect_request(RECORD):
        save(jo, 1)

    jo.reload()

    is_in(jo, MADE_FIVE)
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert scene.hands() == [MADE_FIVE]


def test_where_nobody_answers_the_form_is_free_for_the_next_hand_and_the_outbox_goes_on(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    hanging = []
    phone.route(RECORD, lambda route: hanging.append(route), times=1)
    tap_hand(jo)
    save(jo, 1)

    expect(jo.get_by_text("Kept on this phone. It will be sent by itself")).to_be_visible(timeout=10_000)
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 2)

    is_in(jo, MADE_FOUR)
    assert (len(hanging), scene.hands()) == (1, [MADE_FIVE, MADE_FOUR])


def test_an_answer_that_comes_after_the_page_was_refreshed_takes_nothing_from_it(scene):
    phone = scene.phone(scene.katz, service_workers="block")
    katz = scene.open(phone, scene.team_page)
    answers = []
    phone.route(re.compile("/team/seated/$"), lambda route: answers.append((route, route.fetch())), times=1)
    katz.get_by_role("button", name="We’re seated").tap()
    until(katz, lambda: answers != [])
    katz.evaluate("document.body.dispatchEvent(new Event('uptown:changed'))")
    katz.wait_for_timeout(1_000)
    ((route, answer),) = answers

    route.fulfill(response=answer)

    expect(katz.get_by_role("button", name="We’re seated")).to_be_hidden()
    katz.wait_for_timeout(500)
    expect(katz.get_by_text("Call a referee", exact=True)).to_be_visible()


def test_a_page_reloaded_again_and_again_while_its_answers_hang_sends_one_hand(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    hanging = []
    phone.route(RECORD, lambda route: hanging.append(route), times=3)  # They are on their way for ever.
    tap_hand(jo)
    save(jo, 1)
    for count in (1, 2, 3):
        until(jo, lambda count=count: len(hanging) == count)
        jo.reload()

    is_in(jo, MADE_FIVE)
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert scene.hands() == [MADE_FIVE]


def test_what_another_tab_finds_in_the_book_is_not_said_to_wait(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    jo.evaluate("htmx.config.timeout = 4000")
    answers_too_late(phone, "/hand/$")
    tap_hand(jo)
    save(jo, 1)
    until(jo, lambda: scene.hands() == [MADE_FIVE])

    other = scene.open(phone)
    is_in(other, MADE_FIVE)

    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect(jo.get_by_text("Kept on this phone. It will be sent")).to_have_count(0)
    expect(jo.locator(KEPT)).to_be_hidden()
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 2)
    is_in(jo, MADE_FOUR)
    assert scene.hands() == [MADE_FIVE, MADE_FOUR]


def test_an_old_copy_of_the_page_enters_the_next_hand_and_not_the_last_one_again(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)
    jo.evaluate("() => { ServiceWorker.prototype.postMessage = () => {}; }")  # No newer copy is kept.
    tap_hand(jo)
    save(jo, 1)
    is_in(jo, MADE_FIVE)
    phone.set_offline(True)

    jo.reload()
    expect(jo.get_by_text("No hand yet.")).to_be_visible()
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 2)
    waits(jo, "Table 1, hand 2")
    phone.set_offline(False)

    is_in(jo, MADE_FOUR)
    assert scene.hands() == [MADE_FIVE, MADE_FOUR]


def test_a_report_whose_page_is_reloaded_while_its_answer_hangs_is_stored_once(scene):
    phone = scene.phone(scene.katz, service_workers="block")
    katz = scene.open(phone, f"{scene.team_page}report/")
    stored = []

    def hang(route: Route) -> None:
        is_first = route.request.method == "POST" and not stored
        if is_first:
            stored.append(route.fetch())
        else:
            route.continue_()

    phone.route(re.compile("/team/report/$"), hang)
    tap_hand(katz)
    katz.get_by_role("button", name="Send hand 1").tap()
    until(katz, lambda: stored != [])

    katz.reload()

    expect(katz.get_by_text("Hand 1 waits for Boston Bound")).to_be_visible()
    assert scene.book("select count(*) from scoring_report where game_id = ?", scene.game) == [(1,)]


# All that somebody sees and sends, without what is new in every answer.
SHEET = r"""() => {
  const game = document.getElementById("game");
  const isNew = /^(csrfmiddlewaretoken|hand_id|key)$/;
  const fields = [...game.querySelectorAll("input")].map(({ name, value, checked }) =>
    [name, isNew.test(name) ? "" : value, checked]);
  const open = [...game.querySelectorAll("details")].map((fold) => fold.open);
  return { fields, open, words: game.textContent.replace(/\d+:\d\d/g, "").replace(/\s+/g, " ") };
}"""


def test_a_form_that_stays_for_the_next_hand_is_the_one_that_a_reload_brings(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    form = jo.locator(".entry-form").element_handle()
    jo.locator(".entry-more summary").tap()
    jo.locator("[name=dealer][value=E]").tap()
    jo.locator("[name=reneges_ew][value='1']").tap()

    for number, books in enumerate(("9", "10", "8"), start=1):
        tap_hand(jo, bid="4 Uptown", books=books)
        save(jo, number)
        expect(jo.locator("#hands .hand")).to_have_count(number)
        again = scene.open(phone)

        assert jo.evaluate(SHEET) == again.evaluate(SHEET)
        assert form.evaluate("(form) => form.isConnected")
        again.close()
