"""What a screen reader reads while the clock runs: news, once, and nothing that didn't change."""

import json

import pytest
from playwright.sync_api import Browser

from tests.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# A round is on: one table plays, one isn't seated, one has called a referee. The clock runs.
SCENE = """
import json
from django.utils import timezone
from tests import build
from tournament.badges.commands_badges import give_badge
from tournament.floor.commands_floor import call_referee, mark_seated
from tournament.models import Event
from tournament.settings.commands_event import set_clock
event = build.event(is_practice=True)
build.teams(event, 7)
by, at = build.organizer(event), build.THREE
going, waiting, calling = build.called_round(event).games.filter(kind="game").order_by("pk")
for game in (going, calling):
    for side in ("NS", "EW"):
        mark_seated(game=game, team=game.team(side), by=by, at=at)
build.hand(going, at=build.at(15, 1))
call_referee(game=calling, why="A card was played out of turn", by=by, at=build.at(15, 1))
crew = {role: give_badge(event=event, role=role, name=role, by=by, at=at) for role in ("desk", "referee")}
roles = {role: badge.secret for role, badge in crew.items()}
roles |= {"organizer": by.badge.secret, "team": waiting.team("NS").badge.secret}
# An alert on Today that stays.
Event.objects.filter(pk=event.pk).update(clock_doubted_at=at)
set_clock(event=event, shown=build.at(15, 2), speed=1, real=timezone.now(), by=by)
print(json.dumps([event.slug, roles, going.pk]))
"""
# Records words that are read: those that come into a live region, and alerts that come into the page.
LISTEN = """
window.said = [];
const LIVE = "[role=status], [role=alert], [aria-live]:not([aria-live=off])";
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    const around = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
    const come = [...addedNodes].filter((node) => node.nodeType === 1)
      .flatMap((node) => [...(node.matches(LIVE) ? [node] : []), ...node.querySelectorAll(LIVE)]);
    const words = [around, ...come].filter((each) => each?.checkVisibility())
      .map((each) => each.textContent.replace(/\\s+/g, " ").trim());
    if (window.listens) window.said.push(...words.filter(Boolean));
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
A_TICK = 1000
PAGES = {
    "organizer": ("today/", "floor/", "desk/", "day/", "seating/", "wall/", "messages/"),
    "referee": ("tables/", "game/{game}/", "rulings/"),
    "team": ("team/",),
    "desk": ("desk/money/",),
    "stranger": ("", "seats/", "standings/", "screen/"),
}
# Every fragment fetches itself again, as after each action of the event. Returns how many did.
REFRESH = """() => new Promise((done) => {
  let asked = 0, waits = 0;
  document.addEventListener("htmx:beforeRequest", () => { asked += 1; waits += 1; });
  document.addEventListener("htmx:afterRequest", () => { waits -= 1; });
  document.body.dispatchEvent(new CustomEvent("uptown:changed", { bubbles: true }));
  const look = (tries) => (waits && tries ? setTimeout(look, 100, tries - 1) : setTimeout(done, 100, asked));
  setTimeout(look, 100, 100);
})"""


def test_a_clock_that_ticks_and_a_page_that_refreshes_are_not_read_aloud(live_site: Site, browser: Browser):
    slug, secrets, game = json.loads(live_site.shell(SCENE).splitlines()[-1])
    pages, said, refreshed = {}, {}, set()

    for role, paths in PAGES.items():
        context = browser.new_context(base_url=live_site.address)
        context.add_init_script(LISTEN)
        if role in secrets:
            context.request.get(f"/join/{secrets[role]}/")
        for path in paths:
            pages[role, path] = page = context.new_page()
            page.goto(f"/{slug}/{path.format(game=game)}")
            page.evaluate("window.listens = true")
    page.wait_for_timeout(2 * A_TICK)
    for (role, path), page in pages.items():
        if page.evaluate(REFRESH):
            refreshed.add(path)
        said[role, path] = page.evaluate("window.said")
        page.close()

    assert {"today/", "floor/", "desk/", "team/", "tables/"} <= refreshed
    assert {where: words for where, words in said.items() if words} == {}
