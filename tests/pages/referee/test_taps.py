"""A hand is entered on a phone in a real browser, while a player watches."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site
from tests.journeys.hall import MADE_FIVE, PHONE, save, tap_hand

pytestmark = pytest.mark.browser

SCENE = """
from django.utils import timezone
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True)
game = build.game_between(event, "Kitty Katz", "Boston Bound")
still_clock(event, build.at(15, 10))
jo, kim = build.referee(event).badge, build.referee(event, "Kim").badge
katz = event.badges.get(team=game.team("NS"))
print("\\n", event.slug, game.pk, jo.secret, kim.secret, katz.secret)
"""


class Scene:
    def __init__(self, site: Site, browser: Browser) -> None:
        self.site, self.browser = site, browser
        output = site.manage("shell", "-c", SCENE).strip().splitlines()[-1]
        self.slug, self.game, self.jo, self.kim, self.katz = output.split()

    def phone(self, secret: str, **more: object) -> Page:
        page = self.browser.new_context(**PHONE, **more).new_page()
        page.goto(f"{self.site.address}/join/{secret}/")
        return page

    def sheet(self, secret: str, **more: object) -> Page:
        page = self.phone(secret, **more)
        page.goto(f"{self.site.address}/{self.slug}/game/{self.game}/")
        return page


@pytest.fixture
def scene(live_site: Site, browser: Browser) -> Scene:
    return Scene(live_site, browser)


def test_a_hand_is_entered_with_four_taps_and_everybody_sees_it(scene):
    katz = scene.phone(scene.katz)
    jo = scene.phone(scene.jo)
    jo.get_by_role("link", name="Table 1").tap()

    tap_hand(jo)
    expect(jo.locator("#meaning")).to_contain_text(MADE_FIVE)
    save(jo, 1)

    expect(jo.locator("#strip").get_by_text(f"Saved: {MADE_FIVE}")).to_be_visible()
    expect(jo.get_by_role("heading", level=1)).to_contain_text("Hand 2 of 5")
    expect(jo.locator("#entry")).to_be_focused()
    expect(jo.get_by_role("status").first).to_contain_text("Saved: Kitty Katz bid 5 No Trump")
    expect(katz.get_by_text("You lead 2–0")).to_be_visible()
    jo.get_by_role("button", name="Undo").tap()
    expect(jo.get_by_role("heading", level=1)).to_contain_text("Hand 1 of 5")
    expect(jo.get_by_text("Undone within a minute")).to_be_visible()


def test_what_is_half_tapped_survives_a_reload_and_a_reason_is_one_tap(scene):
    jo = scene.sheet(scene.jo)
    jo.get_by_role("radio", name="Kitty Katz").first.tap()
    jo.get_by_role("radio", name="5 No Trump").tap()

    jo.reload()

    expect(jo.get_by_role("radio", name="5 No Trump")).to_be_checked()
    jo.get_by_role("radio", name="11", exact=True).tap()
    save(jo, 1)
    expect(jo.get_by_role("button", name="Undo")).to_be_visible()
    jo.reload()
    expect(jo.get_by_role("radio", name="5 No Trump")).not_to_be_checked()
    jo.get_by_role("link", name="Change hand 1").tap()
    jo.get_by_role("button", name="Misdeal").tap()
    expect(jo.locator("form[action$='/strike/'] [name=reason]")).to_have_value("Misdeal")


def test_a_hand_half_entered_stays_while_the_table_changes_around_it(scene):
    first, second = (scene.sheet(scene.jo) for _ in range(2))
    tap_hand(first)
    tap_hand(second, bid="4 Uptown", books="10")

    save(first, 1)

    expect(
        second.locator("#strip").get_by_text("Jo entered hand 1. Your taps are not saved.")
    ).to_be_visible()
    expect(second.get_by_role("radio", name="4 Uptown")).to_be_checked()
    save(second, 1)
    expect(second.get_by_role("region", name="Enter a hand").get_by_text("Hand 1 is in")).to_be_visible()
    second.wait_for_timeout(1_000)  # Any sooner, it would be the second tap of a double tap.
    second.get_by_role("button", name="It is another hand: save it as hand 2").tap()
    expect(second.get_by_text("Kitty Katz won 3–0.")).to_be_visible()


def test_two_who_enter_the_same_hand_make_it_one(scene):
    first, second = (scene.sheet(scene.jo) for _ in range(2))
    for phone in (first, second):
        tap_hand(phone)

    save(first, 1)
    expect(second.locator("#strip").get_by_text("Jo entered hand 1.")).to_be_visible()
    save(second, 1)

    expect(second.locator("#strip")).to_contain_text("Hand 1 is in already: Jo entered the same.")
    expect(second.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect(second.get_by_role("radio", name="5 No Trump")).not_to_be_checked()


def asked(page: Page, address: str) -> list[str]:
    """The list of a page's requests from now on to URLs that end this way."""
    found: list[str] = []
    page.on("request", lambda sent: found.append(sent.url) if sent.url.endswith(address) else None)
    return found


