"""Every page there is, at eight moments of a day, as each person who may see it does.

The addresses are walked, so that a new page is looked at by itself. With everything unfolded, a page must
be right for axe on a phone and on a laptop, one of them in the light, the other in the dark; must not scroll
sideways on either, on the phone with text of twice the size, too; and must neither stumble over its scripts,
nor over its content policy, nor ask anything of another host.

Most of what a page shows another showed before: what has no new shape is not opened, or, with ``--long``,
only if it shows a new word. See ``looked_at``.
"""

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

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
TALLEST = 20_000

# What a word in an address is followed by: a key of what ``moments`` made.
FOLLOWED_BY = {
    "club": "person",
    "with": "partner",
    "series": "series",
    "mine": "own",
    "desk": "team",
    "game": "game",
    "games": "game",
    "hand": "hand",
    "ruling": "ruling",
    "report": "report",
    "table": "table",
    "receipt": "receipt",
    "signed-up": "signed-up",
    "setup": "invitation",
}
# There once signing in asks for a code (tests/accounts/test_second_step.py).
ONLY_WITH_A_CODE = {"mfa_deactivate_totp", "mfa_view_recovery_codes"}
# A server with its own https, another event in the room, the link of a message or of a new password: nobody
# here has one.
NOT_THERE = {"desk:room", "messages:stop", "site:recover", "site:trust", "site:authority"}
# Only where the event is of a club.
OF_A_CLUB = {
    "club:grades", "club:season", "club:season-csv", "club:season-hands", "club:pair",
    "league:league", "league:players", "league:draws",
    "league:series", "league:series-table", "league:series-csv", "league:series-sentence",
}  # fmt: skip
# A door to other pages, a stream that never ends, what the API has no call for; and those.
NO_PAGES = {"site:join", "live", "api:nothing", *ONLY_WITH_A_CODE, *NOT_THERE}
# The wall shows one page after the other, a new event begins with an evening: each kind is looked at.
MORE = {
    "desk:take-list": ["?list=teams&kind=csv"],
    "hall:screen": [f"?pin={kind}" for kind, _ in PINS],
    "setup:open-event": ["", "?evening=blue-jackets", "?evening=haliburton&at=rounds"],
}
# The views that were found to answer nothing but posts: they do so for everybody, at every moment.
ONLY_POSTS: set[str] = set()
STRANGER, ORGANIZER = "a stranger", "an organizer"
# Unfolded, on a phone, with plain text and with text of twice the size.
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


def views(resolver: URLResolver | None = None, space: str = "", before: str = "") -> Iterator[tuple]:
    """Every address there is: the name of its view, its route, and who it lets in."""
    for entry in (resolver or get_resolver()).url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from views(entry, f"{space}{entry.namespace}:" if entry.namespace else space, route)
        elif isinstance(entry, URLPattern):
            yield f"{space}{entry.name}", route, getattr(entry.callback, "access", "account")


# These have most kinds of pages between them; the other moments are looked at with ``--long``.
TELLING = {"in the line of open play", "at the cut, with a tie", "in the bracket"}


def telling_or_long(moment: str) -> object:
    return pytest.param(moment, marks=() if moment in TELLING else pytest.mark.long)


