"""A table in a room with bad Wi-Fi, and the phones around it."""

import json
import re
import sqlite3
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import psycopg
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rules.games import find_ruleset
from tests.conftest import Site

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}

SCENES = """
import json
from tests import build
from tests.pages.visit import still_clock
made = []
for number in range(12):
    event = build.event(is_practice=True, hands_from="teams", agreed_by="teams")
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    still_clock(event, build.at(15, 10))
    jo, kim = (build.referee(event, name).badge.secret for name in ("Jo", "Kim"))
    made.append([event.slug, game.pk, jo, kim, game.team("NS").badge.secret, game.team("EW").badge.secret])
print(json.dumps(made))
"""

REVOKE = """
from tournament.badges.commands_badges import revoke_badge
from tournament.models import Badge
from tournament.models.links import hash_of
from tests import build
badge = Badge.objects.get(hashed=hash_of("{secret}"))
revoke_badge(badge=badge, by=build.organizer(badge.event), at=build.MEET)
"""

GIVE_BACK = """
from tournament.badges.commands_badges import give_badge_back
from tournament.models import Badge
from tests import build
badge = Badge.objects.exclude(revoked_at=None).get(event__slug="{slug}")
print(give_badge_back(badge=badge, by=build.organizer(badge.event), at=build.MEET).secret)
"""

SET_CLOCK = """
from tests import build
from tournament.settings.commands_event import set_clock
from tournament.models import Event
from django.utils import timezone
event = Event.objects.get(slug="{slug}")
set_clock(event=event, shown=build.at({at}), speed=1, real=timezone.now(), by=build.organizer(event))
"""

RECORD = re.compile(r"/game/\d+/hand/$")

MADE_FIVE = "Kitty Katz bid 5 No Trump and took 11: made, counts two."
MADE_FOUR = "Kitty Katz bid 4 Uptown and took 10: made, counts one."

KEPT = "[data-outbox-list]"

# A phone's clock that is three years slow; ``window.later`` moves it forward.
YEARS_BEHIND = (
    "const now = Date.now; window.later = 0; Date.now = () => now() - 3 * 365 * 864e5 + window.later;"
)


FAHRENHEIT = find_ruleset("fahrenheit")
NAMES = {"NS": "Kitty Katz", "EW": "Boston Bound"}


class Scene:
    """A game at table 1 of a separate event, and the phones around it."""

    def __init__(self, site: Site, browser: Browser, made: list) -> None:
        self.site, self.browser = site, browser
        self.slug, self.game, self.jo, self.kim, self.katz, self.bound = made

    @property
    def sheet(self) -> str:
        return f"{self.site.address}/{self.slug}/game/{self.game}/"

    def phone(self, secret: str = "", **more: object) -> BrowserContext:
        """A phone that opened a referee's private link, Jo's by default."""
        phone = self.browser.new_context(**PHONE, **more)
        self.join(phone, secret)
        return phone

    def join(self, phone: BrowserContext, secret: str = "") -> None:
        tab = phone.new_page()
        tab.goto(f"{self.site.address}/join/{secret or self.jo}/")
        instead = tab.get_by_role("button", name="Sign in as")  # Shown if somebody else is signed in.
        if instead.count():
            with tab.expect_navigation():
                instead.tap()
        tab.close()

    @property
    def team_page(self) -> str:
        return f"{self.site.address}/{self.slug}/team/"

    def open(self, phone: BrowserContext, page: str = "") -> Page:
        """Open the sheet, or another page, in a new tab, and wait until its stream and its outbox run."""
        tab = phone.new_page()
        tab.goto(page or self.sheet)
        expect(tab.locator("[data-fresh=live]").first).to_be_attached()
        expect(tab.locator("html[data-outbox=open]")).to_be_attached()
        return tab

    def hands(self) -> list[str]:
        return [
            "Taken back: " * is_struck + FAHRENHEIT.score(json.loads(facts), NAMES).headline
            for facts, is_struck in self.book(
                "select cast(facts as text), is_struck from scoring_hand where game_id = ? "
                "order by sequence, at",
                self.game,
            )
        ]

    def hand_count(self) -> int:
        """The number of hands ever saved for the game, in any kind of game."""
        return self.book("select count(*) from scoring_hand where game_id = ?", self.game)[0][0]

    def book(self, question: str, *of: object) -> list[tuple]:
        if url := self.site.environment.get("DATABASE_URL"):  # With --wide.
            with psycopg.connect(url) as rows:
                return rows.execute(question.replace("?", "%s"), of).fetchall()
        with sqlite3.connect(self.site.data / "uptown.sqlite3") as book:
            return list(book.execute(question, of))


def tap_hand(page: Page, *, bid: str = "5 No Trump", books: str = "11") -> None:
    page.get_by_role("radio", name="Kitty Katz").first.tap()
    page.get_by_role("radio", name=bid).tap()
    page.get_by_role("radio", name=books, exact=True).tap()


def save(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Save hand {number}").tap()


def is_in(page: Page, headline: str) -> None:
    """Expect the hand on the sheet, and an empty outbox."""
    expect(page.locator("#hands").get_by_text(headline).first).to_be_visible()
    expect(page.locator("[data-outbox-list]")).to_be_hidden()


def is_kept(page: Page) -> None:
    """Wait until the browser has cached the page, so that it opens without signal."""
    is_kept_at(page, urlsplit(page.url).path)


def is_kept_at(page: Page, address: str) -> None:
    """Wait until the browser has cached the page of that address, opened or not."""
    # The page awaits the promise: Playwright would take a pending promise as a true result.
    page.evaluate(
        """async (address) => {
          await navigator.serviceWorker.ready;
          const pages = await caches.open("uptown-pages");
          while (!(await pages.match(address))) await new Promise((then) => setTimeout(then, 50));
        }""",
        address,
    )


def goes_offline(phone: BrowserContext) -> None:
    """Cut the phone off, and wait until its service worker notices."""
    phone.set_offline(True)
    for worker in phone.service_workers:
        worker.evaluate(
            """async () => {
              const isOnline = () => fetch("/healthz", {cache: "no-store"}).then(() => true, () => false);
              while (await isOnline()) await new Promise((then) => setTimeout(then, 50));
            }"""
        )


def waits(page: Page, words: str) -> None:
    expect(page.locator(KEPT)).to_contain_text(words)


def nothing_waits(page: Page) -> None:
    expect(page.locator(KEPT)).to_be_hidden()


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait for something that no page shows."""
    patience = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < patience
        page.wait_for_timeout(50)


def correcting(scene: Scene, phone: BrowserContext) -> Page:
    jo = scene.open(phone)
    tap_hand(jo)
    save(jo, 1)
    is_in(jo, MADE_FIVE)
    jo.get_by_role("link", name="Change hand 1").tap()
    expect(jo.locator("[data-fresh=live]").first).to_be_attached()
    return jo
