"""Everybody who visits an event's pages, and the addresses that each may see."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Literal
from uuid import UUID

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from playwright.sync_api import Browser, ViewportSize

from pages.hall.forms import PINS
from tests.conftest import Site, begin_with_empty_tables, environment_of, once, served
from tests.journeys import looked_at, moments
from tests.looking import TOO_WIDE, objections, too_wide
from tests.spoken import unclear

PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
TALLEST = 20_000
# The key in what ``moments`` made for the parameter that follows each word of a URL.
FOLLOWED_BY = {
    "club": "person",
    "with": "partner",
    "series": "series",
    "mine": "own",
    "desk": "team",
    "game": "game",
    "games": "game",
    "why": "game",
    "hand": "hand",
    "ruling": "ruling",
    "report": "report",
    "table": "table",
    "receipt": "receipt",
    "signed-up": "signed-up",
    "setup": "invitation",
}
# These exist once sign-in asks for a code (tests/accounts/test_second_step.py).
ONLY_WITH_A_CODE = {"mfa_deactivate_totp", "mfa_view_recovery_codes"}
# These need a server with its own https, a second event in the room, or the link of a message or of a new
# password: nobody here has one.
NOT_THERE = {"setup:reached", "desk:room", "messages:stop", "site:recover", "site:trust", "site:authority",
             "site:evenings"}  # fmt: skip
# These exist only where the event belongs to a club.
OF_A_CLUB = {
    "club:evening", "club:evening-cards",
    "club:grades", "club:season", "club:season-csv", "club:season-hands", "club:pair",
    "league:league", "league:players", "league:draws",
    "league:series", "league:series-table", "league:series-csv", "league:series-sentence",
}  # fmt: skip
# Calls about a league or a series, which are no pages and which nobody here has.
OF_A_SEASON = {"api:league", "api:league_standings", "api:league_games", "api:league_players", "api:series"}
# Redirects, a stream that never ends, the API's 404; and those above.
NO_PAGES = {"site:join", "live", "api:nothing", *ONLY_WITH_A_CODE, *NOT_THERE, *OF_A_SEASON}
# The big screen rotates its pages, and a new event begins with an evening: each kind is checked.
MORE = {
    "desk:take-list": ["?list=teams&kind=csv"],
    "hall:screen": [f"?pin={kind}" for kind, _ in PINS],
    "setup:open-event": ["", "?evening=blue-jackets", "?evening=haliburton&at=rounds"],
}
# The views that accept only POST, as found so far: they do for everybody, at every moment.
ONLY_POSTS: set[str] = set()
STRANGER, ORGANIZER = "a stranger", "an organizer"
# Measured with everything unfolded on a phone, with text at its normal size and at twice the size.
MEASURE = f"""() => {{
  const tooWide = {TOO_WIDE};
  const root = document.documentElement;
  document.querySelectorAll("details").forEach(fold => fold.open = true);
  const plain = tooWide().map(part => `too wide at 360 px: ${{part}}`);
  root.style.fontSize = "200%";
  const large = tooWide().map(part => `too wide with text twice as large: ${{part}}`);
  root.style.fontSize = "";
  return [...plain, ...large];
}}"""

# Bars that stay in view and take more than a quarter of its height.
STUCK = """() => [...document.body.querySelectorAll("*")]
  .filter(each => ["sticky", "fixed"].includes(getComputedStyle(each).position) && each.checkVisibility())
  .map(each => Math.round(each.getBoundingClientRect().height))
  .filter(high => high > innerHeight / 4)"""


def views(resolver: URLResolver | None = None, space: str = "", before: str = "") -> Iterator[tuple]:
    """Every URL: the name of its view, its route, and who may open it."""
    for entry in (resolver or get_resolver()).url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from views(entry, f"{space}{entry.namespace}:" if entry.namespace else space, route)
        elif isinstance(entry, URLPattern):
            yield f"{space}{entry.name}", route, getattr(entry.callback, "access", "account")


# Together these have most kinds of pages; the other moments are checked with ``--long``.
TELLING = {"in the line of open play", "at the cut, with a tie", "in the bracket"}


def telling_or_long(moment: str) -> object:
    return pytest.param(moment, marks=() if moment in TELLING else pytest.mark.long)


# Programs have tokens and no pages, and the key to a round's time opens none.
WITHOUT_A_PAGE = {"anybody", "account", "organizers", "token", "round"}
WORN = sorted({access for _, _, access in views()} - WITHOUT_A_PAGE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A private server with a copy of the moments, because making them takes longer than many a page."""
    data = tmp_path_factory.mktemp("moments") / "data"
    shutil.copytree(once("moments", make_moments), data)
    with served(data, "--no-demo") as site:
        yield site


def make_moments(folder: Path) -> None:
    begin_with_empty_tables(folder)
    nowhere = Site(address="", data=folder, output="", environment=environment_of(folder))
    output = nowhere.shell("from tests.journeys import moments; print(moments.make_all())")
    (folder / "made.json").write_text(output.splitlines()[-1])


@pytest.fixture(scope="module")
def made(site: Site) -> dict[str, dict]:
    """For each moment, the values of its URL parameters, and the badges that open them."""
    return json.loads((site.data / "made.json").read_text())


