"""Actions other than hands without signal: each waits like a hand, or says that it was not sent."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.hall import (
    KEPT,
    MADE_FIVE,
    MADE_FOUR,
    Scene,
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


def test_an_offline_undo_is_sent_before_the_hand_that_replaces_it(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    tap_hand(jo)
    save(jo, 1)
    is_in(jo, MADE_FIVE)
    goes_offline(phone)

    jo.get_by_role("button", name="Undo").tap()
    expect(jo.get_by_text("The hand is taken back when the hall’s computer answers")).to_be_visible()
    expect(jo.get_by_role("button", name="Undo")).to_be_hidden()
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 1)
    waits(jo, "2 entries waiting")
    waits(jo, f"Take back: {MADE_FIVE}")
    assert (scene.hands(), too_wide(jo), objections(jo)) == ([MADE_FIVE], [], [])
    phone.set_offline(False)

    is_in(jo, MADE_FOUR)
    assert scene.hands() == [MADE_FIVE, f"Taken back: {MADE_FIVE}", MADE_FOUR]


def test_we_are_seated_pressed_offline_goes_out_by_itself(scene):
    phone = scene.phone(scene.katz)
    katz = scene.open(phone, scene.team_page)
    goes_offline(phone)

    katz.get_by_role("button", name="We’re seated").tap()
    expect(katz.get_by_text("the event’s clock doesn’t know that you are seated")).to_be_visible()
    expect(katz.get_by_role("button", name="We’re seated")).to_be_hidden()
    waits(katz, "1 entry waiting")
    assert (too_wide(katz), objections(katz)) == ([], [])
    phone.set_offline(False)

    nothing_waits(katz)
    expect(katz.get_by_text("Boston Bound are on their way")).to_be_visible()
    ((seated,), (other,)) = scene.book(
        "select seated_at from tournament_side where game_id = ? order by id", scene.game
    )
    assert seated
    assert not other


def test_a_second_press_right_after_the_first_seats_the_other_side(scene):
    jo = scene.open(scene.phone())

    jo.get_by_role("button", name="Kitty Katz sit here").tap()
    expect(jo.get_by_role("button", name="Kitty Katz sit here")).to_be_hidden()
    jo.get_by_role("button", name="Boston Bound sit here").tap()

    expect(jo.get_by_label("Being seated")).to_be_hidden()


def test_a_call_for_a_referee_is_not_kept_and_says_so(scene):
    phone = scene.phone(scene.katz)
    katz = scene.open(phone, scene.team_page)
    goes_offline(phone)

    katz.get_by_text("Call a referee", exact=True).tap()
    katz.get_by_role("button", name="Call a referee to our table").tap()

    expect(katz.get_by_text("Not sent: the hall’s computer doesn’t answer.")).to_be_visible()
    expect(katz.locator(KEPT)).to_be_hidden()


def test_an_offline_report_is_sent_once_and_waits_for_the_other_team(scene):
    phone = scene.phone(scene.katz)
    katz = scene.open(phone, f"{scene.team_page}report/")
    is_kept(katz)
    goes_offline(phone)

    tap_hand(katz)
    katz.get_by_role("button", name="Send hand 1").tap()
    expect(katz.get_by_text("says whether it is right. Entered wrong?")).to_be_visible()
    katz.reload()
    waits(katz, "Table 1, hand 1")
    assert (too_wide(katz), objections(katz)) == ([], [])
    phone.set_offline(False)

    expect(katz.get_by_text("Hand 1 waits for Boston Bound")).to_be_visible()
    expect(katz.get_by_text("It counts once they say on their own page that it is right.")).to_be_visible()
    bound = scene.open(scene.phone(scene.bound), scene.team_page)
    bound.get_by_role("button", name="Agree").tap()
    expect(bound.get_by_text("Enter hand 2")).to_be_visible()
    assert scene.hands() == [MADE_FIVE]


# --- what the other side entered ----------------------------------------------------------------------


def report(scene: Scene, katz: Page, **hand: str) -> None:
    katz.goto(f"{scene.team_page}report/")
    tap_hand(katz, **hand)
    katz.get_by_role("button", name="Send hand 1").tap()
    expect(katz.get_by_text("Hand 1 waits for Boston Bound")).to_be_visible()


# --- the end of a game --------------------------------------------------------------------------------
