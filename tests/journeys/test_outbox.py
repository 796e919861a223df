"""Bad Wi-Fi in a loud hall: whatever happens to an answer, there is one fact, or a conflict people see."""

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.conftest import Site, served
from tests.looking import objections, too_wide

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SCENES = """
import json
from tests import build
from tests.pages.visit import still_clock
made = []
for number in range(24):
    event = build.event(name=f"Hall {number}", is_rehearsal=True, hands_from="teams")
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    still_clock(event, build.at(15, 10))
    jo, kim = (build.referee(event, name).badge.secret for name in ("Jo", "Kim"))
    made.append([event.slug, game.pk, jo, kim, game.ns.badge.secret, game.ew.badge.secret])
print(json.dumps(made))
"""
REVOKE = """
from tournament.commands.badges import revoke_badge
from tournament.models import Badge
from tests import build
badge = Badge.objects.get(secret="{secret}")
revoke_badge(badge=badge, by=build.organizer(badge.event), at=build.MEET)
"""
SECONDS = 12_000
RECORD = re.compile(r"/game/\d+/hand/$")


class Scene:
    """A game at table 1 in a hall of its own, and the phones around it."""

    def __init__(self, site: Site, browser: Browser, made: list) -> None:
        self.site, self.browser = site, browser
        self.slug, self.game, self.jo, self.kim, self.katz, self.bound = made

    @property
    def sheet(self) -> str:
        return f"{self.site.address}/{self.slug}/game/{self.game}/"

    def phone(self, secret: str = "", **more: object) -> BrowserContext:
        """A phone that opened its referee's private link, and then the sheet."""
        phone = self.browser.new_context(**PHONE, **more)
        self.join(phone, secret)
        return phone

    def join(self, phone: BrowserContext, secret: str = "") -> None:
        tab = phone.new_page()
        tab.goto(f"{self.site.address}/join/{secret or self.jo}/")
        tab.close()

    @property
    def team_page(self) -> str:
        return f"{self.site.address}/{self.slug}/team/"

    def open(self, phone: BrowserContext, page: str = "") -> Page:
        """The sheet, or another page, in a new tab, with its copy kept."""
        tab = phone.new_page()
        tab.goto(page or self.sheet)
        expect(tab.locator("[data-fresh=live]").first).to_be_attached()
        expect(tab.locator("html[data-outbox=open]")).to_be_attached()
        return tab

    def hands(self) -> list[str]:
        """What stands in the book, in order."""
        return [
            headline
            for (headline,) in self.book(
                "select headline from scoring_hand where game_id = ? order by place, at", self.game
            )
        ]

    def book(self, question: str, *of: object) -> list[tuple]:
        """What the hall's computer has written down."""
        with sqlite3.connect(self.site.data / "uptown.sqlite3") as book:
            return list(book.execute(question, of))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("outbox"), "--no-demo") as site:
        yield site


@pytest.fixture(scope="module")
def halls(site: Site) -> list:
    return json.loads(site.shell(SCENES).splitlines()[-1])


@pytest.fixture
def scene(site: Site, browser: Browser, halls: list) -> Scene:
    return Scene(site, browser, halls.pop())


MADE_FIVE, MADE_FOUR = "Made 5 No Trump: counts two.", "Made 4 Uptown: counts one."


def tap_hand(page: Page, *, bid: str = "5 No Trump", books: str = "11") -> None:
    page.get_by_role("radio", name="Kitty Katz").first.tap()
    page.get_by_role("radio", name=bid).tap()
    page.get_by_role("radio", name=books, exact=True).tap()


