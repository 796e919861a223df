"""A round is called: a team's phone shows its table before it has fetched its page."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.conftest import Site

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SECONDS = 10_000
SCENE = """
import json
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True)
teams = [build.team(event, name) for name in ("Kitty Katz", "Boston Bound")]
still_clock(event, build.THREE)
print(json.dumps([event.slug, *(team.badge.secret for team in teams)]))
"""
EVENT = "from tests import build; from tournament.models import Event; event = Event.objects.get(slug='{}')"
CALL = "; build.called_round(event)"
RECALL = """
from scoring.rounds.commands_rounds import recall_round
from tournament.models import Round
recall_round(row=Round.objects.get(phase__event=event), by=build.organizer(event), at=build.THREE)
"""
MOVE = """
from scoring.rounds.commands_move_game import move_game
game = event.games.get()
other = event.tables.exclude(pk=game.table_id).first()
move_game(game=game, table=other, reason="Too near the door", by=build.organizer(event), at=build.THREE)
"""


class Held:
    """A team's phone whose page is fetched no more."""

    def __init__(self, site: Site, browser: Browser, secret: str, tabs: int = 1) -> None:
        self.context = browser.new_context(**PHONE)
        self.context.add_init_script("delete Navigator.prototype.serviceWorker")
        self.requests: list[str] = []
        self.tabs = [self.open(site, f"/join/{secret}/") for _ in range(tabs)]
        self.page = self.tabs[-1]
        self.context.route(re.compile(r"/team/$"), self._hold)

    def open(self, site: Site, path: str) -> Page:
        page = self.context.new_page()
        page.goto(site.address + path)
        expect(page.locator("[data-fresh=live]").first).to_be_attached()
        return page

    def _hold(self, route: Route) -> None:
        self.requests.append(route.request.method)

    def reads(self, *words: str) -> None:
        for tab in self.tabs:
            for each in words:
                expect(tab.locator(".now-card")).to_contain_text(each, timeout=SECONDS)


@pytest.fixture
def scene(live_site: Site) -> tuple[str, str, str]:
    return json.loads(live_site.shell(SCENE).splitlines()[-1])


def test_a_phone_knows_its_table_and_is_seated_without_its_page(live_site, browser, scene):
    slug, katz, bound = scene
    phone, other = (Held(live_site, browser, secret) for secret in (katz, bound))
    phone.reads("You are called to a table")

    live_site.shell(EVENT.format(slug) + CALL)

    phone.reads("Kitty Katz, your table is ready", "Table 1", "against Boston Bound", "to be seated")
    other.reads("Boston Bound, your table is ready", "Table 1", "against Kitty Katz")
    expect(phone.page).to_have_title(re.compile("^Table 1 · now · Kitty Katz"))
    expect(phone.page.locator("[data-cue^=called]")).to_be_attached()
    phone.page.get_by_role("button", name="We’re seated").tap()
    phone.reads("You’re seated. Boston Bound are on their way")


def test_a_round_that_is_recalled_leaves_no_table_on_a_phone(live_site, browser, scene):
    slug, katz, _ = scene
    phone = Held(live_site, browser, katz)
    live_site.shell(EVENT.format(slug) + CALL)
    phone.reads("Table 1")

    live_site.shell(EVENT.format(slug) + RECALL)

    phone.reads("You are called to a table")
    expect(phone.page.locator(".now-card")).not_to_contain_text("Table 1")
    assert phone.requests


def test_a_phone_shows_the_table_to_which_its_game_was_moved(live_site, browser, scene):
    slug, katz, _ = scene
    phone = Held(live_site, browser, katz)
    live_site.shell(EVENT.format(slug) + CALL)
    phone.reads("Table 1")

    live_site.shell(EVENT.format(slug) + MOVE)

    phone.reads("Table 2")


def test_two_tabs_of_one_team_both_show_its_table_and_that_it_sits(live_site, browser, scene):
    slug, katz, _ = scene
    phone = Held(live_site, browser, katz, tabs=2)

    live_site.shell(EVENT.format(slug) + CALL)

    phone.reads("Kitty Katz, your table is ready", "Table 1", "against Boston Bound")
    phone.context.unroute_all()
    phone.page.get_by_role("button", name="We’re seated").tap()
    phone.reads("You’re seated. Boston Bound are on their way")


def test_a_team_with_a_bye_knows_it_without_its_page(live_site, browser, scene):
    slug, *_ = scene
    secret = live_site.shell(EVENT.format(slug) + "; print(build.team(event, 'Spare Aces').badge.secret)")
    phone = Held(live_site, browser, secret.splitlines()[-1])

    live_site.shell(EVENT.format(slug) + CALL)

    phone.reads("You have a bye this round", "Rest")


def test_two_tabs_of_two_teams_each_show_their_own_opponents(live_site, browser, scene):
    slug, katz, bound = scene
    phone = Held(live_site, browser, katz)
    stranger = browser.new_context(**PHONE, java_script_enabled=False).new_page()
    stranger.goto(f"{live_site.address}/join/{bound}/")
    again = phone.open(live_site, f"/{slug}/team/record/")

    live_site.shell(EVENT.format(slug) + CALL)

    phone.reads("against Boston Bound")
    expect(stranger.locator(".now-card")).not_to_contain_text("Table 1")
    stranger.reload()
    expect(stranger.locator(".now-card")).to_contain_text("Table 1")
    assert again.locator("#call").count() == 0
