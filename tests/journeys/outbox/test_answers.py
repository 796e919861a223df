"""Responses that are lost, late or hang, two tabs and two phones: one fact, or a visible conflict."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.hall import (
    MADE_FIVE,
    MADE_FOUR,
    RECORD,
    goes_offline,
    is_in,
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
        lost.append(route.fetch(max_retries=2).status)
        route.abort()

    phone.route(RECORD, lose, times=1)
    tap_hand(jo)
    save(jo, 1)

    is_in(jo, MADE_FIVE)
    assert (lost, scene.hands()) == ([200], [MADE_FIVE])
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()


def test_two_offline_entries_of_a_hand_save_one_and_show_the_conflict(scene):
    phones = scene.phone(), scene.phone(scene.kim)
    first, second = (scene.open(phone) for phone in phones)
    tap_hand(first)
    tap_hand(second, bid="4 Uptown", books="10")
    for phone in phones:
        goes_offline(phone)
    save(first, 1)
    waits(first, "Table 1, hand 1")
    save(second, 1)
    waits(second, "4 Uptown")

    phones[0].set_offline(False)
    expect(first.locator("#hands")).to_contain_text(MADE_FIVE)
    phones[1].set_offline(False)

    waits(second, "Hand 1 is in already")
    waits(second, "4 Uptown")
    assert scene.hands() == [MADE_FIVE]


@pytest.mark.long
def test_a_hand_whose_request_hung_is_sent_by_the_next_page(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    phone.route(RECORD, lambda route: None, times=1)  # The request hangs forever.
    tap_hand(jo)
    with jo.expect_request(RECORD):
        save(jo, 1)

    jo.reload()

    is_in(jo, MADE_FIVE)
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert scene.hands() == [MADE_FIVE]


def test_without_an_answer_the_form_is_free_and_the_outbox_goes_on(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    hanging = []
    phone.route(RECORD, lambda route: hanging.append(route), times=1)
    tap_hand(jo)
    save(jo, 1)

    expect(jo.get_by_text("Kept on this phone. It will be sent automatically")).to_be_visible(timeout=10_000)
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 2)

    is_in(jo, MADE_FOUR)
    assert (len(hanging), scene.hands()) == (1, [MADE_FIVE, MADE_FOUR])


@pytest.mark.long
def test_a_late_answer_removes_nothing_from_a_refreshed_page(scene):
    phone = scene.phone(scene.katz, service_workers="block")
    katz = scene.open(phone, scene.team_page)
    answers = []
    phone.route(
        re.compile("/team/seated/$"),
        lambda route: answers.append((route, route.fetch(max_retries=2))),
        times=1,
    )
    katz.get_by_role("button", name="We’re seated").tap()
    until(katz, lambda: answers != [])
    with katz.expect_response(re.compile("/team/$")):
        katz.evaluate("document.body.dispatchEvent(new Event('uptown:changed'))")
    ((route, answer),) = answers

    with katz.expect_response(re.compile("/team/seated/$")):
        route.fulfill(response=answer)

    expect(katz.get_by_role("button", name="We’re seated")).to_be_hidden()
    expect(katz.get_by_text("Call a referee", exact=True)).to_be_visible()
