"""A hand entered on a referee's phone reaches every open page within seconds, without a reload."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
HALL = {"viewport": {"width": 1920, "height": 1080}}
SECONDS = 5_000
SCENE = """
import json
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True)
game = build.game_between(event, "Kitty Katz", "Boston Bound")
build.hands(game, [build.FOUR_MADE, build.FOUR_MADE])
still_clock(event, build.at(15, 20))
print(json.dumps([event.slug, game.pk, build.referee(event).badge.secret, game.team("EW").badge.secret]))
"""

HAND = """
from tests import build
from tournament.models import Game
build.hand(Game.objects.select_related("event").get(pk={game}), at=build.at(15, 20))
"""


@pytest.fixture
def scene(live_site: Site) -> tuple[str, int, str, str]:
    """A game that Kitty Katz lead 2–0: its event, its id, and the secrets of the referee and the losers."""
    return json.loads(live_site.shell(SCENE).splitlines()[-1])


def test_a_hand_is_on_every_open_page_within_seconds(live_site, browser, scene):
    slug, game, referees, boston_bounds = scene
    standings = opened(live_site, browser, PHONE, f"/{slug}/standings/")
    screen = opened(live_site, browser, HALL, f"/{slug}/screen/")
    player = opened(live_site, browser, PHONE, f"/join/{boston_bounds}/")
    referee = opened(live_site, browser, PHONE, f"/join/{referees}/")
    referee.goto(f"{live_site.address}/{slug}/game/{game}/")
    leader = standings.locator("tr[data-team='1']")
    expect(leader).to_contain_text("0–0")
    expect(player.locator("#now")).to_contain_text("0–2")

    referee.get_by_role("radio", name="Kitty Katz").first.tap()
    referee.get_by_role("radio", name="4 Uptown").tap()
    referee.get_by_role("radio", name="10", exact=True).tap()
    referee.get_by_role("button", name="Save hand 3").tap()

    expect(leader).to_contain_text("1–0", timeout=SECONDS)
    expect(player.locator("#now")).to_contain_text("0–3", timeout=SECONDS)
    expect(screen.get_by_role("row", name="Kitty Katz")).to_contain_text("1–0", timeout=SECONDS)
    assert [page.evaluate("window.isTheSame") for page in (standings, screen, player)] == [True] * 3


def test_a_selected_team_stays_selected_while_a_hand_comes_in(live_site, browser, scene):
    slug, game, _, _ = scene
    visitor = opened(live_site, browser, PHONE, f"/{slug}/")
    expect(visitor.locator("[data-fresh=live]").first).to_be_attached()
    visitor.get_by_label("Your team").select_option("2")
    visitor.get_by_label("Your team").blur()
    visitor.evaluate("document.querySelector('#finder').dataset.isOld = ''")

    live_site.shell(HAND.format(game=game))

    expect(visitor.locator("#finder:not([data-is-old])")).to_be_attached(timeout=SECONDS)
    expect(visitor.get_by_label("Your team")).to_have_value("2")
    visitor.get_by_role("button", name="Show my table").tap()
    expect(visitor.locator("[data-found]")).to_contain_text("Boston Bound")


# A minute before the break, on a running clock: the game was called two minutes earlier.
FIVE_MINUTES = """
import json
from django.utils import timezone
from scoring.open_play.commands_open_play import open_play
from scoring.tasks import tick
from tests import build
from tests.pages.visit import still_clock
from tournament.settings.commands_event import set_clock
event = build.openly(2, tables=1, opens=False, is_practice=True)
by = build.organizer(event)
still_clock(event, build.at(15, 28))
open_play(event=event, by=by, at=build.at(15, 28))
tick(timezone.now())
set_clock(event=event, shown=build.at(15, 29), speed=1, real=timezone.now(), by=by)
print(json.dumps([event.slug, by.badge.secret, event.teams.first().badge.secret]))
"""


def test_an_offline_phone_pauses_its_five_minutes_during_a_break(live_site, browser):
    _, _, team = json.loads(live_site.shell(FIVE_MINUTES).splitlines()[-1])
    phone = browser.new_context(**PHONE).new_page()
    phone.clock.install()
    phone.goto(f"{live_site.address}/join/{team}/")
    expect(phone.locator("[data-fresh=live]").first).to_be_attached()
    left = phone.locator(".ring time")
    expect(left).to_contain_text("3:")

    phone.context.set_offline(True)
    phone.clock.fast_forward("03:00")
    expect(left).to_have_text("3:00")

    phone.clock.fast_forward("04:00")
    expect(left).to_contain_text("1:")


def test_a_break_can_be_called_off_undone_and_called_off_again(live_site, browser):
    slug, organizer, _ = json.loads(live_site.shell(FIVE_MINUTES).splitlines()[-1])
    page = opened(live_site, browser, HALL, f"/join/{organizer}/")
    page.goto(f"{live_site.address}/{slug}/day/")
    page.clock.install()

    page.get_by_role("button", name="Call off the 3:30 PM break").click()
    expect(page.get_by_text("Break at 3:30 PM called off").first).to_be_visible()
    expect(page.get_by_role("button", name="Call off the")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Call off the 3:30 PM break")).to_be_visible()
    page.clock.fast_forward("00:05")
    page.get_by_role("button", name="Call off the 3:30 PM break").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.locator("#day-now")).to_contain_text("Called off: 3:30.")
    page.get_by_role("button", name="minutes more").last.click()
    page.clock.fast_forward("00:05")
    page.get_by_role("button", name="minutes more").last.click()

    expect(page.locator("#day-now")).to_contain_text("3:00–5:10 PM")
    expect(page.locator("#day-now")).to_contain_text("Called off: 3:40.")
    expect(page.get_by_text("Done so far: 2")).to_be_visible()


def opened(site: Site, browser: Browser, size: dict[str, object], address: str) -> Page:
    """A page open on a separate device, with a mark that a reload would lose."""
    page = browser.new_context(**size).new_page()
    page.goto(site.address + address)
    expect(page.locator("[data-fresh=live]").first).to_be_attached()
    page.evaluate("window.isTheSame = true")
    return page


AT_THE_TABLE = """
import json
from tests import build
from tournament.badges.commands_badges import open_tablet
from tournament.models import Game
game = Game.objects.select_related("event").get(pk={game})
by = build.organizer(game.event)
tablet = open_tablet(event=game.event, number=game.table.number, by=by, at=build.at(15, 20))
print(json.dumps([tablet.secret, by.badge.secret, game.team("NS").pk]))
"""
END_IT = """
from tests import build
from tournament.badges.commands_badges import end_tablet
from tournament.models import Event
event = Event.objects.get(slug="{slug}")
badge = event.badges.get(role="tablet")
end_tablet(badge=badge, by=build.organizer(event), at=build.at(15, 20))
"""
LOCKS = """
window.locks = 0;
const request = async () => { window.locks += 1; return new EventTarget(); };
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""


