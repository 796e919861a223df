"""Journeys by keyboard alone: each control is reached by Tab, and the focus is seen and never lost."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site
from tests.journeys.hall import until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCENE = """
import json
from tests import build
from tests.pages.visit import still_clock
from tournament.badges.commands_badges import give_badge
def roles(event, team):
    by = build.organizer(event)
    given = {"event": event, "by": by, "at": build.MEET}
    crew = {role: give_badge(role=role, name=role, **given) for role in ("desk", "referee")}
    badges = {**crew, "organizer": by.badge, "team": team.badge}
    return {role: badge.secret for role, badge in badges.items()}
"""
BEFORE = f"""{SCENE}
event = build.event(is_practice=True)
names = ("Katz", "Aces", "Steppers", "Divas", "Late")
teams = [build.team(event, name, is_here=name != "Late") for name in names]
still_clock(event, build.THREE)
print(json.dumps([event.slug, roles(event, teams[0]), 0]))
"""
PLAYING = f"""{SCENE}
event = build.event(is_practice=True, hands_from="teams", agreed_by="teams")
game = build.game(event)
for side in ("NS", "EW"):
    build.sits_since(game, side, build.THREE)
still_clock(event, build.at(15, 5))
print(json.dumps([event.slug, roles(event, game.team("NS")), game.pk]))
"""
AT_THE_CUT = f"""{SCENE}
event = build.event(is_practice=True, advance_count=2)
teams = build.teams(event, 4)
build.played_phase_one(event)
still_clock(event, build.at(17))
print(json.dumps([event.slug, roles(event, teams[0]), 0]))
"""
MOST_PRESSES = 90
# What is wrong with the element that has the focus: it goes back, has no ring, or isn't in view.
FOCUS = """() => {
  const now = document.activeElement, before = window.before;
  window.before = now;
  if (now === document.body) return null;
  const label = now.id && document.querySelector(`label[for="${now.id}"]`);
  const shown = now.closest("label") || label || now, box = shown.getBoundingClientRect(), wrong = [];
  const rings = [now, shown, ...shown.querySelectorAll("*")].map((each) => getComputedStyle(each));
  if (!rings.some((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0))
    wrong.push("no ring");
  const follows = (other) => other.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (before?.isConnected && !follows(before)) wrong.push("goes back");
  if (box.bottom < 1 || box.top > innerHeight - 1) wrong.push("off the screen");
  return wrong.map((each) => `${each}: ${now.outerHTML.slice(0, 90)}`);
}"""


def visitor(site: Site, browser: Browser, scene: str, role: str, path: str) -> Page:
    """The page of this role on a laptop, with the focus at its beginning."""
    slug, secrets, game = json.loads(site.shell(scene).splitlines()[-1])
    context = browser.new_context(base_url=site.address, viewport={"width": 1280, "height": 800})
    if role in secrets:
        context.request.get(f"/join/{secrets[role]}/")
    page = context.new_page()
    page.goto(f"/{slug}/{path.format(game=game)}")
    if role in secrets:
        expect(page.locator("[data-fresh=live]").first).to_be_attached()
    return page


def tab_to(page: Page, role: str, name: str, *, exact: bool = False) -> None:
    """Press Tab until this control has the focus. Each on the way is in view, and follows the one before."""
    wanted = page.get_by_role(role, name=name, exact=exact).first  # type: ignore[arg-type]
    expect(wanted).to_be_visible()
    page.evaluate("window.before = document.activeElement === document.body ? null : document.activeElement")
    for _ in range(MOST_PRESSES):
        if wanted.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
        assert not page.evaluate(FOCUS)
    raise AssertionError(f"Tab doesn’t reach “{name}”.")


def has_the_focus(page: Page) -> None:
    """Something on the page has the focus: Tab goes on from where the press was."""
    until(page, lambda: page.evaluate("document.activeElement !== document.body"))


def test_a_team_signs_up(live_site: Site, browser: Browser):
    page = visitor(live_site, browser, BEFORE, "stranger", "sign-up/")

    for label, words in (("First player", "Ray Lee"), ("Second player", "Ann Brown")):
        tab_to(page, "textbox", label)
        page.keyboard.type(words)
    tab_to(page, "button", "Sign us up")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="You are in")).to_be_attached()


def test_the_desk_checks_in_a_team(live_site: Site, browser: Browser):
    page = visitor(live_site, browser, BEFORE, "desk", "desk/")

    tab_to(page, "button", "Both here")
    page.keyboard.press("Enter")

    expect(page.locator(".desk-counts")).to_contain_text("5 here")
    has_the_focus(page)


def test_a_round_is_called(live_site: Site, browser: Browser):
    page = visitor(live_site, browser, BEFORE, "organizer", "today/")

    tab_to(page, "button", "Call round 1")
    page.keyboard.press("Enter")

    expect(page.get_by_text("Round 1 was called").or_(page.get_by_text("Call round 2")).first).to_be_visible()
    has_the_focus(page)


def enter_a_hand(page: Page, save: str) -> None:
    tab_to(page, "radio", "")
    page.keyboard.press("Space")
    for name in ("4 Uptown", "10"):
        tab_into(page, lambda name=name: page.get_by_role("radio", name=name, exact=True))
    tab_to(page, "button", save)
    page.keyboard.press("Enter")


def tab_into(page: Page, wanted: Callable) -> None:
    """Tab to a group of tiles, and go to one of them by arrows."""
    group = wanted().get_attribute("name")
    for _ in range(MOST_PRESSES):
        if page.evaluate("document.activeElement.name") == group:
            break
        page.keyboard.press("Tab")
        assert not page.evaluate(FOCUS)
    for _ in range(MOST_PRESSES):
        if wanted().evaluate("each => each === document.activeElement"):
            page.keyboard.press("Space")
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError("Arrows don’t reach the tile.")


def test_a_referee_enters_a_hand(live_site: Site, browser: Browser):
    page = visitor(live_site, browser, PLAYING, "referee", "game/{game}/")

    enter_a_hand(page, "Save hand")

    expect(page.get_by_text("Hand 2").first).to_be_visible()
    has_the_focus(page)


def test_a_player_reports_a_hand(live_site: Site, browser: Browser):
    page = visitor(live_site, browser, PLAYING, "team", "team/report/")

    enter_a_hand(page, "Send")

    page.wait_for_url(lambda url: "/report/" not in url)


def test_the_cut_is_settled(live_site: Site, browser: Browser):
    page = visitor(live_site, browser, AT_THE_CUT, "organizer", "cut/")

    tab_to(page, "button", "Settle the cut")
    page.keyboard.press("Enter")

    expect(page.get_by_text("Settled at")).to_be_visible()
    has_the_focus(page)
