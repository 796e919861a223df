"""Every page there is, at eight moments of a day, as each person who may see it does.

The addresses are walked, so that a new page is looked at by itself. With everything unfolded, a page must
be right for axe, light and dark; must not scroll sideways on a phone, with plain text and with text of
twice the size; and must neither stumble over its scripts, nor over its content policy, nor ask anything
of another host.
"""

import json
import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from playwright.sync_api import Browser

from tests.conftest import Site, served
from tests.journeys import moments
from tests.looking import objections, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 360, "height": 740}
TALLEST = 20_000

# What a word in an address is followed by: a key of what ``moments`` made.
FOLLOWED_BY = {
    "desk": "team",
    "game": "game",
    "hand": "hand",
    "ruling": "ruling",
    "report": "report",
    "table": "table",
    "signed-up": "signed-up",
    "setup": "invitation",
}
# A door to other pages, and a stream that never ends.
NO_PAGES = {"site:join", "live"}
STRANGER, ORGANIZER = "a stranger", "an organizer"


def views(resolver: URLResolver | None = None, space: str = "", before: str = "") -> Iterator[tuple]:
    """Every address there is: the name of its view, its route, and who it lets in."""
    for entry in (resolver or get_resolver()).url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from views(entry, f"{space}{entry.namespace}:" if entry.namespace else space, route)
        elif isinstance(entry, URLPattern):
            yield f"{space}{entry.name}", route, getattr(entry.callback, "access", "account")


WORN = sorted({access for _, _, access in views()} - {"house", "account", "organizers"})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("moments"), "--no-demo") as site:
        yield site


@pytest.fixture(scope="module")
def made(site: Site) -> dict[str, dict]:
    """For each moment, what its addresses may name, and the badges that open them."""
    return json.loads(
        site.shell("from tests.journeys import moments; print(moments.make_all())").splitlines()[-1]
    )


@pytest.mark.parametrize("moment", moments.ALL)
@pytest.mark.parametrize("access", WORN)
def test_every_page_of_an_event_is_for_everybody(site, made, browser, moment, access):
    complaints = []

    for badge in made[moment]["badges"].get(access, [STRANGER]):
        visitor = Visitor(site, browser, badge)
        for address in addresses(access, made[moment]):
            complaints += visitor.look_at(address)
        assert visitor.seen, f"There is no page for {access}."

    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize(
    ("who", "access"),
    [(STRANGER, "house"), (STRANGER, "account"), (ORGANIZER, "account"), (ORGANIZER, "organizers")],
)
def test_every_page_of_the_house_is_for_everybody(site, made, browser, who, access):
    visitor, complaints = Visitor(site, browser, who), []

    for address in addresses(access, made["before the first round"]):
        complaints += visitor.look_at(address)
    assert visitor.seen, f"There is no page for {who}."

    assert not complaints, "\n".join(complaints)


class Visitor:
    """Somebody with a phone, who writes down what is wrong with a page."""

    def __init__(self, site: Site, browser: Browser, badge: str) -> None:
        # Without motion: a colour on its way from light to dark is neither.
        self.context = browser.new_context(
            viewport=PHONE, has_touch=True, reduced_motion="reduce", base_url=site.address
        )
        self.page, self.wrong, self.seen = self.context.new_page(), [], 0
        if badge == ORGANIZER:
            self.page.goto("/sign-in/")
            self.page.locator("[name=login]").fill(moments.NAME)
            self.page.locator("[name=password]").fill(moments.PASSWORD)
            with self.page.expect_navigation():
                self.page.get_by_role("button", name="Sign in").tap()
        elif badge != STRANGER:
            self.page.goto(f"/join/{badge}/")
        self._listen(site)

    def look_at(self, address: str) -> list[str]:
        """What is wrong with the page at this address; nothing, if it only takes posts or is part of one."""
        answer = self.context.request.get(address, max_redirects=0)
        if answer.status in (302, 405) or (answer.ok and "<html" not in answer.text()):
            return []
        if not answer.ok:
            return [f"{address}: answers {answer.status}"]
        self.seen += 1
        self.wrong.clear()
        self.page.goto(address)
        self.page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        self._is_wide_enough("at 360 px")
        self.page.evaluate("document.documentElement.style.fontSize = '200%'")
        self._is_wide_enough("with text twice as large")
        self.page.evaluate("document.documentElement.style.fontSize = ''")
        height = self.page.evaluate("document.documentElement.scrollHeight")
        self.page.set_viewport_size({**PHONE, "height": min(height, TALLEST)})
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)
            found = objections(self.page, to_colours_only=scheme == "dark")
            self.wrong += [f"{scheme}: {each}" for each in found]
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size(PHONE)
        return [f"{address}: {each}" for each in self.wrong]

    def _is_wide_enough(self, when: str) -> None:
        self.wrong += [f"too wide {when}: {part}" for part in too_wide(self.page)]

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


def addresses(access: str, made: dict) -> Iterator[str]:
    """Every address that lets ``access`` in, with each thing it may name."""
    for name, route, lets_in in views():
        if lets_in == access and name not in NO_PAGES:
            for words in product(*_examples(route, made)):
                yield reverse(name, args=words)


def _examples(route: str, made: dict) -> Iterator[list]:
    """What stands in each of a route's gaps; a 1 where nothing is known, which a page refuses."""
    for word, gap in re.findall(r"(?:([\w-]+)/)?<(?:\w+:)?(\w+)>", route):
        yield made["slug"] if gap == "slug" else made.get(FOLLOWED_BY.get(word, ""), [1])