def save(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Save hand {number}").tap()


def is_in(page: Page, headline: str) -> None:
    """The sheet shows the hand, and nothing waits."""
    expect(page.locator("#hands").get_by_text(headline).first).to_be_visible(timeout=SECONDS)
    expect(page.locator("[data-outbox-list]")).to_be_hidden(timeout=SECONDS)


def is_kept(page: Page) -> None:
    """The browser has its copies: what it needs to open the page again without signal."""
    # The promise is waited for inside the page: a predicate that is one counts as true before it is kept.
    page.evaluate(
        """async () => {
          await navigator.serviceWorker.ready;
          const pages = await caches.open("uptown-pages");
          while (!(await pages.match(location.pathname))) await new Promise((then) => setTimeout(then, 50));
        }"""
    )


def test_two_hands_entered_offline_survive_a_reload_and_go_out_in_order_once(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)
    phone.set_offline(True)

    tap_hand(jo)
    expect(jo.locator("#meaning")).to_contain_text("what this hand counts can’t be said now")
    save(jo, 1)
    expect(jo.get_by_text("Kept on this phone. It goes out by itself")).to_be_visible()
    jo.reload()
    expect(jo.locator("[data-fresh=offline]").first).to_have_text(
        re.compile(r"^offline since \d+:\d\d.* · 1 hand waiting$"), timeout=SECONDS
    )
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 2)
    expect(jo.locator("[data-fresh=offline]").first).to_contain_text("2 hands waiting")
    assert (scene.hands(), too_wide(jo), objections(jo)) == ([], [], [])
    phone.set_offline(False)

    is_in(jo, MADE_FOUR)
    assert scene.hands() == [MADE_FIVE, MADE_FOUR]
    expect(jo.get_by_role("button", name=re.compile("^Save hand"))).to_have_count(0)


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
    expect(first.locator("#hands")).to_contain_text(MADE_FIVE, timeout=SECONDS)
    second_phone.set_offline(False)

    expect(second.locator("[data-outbox-list]")).to_contain_text("Hand 1 is in already", timeout=SECONDS)
    expect(second.locator("[data-outbox-list]")).to_contain_text("4 Uptown")
    assert scene.hands() == [MADE_FIVE]


def test_a_phone_whose_clock_is_wrong_enters_at_the_halls_time(scene):
    phone = scene.phone()
    phone.add_init_script("const now = Date.now; Date.now = () => now() - 3 * 365 * 864e5;")
    jo = scene.open(phone)
    phone.set_offline(True)
    tap_hand(jo)
    save(jo, 1)
    expect(jo.locator("[data-outbox-list]")).to_contain_text("1 hand waiting")
    phone.set_offline(False)

    is_in(jo, MADE_FIVE)
    expect(jo.locator("#hands")).to_contain_text("3:10")
    assert scene.hands() == [MADE_FIVE]


