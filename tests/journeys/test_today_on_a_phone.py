"""A day of thirteen teams on an organizer's phone: *Today* leads to everything, and a thumb presses it."""

import re
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.conftest import Site
from tests.journeys.real_browser import AT_WORK, PATIENCE
from tests.looking import too_wide
from tools.rehearsal.browser import Page, SmallBrowser
from tools.rehearsal.cast import Organizer, Referee, Visitor
from tools.rehearsal.law import DayGame

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FLYER = (Path(__file__).parents[1] / "flyers" / "fahrenheit.txt").read_text()
NAME, PASSWORD = "Aunt Vi", "a kitty of six cards"
SIGNED_UP = (
    "Aces", "Bells", "Cubs", "Ducks", "Elms", "Foxes", "Geese", "Hawks", "Irons", "Jacks", "Kings", "Lakers",
)  # fmt: skip
WALK_UP = "Moons"
TEAMS = (*SIGNED_UP, WALK_UP)
THE_DAY = "2026-06-27"
THREE = datetime.fromisoformat(f"{THE_DAY}T15:00")
FAHRENHEIT = DayGame("fahrenheit")
MOST_LOOKS = 80
FOLLOWS = """part => {
  if (!part.matches("a, button")) return "nothing";
  return part.form && part.form.hasAttribute("hx-post") ? "swap" : "page";
}"""
IS_SEEN = """button => {
  const {top, bottom} = button.getBoundingClientRect();
  return top >= 0 && bottom <= document.querySelector(".bottom-nav").getBoundingClientRect().top;
}"""
SET = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 9}


class Phone:
    """An organizer who knows only what *Today* says. Nothing on a page may be out of a thumb's reach."""

    def __init__(self, site: Site, browser: Browser) -> None:
        self.site, self.lines, self.slug = site, [], ""
        self.tab = browser.new_context(**PHONE).new_page()
        self.tab.goto(re.search(r"http://\S+/setup/\S+", site.output).group())

    def press(self, *path: Locator | str) -> None:
        """Tap on one after the other; words are those of a button, a link or a fold."""
        for step in path:
            part = self.named(step) if isinstance(step, str) else step
            with self.follows(part):
                part.tap()
            expect(self.tab.locator(AT_WORK)).to_have_count(0)
            assert too_wide(self.tab) == []

    def send(self, button: str, **typed: str) -> None:
        """Fill in the form of this button, and press it."""
        form = self.tab.locator("form").filter(has=self.tab.get_by_role("button", name=button, exact=True))
        for field, words in typed.items():
            form.locator(f"[name={field}]").fill(words)
        self.press(button)

    def named(self, words: str) -> Locator:
        parts = self.tab.locator("main").locator("a, button, summary")
        return parts.filter(has_text=re.compile(rf"^\W*{re.escape(words)}")).locator("visible=true").first

    def follows(self, part: Locator) -> AbstractContextManager:
        """What to wait for after a tap: another page, the response to a press, or nothing."""
        match part.evaluate(FOLLOWS):
            case "page":
                return self.tab.expect_navigation(wait_until="load")
            case "swap":
                return self.tab.expect_response(lambda answer: answer.request.method == "POST")
            case _:
                return nullcontext()

    def look(self) -> str:
        """Open *Today* by the bar at the bottom of each page. Returns its line."""
        self.press(
            self.tab.get_by_role("navigation", name="Pages on a phone").get_by_role("link", name="Today")
        )
        self.lines.append(self.tab.locator(".next-step-title").inner_text())
        return self.lines[-1]

    def green(self) -> Locator | None:
        """The one green button that can be pressed now, if there is one. It is seen without scrolling."""
        found = self.tab.locator("main .button--felt:not(:disabled)").locator("visible=true")
        if not found.count():
            return None
        expect(found).to_have_count(1)
        assert found.evaluate(IS_SEEN)
        return found

    def rows(self) -> list[str]:
        return self.tab.locator(".to-do li").locator("a").all_inner_texts()


