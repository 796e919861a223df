"""Saves that are refused, pressed twice or pressed early: the completed hand is saved, once."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.hall import (
    KEPT,
    MADE_FIVE,
    MADE_FOUR,
    Scene,
    goes_offline,
    is_in,
    save,
    tap_hand,
    waits,
)
from tests.looking import objections, too_wide

pytestmark = pytest.mark.browser

SHAPES = """
import json
from tests import build
from tests.other_games import day
from tests.pages.visit import still_clock
made = {}
for key in ("bid-euchre", "bid-fair", "solo-bid-euchre", "cutthroat-bid-whist"):
    if key in ("bid-euchre", "bid-fair"):
        event = day(key, {}, is_practice=True)
    else:
        event = build.event(game=key, is_practice=True)
        build.people(event, 4)
    game = build.called_round(event).games.filter(kind="game").first()
    still_clock(event, build.at(15, 10))
    jo = build.referee(event, "Jo").badge.secret
    made[key] = [event.slug, game.pk, jo, "", "", ""]
print(json.dumps(made))
"""

# The fields filled in first, the one forgotten, and the page's sentence about it.
TAPS = {
    "bid-euchre": ([("bidder", "NS"), ("bid", "4")], ("books", "5"), "Tap the tricks"),
    "bid-fair": (
        [("bid_n", "KS"), ("bid_s", "AH"), ("trump", "clubs"), ("points_n", "90")],
        ("points_s", "39"),
        "Write the points",
    ),
    "solo-bid-euchre": (
        [("bidder", "S"), ("bid", "2"), ("tricks_s", "3"), ("tricks_n", "1")],
        ("tricks_w", "1"),
        "5 together, not 4",
    ),
    "cutthroat-bid-whist": (
        [("strain", "downtown"), ("bid", "7"), ("bidder", "N")],
        ("books", "9"),
        "Tap the books",
    ),
}
# The answers that the form of the next hand has already. No tricks are an answer.
ANSWERED = """() => {
  const needs = [...document.querySelector(".entry-form template[data-needs]").content.children];
  const names = needs.flatMap((line) => line.dataset.of.split(" "));
  return names.filter((name) => document.querySelector(`.entry-form [name=${name}]:checked`));
}"""
UNTRUE = ("was taken back", "comes next", "is in already")


@pytest.fixture(scope="session")
def shapes(live_site) -> dict[str, list]:
    return json.loads(live_site.shell(SHAPES).splitlines()[-1])


def tap(page: Page, taps: list[tuple[str, str]]) -> None:
    for name, value in taps:
        field = page.locator(f".entry-form [name={name}]")
        if field.first.get_attribute("type") == "radio":
            page.locator(f".entry-form [name={name}][value='{value}']").tap(force=True)
        else:
            field.fill(value)


def says_nothing_untrue(page: Page) -> None:
    for words in UNTRUE:
        expect(page.get_by_text(words)).to_have_count(0)


@pytest.mark.parametrize(
    "key",
    [
        "bid-euchre",
        # Entered like Fahrenheit, tested below.
        pytest.param("cutthroat-bid-whist", marks=pytest.mark.long),
        pytest.param("solo-bid-euchre", marks=pytest.mark.long),
        "bid-fair",
    ],
)
def test_a_hand_that_was_refused_is_completed_and_saved_in_every_game(live_site, browser, shapes, key):
    scene = Scene(live_site, browser, shapes[key])
    first, forgotten, sentence = TAPS[key]
    jo = scene.open(scene.phone())
    sent = []
    jo.on("request", lambda request: sent.append(request) if request.url.endswith("/hand/") else None)

    save(jo, 1)
    expect(jo.locator("#refused")).to_be_in_viewport(ratio=1)
    tap(jo, first)
    save(jo, 1)
    expect(jo.locator("#refused")).to_contain_text(sentence)
    expect(jo.locator("#refused")).to_be_in_viewport(ratio=1)
    tap(jo, [forgotten])
    expect(jo.locator("#meaning .meaning-headline")).to_be_visible()
    save(jo, 1)

    expect(jo.get_by_role("button", name="Undo")).to_be_visible()
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert jo.evaluate(ANSWERED) == []
    says_nothing_untrue(jo)
    # What is missing, the phone refuses itself; that tricks don't add up, only the rules know.
    assert (scene.hand_count(), len(sent)) == (1, 2 if key == "solo-bid-euchre" else 1)


def tap_twice(page: Page, name: str) -> None:
    """Tap a button, and 600 ms later the same spot. The page must not scroll before the first tap."""
    # In one step: a refresh may replace the button between two.
    at = page.get_by_role("button", name=name).evaluate(
        """(button) => {
          button.scrollIntoView({ block: "center", behavior: "instant" });
          const { x, y, width, height } = button.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }"""
    )
    page.touchscreen.tap(*at)
    page.wait_for_timeout(600)
    page.touchscreen.tap(*at)


def test_the_second_tap_of_a_double_tap_on_save_or_undo_does_nothing(scene):
    jo = scene.open(scene.phone())

    tap_hand(jo)
    expect(jo.locator("#meaning")).to_contain_text(MADE_FIVE)
    tap_twice(jo, "Save hand 1")
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect(jo.locator(".entry-form :checked:not([value=''], [value='0'])")).to_have_count(0)
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 2)
    is_in(jo, MADE_FOUR)
    says_nothing_untrue(jo)
    assert scene.hands() == [MADE_FIVE, MADE_FOUR]


def test_a_hand_without_its_books_is_refused_at_once_without_signal_too(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    goes_offline(phone)

    jo.get_by_role("radio", name="Kitty Katz").first.tap()
    jo.get_by_role("radio", name="4 Uptown").tap()
    save(jo, 1)
    expect(jo.locator("#refused")).to_have_text("Not saved. Tap the books that the bidders won.")
    expect(jo.locator("#refused")).to_be_in_viewport(ratio=1)
    expect(jo.locator("#refused")).to_be_focused()
    expect(jo.locator(KEPT)).to_be_hidden()
    jo.get_by_text("The game is forfeited").tap()
    jo.get_by_role("button", name="Forfeit the game").tap()
    expect(jo.get_by_text("Choose who forfeits.")).to_be_in_viewport(ratio=1)
    expect(jo.locator(KEPT)).to_be_hidden()

    jo.get_by_role("radio", name="10", exact=True).tap()
    save(jo, 1)
    waits(jo, "1 hand waiting")
    phone.set_offline(False)
    is_in(jo, MADE_FOUR)
    assert scene.hands() == [MADE_FOUR]


def test_a_late_preview_does_not_replace_the_refusal_of_a_save(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    save(jo, 1)
    held: list[Route] = []
    phone.route("**/preview/", lambda route: held.append(route))
    jo.get_by_role("radio", name="Kitty Katz").first.tap()
    expect(jo.locator(".hand-entry.htmx-request")).to_have_count(1)

    save(jo, 1)
    expect(jo.locator("#refused")).to_contain_text("Tap the bid")
    for route in held:
        route.continue_()
    phone.unroute("**/preview/")

    expect(jo.locator(".hand-entry.htmx-request")).to_have_count(0)
    expect(jo.locator("#refused")).to_contain_text("Tap the bid")
    tap_hand(jo)
    expect(jo.locator("#meaning")).to_contain_text(MADE_FIVE)


UNREADABLE = "“xyzzy” is not a call."


def save_with_an_unreadable_auction(page: Page, number: int = 1) -> None:
    """Save a hand that only the rules can refuse."""
    tap_hand(page, bid="4 Uptown", books="10")
    page.get_by_text("Renege, dealer, auction").tap()
    page.get_by_label("The auction").fill("xyzzy")
    save(page, number)


def enter_it_again(page: Page) -> None:
    page.locator("[data-need]").get_by_role("link", name="Enter it again").tap()
    page.get_by_text("Renege, dealer, auction").tap()
    page.get_by_label("The auction").fill("")
    save(page, 1)


def test_a_refused_hand_is_completed_and_the_next_hands_keep_their_numbers(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    goes_offline(phone)
    save_with_an_unreadable_auction(jo)
    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    tap_hand(jo)
    before = jo.locator(".asks-bidder").bounding_box()
    phone.set_offline(False)
    need = jo.locator("[data-need]")
    expect(need).to_contain_text(f"Hand 1: {UNREADABLE}")
    expect(need).to_be_in_viewport(ratio=1)
    expect(jo.locator("[data-fresh][data-needs]").first).to_contain_text("1 hand refused")
    assert (jo.locator(".asks-bidder").bounding_box(), too_wide(jo), objections(jo)) == (before, [], [])
    save(jo, 2)
    expect(
        jo.get_by_text("It is sent after the entry before it, which you have to fix first.")
    ).to_be_visible()
    waits(jo, "1 hand waiting · 1 hand refused")
    assert scene.hands() == []

    enter_it_again(jo)

    is_in(jo, MADE_FIVE)
    says_nothing_untrue(jo)
    assert scene.hands() == [MADE_FOUR, MADE_FIVE]


def test_a_hand_completed_before_the_badge_check_goes_out_before_the_next(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    goes_offline(phone)
    save_with_an_unreadable_auction(jo)
    tap_hand(jo)
    save(jo, 2)
    phone.set_offline(False)
    waits(jo, "1 hand waiting · 1 hand refused")
    held: list[Route] = []
    phone.route("**/phone/", lambda route: held.append(route))
    jo.evaluate("dispatchEvent(new Event('online'))")

    enter_it_again(jo)
    waits(jo, "2 hands waiting")
    while held:
        held.pop().continue_()
    phone.unroute("**/phone/")

    is_in(jo, MADE_FIVE)
    says_nothing_untrue(jo)
    assert scene.hands() == [MADE_FOUR, MADE_FIVE]


def test_a_hand_of_a_decided_game_names_the_winners_and_shows_a_page(scene):
    phone = scene.phone(scene.kim)
    jo, kim = scene.open(scene.phone()), scene.open(phone)
    goes_offline(phone)
    tap_hand(kim, bid="4 Uptown", books="10")
    save(kim, 1)
    waits(kim, "1 hand waiting")
    tap_hand(jo)
    save(jo, 1)
    is_in(jo, MADE_FIVE)
    tap_hand(jo)
    save(jo, 2)
    expect(jo.get_by_text("Kitty Katz won 4–0.").first).to_be_visible()
    phone.set_offline(False)

    reason = kim.locator(KEPT).get_by_text("This game is over. Kitty Katz won 4–0.")
    expect(reason).to_be_in_viewport(ratio=1)
    expect(kim.get_by_role("link", name="Enter it again")).to_have_count(0)
    kim.goto(scene.sheet.split("/game/")[0] + "/standings/")
    expect(reason).to_be_in_viewport(ratio=1)
    expect(kim.get_by_role("link", name="Enter it again")).to_have_count(0)
    kim.get_by_role("link", name="Look at the page").tap()
    expect(kim.locator("#hands")).to_contain_text(MADE_FIVE)


TAKE_BACK = """
from uuid import uuid4
from scoring.recording.commands_hands import strike_hand
from scoring.models import Hand
from tests import build
hand = Hand.objects.select_related("game__event").get(game={game}, is_struck=False)
by = build.referee(hand.game.event, "Kim")
strike_hand(hand=hand, hand_id=uuid4(), reason="Misdeal", by=by, at=build.at(15, 10))
"""


def test_a_hand_whose_predecessor_was_struck_is_entered_in_its_place(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    tap_hand(jo)
    save(jo, 1)
    is_in(jo, MADE_FIVE)
    goes_offline(phone)
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 2)
    waits(jo, "Table 1, hand 2")
    scene.site.shell(TAKE_BACK.format(game=scene.game))
    phone.set_offline(False)

    need = jo.locator("[data-need]")
    expect(need).to_contain_text("Entered as hand 2, but a hand before it was taken back: it is hand 1 now.")
    need.get_by_role("link", name="Enter it again", exact=True).tap()
    save(jo, 1)

    is_in(jo, MADE_FOUR)
    assert scene.hands() == [MADE_FIVE, "Taken back: " + MADE_FIVE, MADE_FOUR]


def test_back_brings_no_taps_of_a_hand_that_somebody_else_saved_meanwhile(scene):
    jo, kim = scene.open(scene.phone()), scene.open(scene.phone(scene.kim))
    tap_hand(jo, bid="4 Uptown", books="10")
    jo.goto(scene.sheet.split("/game/")[0] + "/tables/")
    tap_hand(kim)
    save(kim, 1)
    is_in(kim, MADE_FIVE)

    jo.go_back()

    expect(jo.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect(jo.locator(".entry-form :checked:not([value=''], [value='0'])")).to_have_count(0)