def test_a_session_that_expired_keeps_the_hand_until_somebody_signs_in_again(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    tap_hand(jo)
    phone.clear_cookies(name="sessionid")

    save(jo, 1)
    expect(jo.locator("[data-outbox-list]")).to_contain_text("This phone is signed out.")
    assert scene.hands() == []
    scene.join(phone)

    expect(jo.locator("[data-outbox-list]")).to_be_hidden(timeout=SECONDS)
    jo.reload()
    is_in(jo, MADE_FIVE)
    assert scene.hands() == [MADE_FIVE]


def test_a_token_that_expired_is_fetched_afresh(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    phone.clear_cookies(name="csrftoken")
    tap_hand(jo)

    save(jo, 1)

    is_in(jo, MADE_FIVE)
    assert scene.hands() == [MADE_FIVE]


def test_a_badge_taken_back_leaves_the_hand_on_the_phone_with_the_reason(scene, site):
    phone = scene.phone(scene.kim)
    kim = scene.open(phone)
    phone.set_offline(True)
    tap_hand(kim)
    save(kim, 1)
    expect(kim.locator("[data-outbox-list]")).to_contain_text("1 hand waiting")
    site.shell(REVOKE.format(secret=scene.kim))
    phone.set_offline(False)

    expect(kim.locator("[data-outbox-list]")).to_contain_text(
        "Your badge for this event was taken back.", timeout=SECONDS
    )
    expect(kim.locator("[data-outbox-list]")).to_contain_text("11")
    assert (scene.hands(), too_wide(kim), objections(kim)) == ([], [], [])


def test_what_was_refused_is_entered_again_or_discarded_with_a_deliberate_press(scene):
    phone, other = scene.phone(scene.kim), scene.phone()
    jo, kim = scene.open(other), scene.open(phone)
    phone.set_offline(True)
    for number in (1, 2):
        tap_hand(kim, bid="4 Uptown", books="10")
        save(kim, number)
    expect(kim.locator("[data-outbox-list]")).to_contain_text("2 hands waiting")
    tap_hand(jo)
    save(jo, 1)
    is_in(jo, MADE_FIVE)
    phone.set_offline(False)
    kept = kim.locator("[data-outbox-entries] > li")
    expect(kept.first).to_contain_text("Hand 1 is in already", timeout=SECONDS)
    expect(kept.last).to_contain_text("Waits until the hand above it is settled.")

    kept.first.get_by_text("Discard …").tap()
    kept.first.get_by_role("button", name="Discard it for good").tap()
    is_in(kim, MADE_FOUR)
    assert scene.hands() == [MADE_FIVE, MADE_FOUR]


def test_a_refused_hand_is_entered_again_as_the_next_one(scene):
    phone, other = scene.phone(scene.kim), scene.phone()
    jo, kim = scene.open(other), scene.open(phone)
    phone.set_offline(True)
    tap_hand(kim, bid="4 Uptown", books="10")
    save(kim, 1)
    expect(kim.locator("[data-outbox-list]")).to_contain_text("1 hand waiting")
    tap_hand(jo)
    save(jo, 1)
    is_in(jo, MADE_FIVE)
    phone.set_offline(False)
    expect(kim.locator("[data-outbox-list]")).to_contain_text("Hand 1 is in already", timeout=SECONDS)
    kim.reload()

    kim.get_by_role("link", name="Enter it again").tap()
    expect(kim.locator("#meaning")).to_contain_text(MADE_FOUR)
    save(kim, 2)

    is_in(kim, MADE_FOUR)
    assert scene.hands() == [MADE_FIVE, MADE_FOUR]


def test_where_no_service_worker_may_run_the_outbox_works_all_the_same(scene):
    phone = scene.phone(service_workers="block")
    phone.add_init_script("delete Crypto.prototype.randomUUID; delete Navigator.prototype.locks;")
    jo = scene.open(phone)
    phone.set_offline(True)
    tap_hand(jo)
    save(jo, 1)
    tap_hand(jo, bid="4 Uptown", books="10")
    save(jo, 2)
    expect(jo.locator("[data-outbox-list]")).to_contain_text("2 hands waiting")
    phone.set_offline(False)

    is_in(jo, MADE_FOUR)
    assert scene.hands() == [MADE_FIVE, MADE_FOUR]


def test_a_page_that_was_never_opened_says_so_offline_and_names_those_that_were(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)
    phone.set_offline(True)

    jo.goto(f"{scene.site.address}/{scene.slug}/standings/")

    expect(jo.get_by_role("heading", name="The hall’s computer doesn’t answer")).to_be_visible()
    assert (too_wide(jo), objections(jo)) == ([], [])
    jo.get_by_role("link", name="Table 1").first.tap()
    expect(jo.get_by_role("button", name="Save hand 1")).to_be_visible()


def test_a_page_left_while_its_copy_is_renewed_has_its_copy(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)
    # The page is gone before it has written.
    jo.evaluate("() => { Cache.prototype.put = () => new Promise(() => {}); }")
    jo.evaluate("document.body.dispatchEvent(new Event('htmx:afterSettle', {bubbles: true}))")
    jo.wait_for_timeout(1_000)
    phone.set_offline(True)

    jo.reload()

    expect(jo.get_by_role("button", name="Save hand 1")).to_be_visible()


def test_the_page_opened_last_stands_first_among_the_kept_ones(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    is_kept(jo)
    for name in ("standings", "seats", "standings"):
        jo.goto(f"{scene.site.address}/{scene.slug}/{name}/")
        is_kept(jo)
        jo.wait_for_timeout(1_000)  # So long a page must stand to be kept anew.
    phone.set_offline(True)

    jo.goto(f"{scene.site.address}/{scene.slug}/bracket/")

    expect(jo.locator("[data-kept-pages] a").first).to_contain_text("Standings")


SET_CLOCK = """
from tests import build
from tournament.commands.events import set_clock
from tournament.models import Event
from django.utils import timezone
event = Event.objects.get(slug="{slug}")
set_clock(event=event, shown=build.at({at}), speed=1, real=timezone.now(), by=build.organizer(event))
"""
# A phone's clock that is years behind, and can be let run.
YEARS_BEHIND = (
    "const now = Date.now; window.later = 0; Date.now = () => now() - 3 * 365 * 864e5 + window.later;"
)
KEPT = "[data-outbox-list]"


def waits(page: Page, words: str) -> None:
    """The page says what waits on this phone."""
    expect(page.locator(KEPT)).to_contain_text(words, timeout=SECONDS)


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait for something that no page shows."""
    patience = time.monotonic() + SECONDS / 1000
    while not is_so():
        assert time.monotonic() < patience
        page.wait_for_timeout(50)


def nothing_waits(page: Page) -> None:
    expect(page.locator(KEPT)).to_be_hidden(timeout=SECONDS)


def test_a_hand_finished_before_the_whistle_and_sent_after_it_counts_as_of_when_it_was_entered(scene, site):
    phone = scene.phone()
    phone.add_init_script(YEARS_BEHIND)
    jo = scene.open(phone)
    phone.set_offline(True)
    tap_hand(jo)
    save(jo, 1)
    waits(jo, "1 hand waiting")

    site.shell(SET_CLOCK.format(slug=scene.slug, at="15, 33"))
    jo.evaluate("window.later = 19 * 60 * 1000")
    phone.set_offline(False)

    is_in(jo, MADE_FIVE)
    expect(jo.get_by_role("region", name="The whistle has gone")).to_be_visible()
    expect(jo.locator("#hands")).to_contain_text("3:13 PM")
    ((said,),) = scene.book(
        "select words from tournament_logentry join tournament_event e on e.id = event_id "
        "where action = 'hand.recorded' and e.slug = ?",
        scene.slug,
    )
    assert "(entered 3:13 PM, sent 3:33 PM)" in said


def test_a_hand_is_not_signed_by_another_who_signs_in_on_the_phone(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    phone.set_offline(True)
    tap_hand(jo)
    save(jo, 1)
    phone.clear_cookies(name="sessionid")
    phone.set_offline(False)
    waits(jo, "This phone is signed out.")

    scene.join(phone, scene.kim)
    waits(jo, "Entered by Jo. Sign in as Jo to send it, or discard it.")
    expect(jo.get_by_text("It goes out by itself")).to_have_count(0)
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
        "where game_id = ? order by h.place",
        scene.game,
    )
    assert signed == [("Jo",), ("Kim",)]


def test_an_undo_pressed_offline_goes_out_before_the_hand_that_is_entered_instead(scene):
    phone = scene.phone()
    jo = scene.open(phone)
    tap_hand(jo)
    save(jo, 1)
    is_in(jo, MADE_FIVE)
    phone.set_offline(True)

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


def answers_too_late(phone: BrowserContext, address: str) -> None:
    """The next deed of that address is done, and its answer never comes."""
    phone.route(re.compile(address), lambda route: route.fetch(), times=1)


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

    expect(jo.locator("#hands .hand")).to_have_count(3, timeout=SECONDS)
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


def test_a_game_forfeited_offline_is_forfeited_once(scene):
    phone = scene.phone(service_workers="block")
    jo = scene.open(phone)
    phone.set_offline(True)

    jo.get_by_text("The game is forfeited").tap()
    forfeit = jo.locator("form[data-kind=forfeit]")
    forfeit.get_by_role("radio", name="Boston Bound").tap()
    forfeit.get_by_role("button", name="Forfeit the game").tap()
    waits(jo, "Table 1, the game forfeited")
    waits(jo, "Boston Bound")
    phone.route(re.compile(r"/forfeit/$"), lambda route: (route.fetch(), route.abort()), times=1)
    phone.set_offline(False)

    nothing_waits(jo)
    expect(jo.locator("#hands")).to_contain_text("Boston Bound", timeout=SECONDS)
    assert len(scene.hands()) == 3


def test_we_are_seated_pressed_offline_goes_out_by_itself(scene):
    phone = scene.phone(scene.katz)
    katz = scene.open(phone, scene.team_page)
    phone.set_offline(True)

    katz.get_by_role("button", name="We’re seated").tap()
    expect(katz.get_by_text("the hall’s clock doesn’t know that you sit")).to_be_visible()
    expect(katz.get_by_role("button", name="We’re seated")).to_be_hidden()
    waits(katz, "1 entry waiting")
    assert (too_wide(katz), objections(katz)) == ([], [])
    phone.set_offline(False)

    nothing_waits(katz)
    expect(katz.get_by_text("Boston Bound are on their way")).to_be_visible(timeout=SECONDS)
    ((seated, other),) = scene.book(
        "select ns_seated_at, ew_seated_at from tournament_game where id = ?", scene.game
    )
    assert seated and not other


def test_a_call_for_a_referee_is_not_kept_and_says_so(scene):
    phone = scene.phone(scene.katz)
    katz = scene.open(phone, scene.team_page)
    katz.get_by_role("button", name="We’re seated").tap()
    expect(katz.get_by_text("Call a referee", exact=True)).to_be_visible(timeout=SECONDS)
    phone.set_offline(True)

    katz.get_by_text("Call a referee", exact=True).tap()
    katz.get_by_role("button", name="Call a referee to our table").tap()

    expect(katz.get_by_text("Not sent: the hall’s computer doesn’t answer.")).to_be_visible(timeout=SECONDS)
    expect(katz.locator(KEPT)).to_be_hidden()


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

    expect(katz.get_by_role("button", name="We’re seated")).to_be_hidden(timeout=SECONDS)
    katz.wait_for_timeout(500)
    expect(katz.get_by_text("Call a referee", exact=True)).to_be_visible()


def test_a_teams_report_made_offline_goes_out_once_and_waits_for_the_others(scene):
    phone = scene.phone(scene.katz)
    katz = scene.open(phone, f"{scene.team_page}report/")
    is_kept(katz)
    phone.set_offline(True)

    tap_hand(katz)
    katz.get_by_role("button", name="Send hand 1").tap()
    expect(katz.get_by_text("says whether it is right. Entered wrong?")).to_be_visible()
    katz.reload()
    waits(katz, "Table 1, hand 1")
    assert (too_wide(katz), objections(katz)) == ([], [])
    phone.set_offline(False)

    expect(katz.get_by_text("Hand 1 waits for Boston Bound")).to_be_visible(timeout=SECONDS)
    expect(katz.get_by_text("Sent. It counts once the other side says that it is right.")).to_be_visible()
    bound = scene.open(scene.phone(scene.bound), scene.team_page)
    bound.get_by_role("button", name="That’s right").tap()
    expect(bound.get_by_text("Enter hand 2")).to_be_visible(timeout=SECONDS)
    assert scene.hands() == [MADE_FIVE]


def correcting(scene: Scene, phone: BrowserContext) -> Page:
    """The page of a hand that was entered wrong."""
    jo = scene.open(phone)
    tap_hand(jo)
    save(jo, 1)
    is_in(jo, MADE_FIVE)
    jo.get_by_role("link", name="Change hand 1").tap()
    expect(jo.locator("[data-fresh=live]").first).to_be_attached()
    return jo


def test_a_correction_is_not_sent_unseen_and_what_was_written_stays(scene):
    phone = scene.phone()
    jo = correcting(scene, phone)
    is_kept(jo)
    phone.set_offline(True)

    jo.get_by_role("radio", name="12", exact=True).tap()
    for each in ("#consequences", "#struck"):
        expect(jo.locator(each)).to_contain_text("what this would change can’t be looked at now")
    jo.get_by_label("Why is it changed?").fill("Miscounted")
    jo.get_by_role("button", name="Correct the hand").tap()
    expect(jo.get_by_text("Not sent: the hall’s computer doesn’t answer.")).to_be_visible(timeout=SECONDS)
    jo.reload()
    expect(jo.get_by_text("What you wrote here before is back.")).to_be_visible()
    expect(jo.get_by_label("Why is it changed?")).to_have_value("Miscounted")
    assert (scene.hands(), too_wide(jo), objections(jo)) == ([MADE_FIVE], [], [])
    phone.set_offline(False)
    jo.reload()
    expect(jo.locator("#consequences")).to_contain_text("Safe", timeout=SECONDS)
    jo.get_by_role("button", name="Correct the hand").tap()

    expect(jo.locator("#hands")).to_contain_text("Corrected: Miscounted", timeout=SECONDS)
    assert len(scene.hands()) == 2


def test_a_correction_whose_answer_was_lost_is_made_once(scene):
    phone = scene.phone(service_workers="block")
    jo = correcting(scene, phone)
    phone.route(re.compile(r"/correct/$"), lambda route: (route.fetch(), route.abort()), times=1)
    jo.get_by_role("radio", name="12", exact=True).tap()
    jo.get_by_label("Why is it changed?").fill("Miscounted")

    jo.get_by_role("button", name="Correct the hand").tap()
    expect(jo.get_by_text("Not sent: the hall’s computer doesn’t answer.")).to_be_visible(timeout=SECONDS)
    jo.get_by_role("button", name="Correct the hand").tap()

    expect(jo.locator("#hands")).to_contain_text("Corrected: Miscounted", timeout=SECONDS)
    assert len(scene.hands()) == 2