def test_a_phone_fetches_others_changes_again_but_not_its_own_save(scene):
    jo, other = (scene.sheet(scene.jo) for _ in range(2))
    for phone in (jo, other):
        expect(phone.locator("[data-fresh=live]").first).to_be_attached()
    tap_hand(jo)
    expect(jo.locator("#meaning")).to_contain_text("made")
    refreshes = asked(jo, "/hands/")

    jo.evaluate("document.body.addEventListener('uptown:changed', () => (document.body.dataset.told = ''))")
    save(jo, 1)
    expect(jo.locator("body[data-told]")).to_be_attached()  # The stream has announced the hand.
    by_its_own = len(refreshes)
    expect(other.get_by_role("heading", level=1)).to_contain_text("Hand 2 of 5")
    tap_hand(other)
    expect(other.locator("#meaning")).to_contain_text("made")
    save(other, 2)
    expect(other.get_by_text("Kitty Katz won 4–0.")).to_be_visible()

    expect(jo.locator("#hands .hand")).to_have_count(2)
    expect(jo.get_by_text("Kitty Katz won 4–0.")).to_be_visible()
    assert by_its_own == 0
    assert len(refreshes) == 1


def boxes(page: Page) -> dict[str, dict[str, float]]:
    tapped = {
        "side": ".asks-bidder",
        "bid": ".asks-bid",
        "books": ".asks-books",
        "save": ".save-bar .button--action",
    }
    return {name: page.locator(at).bounding_box() for name, at in tapped.items()}


def test_an_entry_fits_the_screen_and_live_updates_move_no_tile(scene):
    jo, kim, katz = scene.sheet(scene.jo), scene.sheet(scene.kim), scene.phone(scene.katz)
    before = boxes(jo)

    katz.get_by_role("button", name="We’re seated").tap()
    expect(katz.get_by_text("You’re seated. Boston Bound are on their way")).to_be_visible()
    expect(jo.get_by_role("button", name="Boston Bound sit here")).to_be_visible()
    seated = boxes(jo)
    tap_hand(jo)
    save(jo, 1)
    expect(jo.get_by_role("button", name="Undo")).to_be_visible()
    expect(kim.get_by_role("heading", level=1)).to_contain_text("Hand 2 of 5")

    assert all(box["y"] > 0 and box["y"] + box["height"] <= 740 for box in before.values())
    assert before["books"]["y"] + before["books"]["height"] <= before["save"]["y"]
    assert [seated, boxes(jo), boxes(kim)] == [before] * 3
    expect(kim.get_by_role("button", name="Undo")).to_have_count(0)


def test_without_javascript_a_hand_is_entered_as_well(scene):
    jo = scene.sheet(scene.jo, java_script_enabled=False)

    tap_hand(jo)
    jo.get_by_role("button", name="What would it mean?").tap()
    expect(jo.locator("#meaning")).to_contain_text(MADE_FIVE)
    save(jo, 1)

    expect(jo.locator("#strip").get_by_text(f"Saved: {MADE_FIVE}")).to_be_visible()