# Programs have tokens and no pages.
# The key to a round's time opens no page.
WITHOUT_A_PAGE = {"anybody", "account", "organizers", "token", "round"}
WORN = sorted({access for _, _, access in views()} - WITHOUT_A_PAGE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of one's own, with a copy of the moments: to make them takes longer than many a page."""
    data = tmp_path_factory.mktemp("moments") / "data"
    shutil.copytree(once("moments", make_moments), data)
    with served(data, "--no-demo") as site:
        yield site


def make_moments(folder: Path) -> None:
    begin_with_empty_tables(folder)
    nowhere = Site(address="", data=folder, said="", environment=environment_of(folder))
    said = nowhere.shell("from tests.journeys import moments; print(moments.make_all())")
    (folder / "made.json").write_text(said.splitlines()[-1])


@pytest.fixture(scope="module")
def made(site: Site) -> dict[str, dict]:
    """For each moment, what its addresses may name, and the badges that open them."""
    return json.loads((site.data / "made.json").read_text())


@pytest.mark.parametrize("moment", [telling_or_long(moment) for moment in moments.ALL])
@pytest.mark.parametrize("access", WORN)
def test_every_page_of_an_event_is_for_everybody(
    site, made, browser, record_property, longer, moment, access
):
    complaints = []

    for badge in made[moment]["badges"].get(access, [STRANGER]):
        own = [*made[moment]["slug"], made[moment]["name"]]
        visitor = Visitor(site, browser, badge, own=own, reads=longer > 1)
        for name, address in addresses(access, made[moment]):
            complaints += visitor.look_at(name, address)
        assert visitor.seen["pages"], f"There is no page for {access}."
        record_property("looked", dict(visitor.seen))

    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize(
    ("who", "access"),
    [(STRANGER, "anybody"), (STRANGER, "account"), (ORGANIZER, "account"), (ORGANIZER, "organizers")],
)
def test_every_page_of_the_house_is_for_everybody(site, made, browser, record_property, longer, who, access):
    visitor, complaints = Visitor(site, browser, who, reads=longer > 1), []

    for name, address in addresses(access, made["in the bracket"]):
        complaints += visitor.look_at(name, address)
    assert visitor.seen["pages"], f"There is no page for {who}."
    record_property("looked", dict(visitor.seen))

    assert not complaints, "\n".join(complaints)


def test_a_page_that_is_not_there_is_for_everybody(site, browser):
    visitor = Visitor(site, browser, STRANGER)

    visitor.open("/there-is-no-such-page/")

    assert visitor.wrong == ["Failed to load resource: the server responded with a status of 404 (Not Found)"]


class Visitor:
    """Somebody with a phone and a laptop, who writes down what is wrong with a page.

    ``reads`` says whether new words are reason enough to open it.
    """

    def __init__(
        self, site: Site, browser: Browser, badge: str, own: Sequence[str] = (), *, reads: bool = False
    ) -> None:
        # Without motion: a color on its way from light to dark is neither.
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
        """What is wrong with the page at this address; nothing, if it only takes posts or is part of one."""
        if name in ONLY_POSTS:
            return []
        # As browsers do, where the server just closed a connection.
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
        """Write down what is wrong with a page when it is opened; axe, who does not read, sees new shapes."""
        self.seen["opened"] += 1
        self.page.goto(address)
        self.wrong += self.page.evaluate(MEASURE)
        if is_shape_new:
            self.seen["shown to axe"] += 1
            # The other way round for every second page: so what is around each of them is seen in all four.
            is_second = self.seen["shown to axe"] % 2 == 0
            self._show_to_axe(PHONE, "dark" if is_second else "light")
            self._show_to_axe(LAPTOP, "light" if is_second else "dark")
            self.page.emulate_media(color_scheme="light")
            self.page.set_viewport_size(PHONE)

    def _show_to_axe(self, screen: ViewportSize, scheme: Literal["light", "dark"]) -> None:
        """All of it at once: axe doesn't see the colors of what it would have to scroll to."""
        self.page.set_viewport_size(screen)
        self.page.emulate_media(color_scheme=scheme)
        height = self.page.evaluate("document.documentElement.scrollHeight")
        self.page.set_viewport_size({**screen, "height": min(height, TALLEST)})
        found = [*too_wide(self.page), *objections(self.page)]
        self.wrong += [f"{scheme}, {screen['width']} px wide: {each}" for each in found]

    def _listen(self, site: Site) -> None:
        """Write down what the console complains about, and every question to another host."""
        self.page.on("console", lambda said: said.type == "error" and self.wrong.append(said.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "request",
            lambda asked: (
                asked.url.startswith((site.address, "data:")) or self.wrong.append(f"asks {asked.url}")
            ),
        )


def addresses(access: str, made: dict) -> Iterator[tuple[str, str]]:
    """Every address that lets ``access`` in, with each thing it may name, and what its view is called."""
    for name, route, lets_in in views():
        has_it = name not in OF_A_CLUB or made.get("person")
        if lets_in == access and name not in NO_PAGES and has_it:
            for words in product(*_examples(route, made)):
                for more in MORE.get(name, ("",)):
                    yield name, reverse(name, args=words) + more


def _examples(route: str, made: dict) -> Iterator[list]:
    """The values of a route's parameters; 1 where nothing is known, which a page refuses."""
    for word, kind, gap in re.findall(r"(?:([\w-]+)/)?<(?:(\w+):)?(\w+)>", route):
        unknown = UUID(int=1) if kind == "uuid" else 1
        yield made["slug"] if gap == "slug" else made.get(FOLLOWED_BY.get(word, ""), [unknown])