class Room:
    """Everybody else, each by their own pages, and the time that passes."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.now = phone, THREE - timedelta(hours=1)
        self.organizer = Organizer(self._browser(), phone.slug)
        self.referee = Referee(self._browser(), phone.slug)
        self.organizer.sign_in(NAME, PASSWORD)
        self.passes(0)

    def _browser(self) -> SmallBrowser:
        return SmallBrowser(self.phone.site.address)

    def passes(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)
        self.organizer.set_clock(self.now)

    def waits(self, words: str) -> None:
        """Let the time pass until the moment that these words name."""
        hour, minute = re.search(r"(\d+):(\d\d) PM", words).groups()
        self.passes(
            (THREE.replace(hour=12 + int(hour), minute=int(minute)) - self.now) / timedelta(minutes=1)
        )

    def signs_up(self) -> None:
        for name in SIGNED_UP:
            Visitor(self._browser(), self.phone.slug).sign_up(name, [f"{name} One", f"{name} Two"])

    def scores(self, code: str) -> None:
        """A referee types the code of a badge."""
        page = self.referee.browser.open("/code/")
        self.referee.browser.send(page.form("/code/"), page, code=code)

    def games(self) -> dict[int, list[str]]:
        """The games that take a hand, each with its two teams, North–South first."""
        links = self.referee.open("tables/").root.find("a", href="*")
        found = {}
        for address in sorted({link.attributes["href"] for link in links}):
            if "/table/" not in address:
                continue
            page = self.referee.browser.open(address)
            if page.has_form("/hand/"):
                two = [name for name in TEAMS if name in page.words]
                found[int(page.address.split("/")[3])] = sorted(two, key=page.words.index)
        return found

    def sits(self, game: int, *teams: str) -> Page:
        page = self.referee.open(f"game/{game}/")
        while there := [
            form
            for form in page.root.find("form")
            if "/seated/" in form.attributes.get("action", "") and any(name in form.words for name in teams)
        ]:
            page = self.referee.browser.send(there[0], page)
        return page

    def plays(self, game: int, *two: str) -> None:
        """The team that signed up first wins, with more books the earlier it did."""
        self.sits(game, *two)
        best = min(two, key=TEAMS.index)
        bid = {"bidder": ("NS", "EW")[two.index(best)], "level": 4, "strain": "uptown"}
        taps = FAHRENHEIT.taps(bid | {"books": 12 - TEAMS.index(best) // 5})
        self.referee.type_slip(game, [taps] * 3)

    def plays_on(self, game: int, late: str) -> None:
        """Those who come late lose by the hand that they forfeited, and by what they bid."""
        page = self.sits(game, late)
        while page.has_form("/hand/"):
            page = self.referee.enter(game, FAHRENHEIT.taps(SET))

    def comes_true(self, is_so: Callable[[], bool]) -> None:
        """Wait for what the server does once a second."""
        patience = time.monotonic() + PATIENCE / 1000
        while not is_so():
            assert time.monotonic() < patience
            time.sleep(0.1)


def opens_an_event(phone: Phone) -> None:
    phone.send("Create account", username=NAME, password=PASSWORD)
    phone.press("Paste your flyer")
    phone.send("Read the flyer", flyer=FLYER)
    phone.tab.locator("[name=held_on]").fill(THE_DAY)
    phone.press(phone.tab.get_by_label("This is a practice event"), "Open the event")
    phone.slug = phone.tab.url.split("/")[3]


def check_in(phone: Phone) -> None:
    """At the desk: everybody, one of them by mistake; what somebody gives; and a team that walks up."""
    here = phone.tab.get_by_role("button", name="Both here")
    for left in range(len(SIGNED_UP) - 1, -1, -1):
        phone.press(here.first)
        expect(here).to_have_count(left)
    phone.press(
        phone.tab.get_by_role("button", name="Undo").first, here.first, "$10 team", "Register a walk-up"
    )
    phone.send("Register the team", player_1="Mo One", player_2="Mo Two", name=WALK_UP)


def give_a_badge(phone: Phone) -> str:
    phone.press("Give badges to referees and desk")
    phone.send("Give the badge", name="Jo")
    return re.search(r"code: (\d{4} \d{4} \d{4})", phone.tab.locator("main").inner_text())[1]


def live_round_one(phone: Phone, room: Room) -> None:
    """It is called by mistake, and again; it is paused; a team comes late, and one never does."""
    phone.press(phone.green(), "Called by mistake? Recall it", "Recall round 1")
    phone.look()
    phone.press("Call round 1 as drafted", "Pause everything", "Pause everything")
    phone.look()
    phone.press(phone.green())
    games = room.games()
    never, late, *_ = games
    for game, two in games.items():
        room.sits(game, *(two[1:] if game in (never, late) else two))
    room.passes(6)
    room.comes_true(lambda: "Forfeited" in room.referee.open(f"game/{late}/").words)
    room.plays_on(late, games[late][0])
    for game, two in games.items():
        if game not in (never, late):
            room.plays(game, *two)
    room.passes(10)
    room.comes_true(lambda: not room.games())
    phone.look()
    phone.press("They left", "Yes, they left")


def what_the_page_asks(phone: Phone, room: Room) -> None:
    """Do what the page is for that the button of *Today* led to."""
    match phone.tab.locator("h1").inner_text():
        case "Sign-up":
            room.signs_up()
        case "Desk":
            check_in(phone)
        case "The cut":
            ties = phone.tab.locator("summary").filter(has_text="Draw lots")
            while ties.count():
                phone.press(ties.first, "Yes, draw the lot now")
            phone.press(phone.green())
        case "Awards":
            phone.look()
            phone.press("Then: Count the drawer")
            what_the_page_asks(phone, room)
        case "Money":
            phone.send("Enter it", amount="10")
        case "Messages":
            phone.send("Show it", words="Thank you all!")
        case "Settings":
            phone.press("Copy this event", "Open the event")
            phone.tab.goto(f"{phone.site.address}/{phone.slug}/")


def test_an_organizer_lives_a_day_of_thirteen_teams_on_a_phone(empty_site: Site, browser: Browser):
    phone = Phone(empty_site, browser)
    opens_an_event(phone)
    room = Room(phone)

    for _ in range(MOST_LOOKS):
        line, button = phone.look(), phone.green()
        if line == "That was the day":
            break
        if line == "Call round 1" and not button:
            room.scores(give_a_badge(phone))
            phone.look()
            room.waits(phone.tab.locator("#next-step").inner_text())
        elif line == "Call round 1":
            live_round_one(phone, room)
        elif button:
            phone.press(button)
            what_the_page_asks(phone, room)
        elif games := room.games():
            room.passes(6)
            for game, two in games.items():
                room.plays(game, *two)
        else:
            room.waits(phone.tab.locator("#next-step").inner_text())

    assert [line for line, _ in groupby(phone.lines)] == [
        "Get teams to sign up: nobody is on the list",
        "Check in who comes",
        "Call round 1",
        "Resume play",
        "Call round 2",
        "Call round 3",
        "Call round 4",
        "Settle who goes through",
        "Start Phase II",
        "Call 3 games to a table",
        "Wait for the games at the tables",
        "Call 2 games to a table",
        "Wait for the games at the tables",
        "Call 2 games to a table",
        "Wait for the games at the tables",
        "Hand out the prizes",
        "Thank everybody",
        "Copy the event for the next time",
        "That was the day",
    ]
    assert {"13 teams signed up", "13 of 13 teams came"} <= {*phone.rows()}