def test_a_tablet_with_a_tapped_tile_stays_live_and_is_empty_after_its_end(live_site, browser, scene):
    slug, game, _, _ = scene
    secret, _, _ = json.loads(live_site.shell(AT_THE_TABLE.format(game=game)).splitlines()[-1])
    context = browser.new_context(**PHONE)
    context.add_init_script(LOCKS)
    tablet = context.new_page()
    tablet.goto(f"{live_site.address}/join/{secret}/")
    tablet.goto(f"{live_site.address}/{slug}/tablet/")
    expect(tablet.locator("[data-fresh=live]").first).to_be_attached()
    tablet.get_by_role("radio", name="4 Uptown").tap()
    assert tablet.evaluate("[document.activeElement.type, window.locks]") == ["radio", 1]

    live_site.shell(HAND.format(game=game))
    expect(tablet.get_by_text("won 3–0").first).to_be_visible(timeout=SECONDS)
    live_site.shell(END_IT.format(slug=slug))

    expect(tablet.get_by_text("Your badge doesn’t open this")).to_be_visible(timeout=SECONDS)
    expect(tablet.locator("form.entry-form")).to_have_count(0)


def test_a_page_on_hold_while_somebody_types_says_so_and_keeps_the_text(live_site, browser, scene):
    slug, game, _, _ = scene
    _, secret, team = json.loads(live_site.shell(AT_THE_TABLE.format(game=game)).splitlines()[-1])
    desk = browser.new_context(**PHONE).new_page()
    desk.goto(f"{live_site.address}/join/{secret}/")
    desk.goto(f"{live_site.address}/{slug}/desk/{team}/")
    fresh = desk.locator("[data-fresh]").first
    expect(fresh).to_have_text("live")
    amount = desk.locator("#team input[name=amount]").first
    desk.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    desk.evaluate("document.querySelector('#team').dataset.isOld = ''")

    amount.type("5")
    desk.evaluate("document.body.dispatchEvent(new CustomEvent('uptown:changed'))")
    expect(fresh).to_have_text("on hold while you type")
    amount.blur()

    expect(desk.locator("#team:not([data-is-old])")).to_be_attached(timeout=SECONDS)
    expect(fresh).to_have_text("live")
    expect(desk.locator("#team input[name=amount]").first).to_have_value("5")
