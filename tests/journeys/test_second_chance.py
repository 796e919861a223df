"""Who misses the cut plays on: the organizer's phone calls the games, and a team's phone follows (E-227)."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SECONDS = 10_000
SCENE = """
import json
from tests import build
from tests.pages.visit import still_clock
event = build.event(advance_count=4, tables=4, phase_two={"second_chance": True}, is_practice=True)
build.teams(event, 8)
build.played_phase_one(event, 2)
build.cut_settled(event)
event.tables.filter(number=4).update(is_out_of_use=True)
still_clock(event, build.at(17, 1))
below = event.phases.get(kind="one").cuts.get().certificate["rows"][4]["team"]
team = event.teams.get(pk=below)
print(json.dumps([event.slug, build.organizer(event).badge.secret, team.badge.secret, team.name]))
"""
EVENT = "from tests import build; from tournament.models import Event; event = Event.objects.get(slug='{}')\n"
WON = """
from tests.scoring.phase_two import bracket_game
for position in {}:
    build.won(bracket_game(event, position), at=build.at(17, 10))
"""


def opened(site: Site, browser: Browser, secret: str) -> Page:
    page = browser.new_context(**PHONE).new_page()
    page.goto(f"{site.address}/join/{secret}/")
    expect(page.locator("[data-fresh=live]").first).to_be_attached()
    return page


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).tap()


def test_who_missed_the_cut_is_called_beside_the_bracket_and_wins(live_site: Site, browser: Browser):
    slug, organizer, secret, name = json.loads(live_site.shell(SCENE).splitlines()[-1])
    today, phone = opened(live_site, browser, organizer), opened(live_site, browser, secret)
    today.goto(f"{live_site.address}/{slug}/today/")
    card = phone.locator(".now-card")
    expect(card).to_contain_text("You play for a second chance")

    press(today, "Start Phase II")
    expect(card).to_contain_text("Second chance semi-final 1", timeout=SECONDS)
    # Both semi-finals keep their tables, and the third is free.
    press(today, "Call 3 games")
    expect(card).to_contain_text("Table 3", timeout=SECONDS)
    expect(today.get_by_label("Games to call")).to_contain_text("Phase II may need the free tables.")
    live_site.shell(EVENT.format(slug) + WON.format(["S1", "S2", "PS1"]))
    expect(card).to_contain_text("You go on", timeout=SECONDS)
    press(today, "Call all 3 games")
    live_site.shell(EVENT.format(slug) + WON.format(["F", "T", "PS2"]))
    expect(today.locator("h1 + p")).to_contain_text("the second chance goes on", timeout=SECONDS)
    today.get_by_label("Games to call").get_by_role("button", name="Call them").tap()
    expect(card).to_contain_text("Second chance final", timeout=SECONDS)
    live_site.shell(EVENT.format(slug) + WON.format(["PF"]))

    expect(card).to_contain_text("You have won the second chance", timeout=SECONDS)
    today.goto(f"{live_site.address}/{slug}/awards/")
    expect(today.locator(".second-chance li").first).to_contain_text(name)


def test_after_the_start_is_taken_back_the_next_step_is_in_view(live_site: Site, browser: Browser):
    slug, organizer, _, _ = json.loads(live_site.shell(SCENE).splitlines()[-1])
    today = opened(live_site, browser, organizer)
    today.goto(f"{live_site.address}/{slug}/today/")
    press(today, "Start Phase II")

    today.get_by_text("Was Phase II started by mistake?").tap()
    press(today, "Take back the start of Phase II")

    expect(today.get_by_role("button", name="Start Phase II", exact=True)).to_be_in_viewport()
    expect(today.get_by_role("heading", name="Today")).to_be_in_viewport()