class Visitor:
    """Somebody with a phone and a laptop, who collects what is wrong with pages.

    ``reads`` says whether new words are reason enough to open a page.
    """

    def __init__(
        self, site: Site, browser: Browser, badge: str, own: Sequence[str] = (), *, reads: bool = False
    ) -> None:
        # Without transitions: in the middle of one, a color is neither light nor dark.
        self.context = browser.new_context(
            viewport=PHONE, has_touch=True, reduced_motion="reduce", base_url=site.address
        )
        self.page, self.own, self.wrong, self.seen = self.context.new_page(), own, [], Counter()
        self.reads = reads
        if badge == ORGANIZER:
            self.page.goto("/sign-in/")
            self.page.locator("[name=login]").fill(moments.NAME)
            self.page.locator("[name=password]").fill(moments.PASSWORD)
            with self.page.expect_navigation():
                self.page.get_by_role("button", name="Sign in").tap()
        elif badge != STRANGER:
            self.context.request.get(f"/join/{badge}/")
        self._listen(site)

    def look_at(self, name: str, address: str) -> list[str]:
        """The faults of the page at a URL; none for a fragment or a URL that accepts only POST."""
        if name in ONLY_POSTS:
            return []
        # As browsers retry when the server has just closed a connection.
        answer = self.context.request.get(address, max_redirects=0, max_retries=2)
        if answer.status == 405:
            ONLY_POSTS.add(name)
        if answer.status in (302, 405) or (answer.ok and "<html" not in answer.text()):
            return []
        if not answer.ok:
            return [f"{address}: answers {answer.status}"]
        self.seen["pages"] += 1
        self.wrong.clear()
        text = answer.text()
        is_shape_new = looked_at.is_new(looked_at.shaped(text, *self.own))
        says_something_new = self.reads and looked_at.is_new(looked_at.worded(text, *self.own))
        if is_shape_new or says_something_new:
            self.open(address, is_shape_new=is_shape_new)
        return [f"{address}: {each}" for each in self.wrong]

    def open(self, address: str, *, is_shape_new: bool = True) -> None:
        """Open a page and record its faults; axe runs only on new shapes, because it doesn't read words."""
        self.seen["opened"] += 1
        self.page.goto(address)
        self.wrong += self.page.evaluate(MEASURE)
        if is_shape_new:
            self.wrong += unclear(self.page)
            self.seen["shown to axe"] += 1
            # Every second page swaps the schemes, so that the shared frame is seen in all four combinations.
            is_second = self.seen["shown to axe"] % 2 == 0
            self._show_to_axe(PHONE, "dark" if is_second else "light")
            self._show_to_axe(LAPTOP, "light" if is_second else "dark")
            self._zoom()
            self.page.emulate_media(color_scheme="light")
            self.page.set_viewport_size(PHONE)

    def _show_to_axe(self, screen: ViewportSize, scheme: Literal["light", "dark"]) -> None:
        """Run axe with the whole page in the viewport: it can't judge colors that are scrolled away."""
        self.page.set_viewport_size(screen)
        self.page.emulate_media(color_scheme=scheme)
        height = self.page.evaluate("document.documentElement.scrollHeight")
        self.page.set_viewport_size({**screen, "height": min(height, TALLEST)})
        found = [*too_wide(self.page), *objections(self.page)]
        self.wrong += [f"{scheme}, {screen['width']} px wide: {each}" for each in found]

    def _zoom(self) -> None:
        """At 200 % and 400 % on a laptop nothing scrolls sideways, and bars leave room for the page."""
        for percent in (200, 400):
            self.page.set_viewport_size({side: size * 100 // percent for side, size in LAPTOP.items()})
            stuck = [f"a bar of {high} px covers the page" for high in self.page.evaluate(STUCK)]
            self.wrong += [f"at {percent} %: {each}" for each in (*too_wide(self.page), *stuck)]

    def _listen(self, site: Site) -> None:
        """Record console errors, and every request to another host."""
        self.page.on("console", lambda message: message.type == "error" and self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "request",
            lambda asked: (
                asked.url.startswith((site.address, "data:")) or self.wrong.append(f"asks {asked.url}")
            ),
        )


def addresses(access: str, made: dict) -> Iterator[tuple[str, str]]:
    """The (view name, URL) pairs that ``access`` may open, with all known parameters."""
    for name, route, lets_in in views():
        has_it = name not in OF_A_CLUB or made.get("person")
        if lets_in == access and name not in NO_PAGES and has_it:
            for words in product(*_examples(route, made)):
                for more in MORE.get(name, ("",)):
                    yield name, reverse(name, args=words) + more


def _examples(route: str, made: dict) -> Iterator[list]:
    """The values for each of a route's parameters; an unknown one gets 1, which a page refuses."""
    for word, kind, gap in re.findall(r"(?:([\w-]+)/)?<(?:(\w+):)?(\w+)>", route):
        unknown = UUID(int=1) if kind == "uuid" else 1
        yield made["slug"] if gap == "slug" else made.get(FOLLOWED_BY.get(word, ""), [unknown])
