"""The big screen on a wall: nobody can scroll it."""

import json

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.conftest import Site

pytestmark = pytest.mark.browser

ROUND = """
import json
from tests import build
from tests.pages.visit import still_clock
slugs = {}
for count in (5, 9, 10, 12, 16):
    event = build.event(tables=10, is_practice=True)
    for number in range(count):
        build.team(event, f"The {number} Uptown Downtown Aces")
    build.called_round(event)
    still_clock(event, build.at(15, 6))
    slugs[count] = event.slug
print(json.dumps(slugs))
"""
# A hall of the longest names, in the type of many teams; its standings, and its bracket.
MANY = """
import json
from dataclasses import replace
from tests import build
from tests.pages.visit import still_clock
from scoring.commands.bracket import start_phase_two
from tournament.commands.schedule_changes import pause_day
from tournament.models import Team
def long_names(event):
    for team in event.teams.all():
        name = f"The Royal and Ancient Order of the Uptown Downtown Aces {team.number}".ljust(60, "!")
        Team.objects.filter(pk=team.pk).update(name=name)
slugs = []
for count in (12, 16, 36, 56):
    event = build.event(tables=30, is_practice=True)
    build.teams(event, count)
    build.called_round(event)
    long_names(event)
    still_clock(event, build.at(15, 6))
    slugs.append(event.slug)
event = build.event(is_practice=True, advance_count=8, tables=8)
build.teams(event, 8)
build.played_phase_one(event)
build.cut_settled(event)
start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
long_names(event)
still_clock(event, build.at(17, 6))
slugs.append(event.slug)
event = build.event(is_practice=True)
still_clock(event, build.at(14, 10))
slugs.append(event.slug)
for tables, paused in ((2, False), (2, True), (4, True)):
    event = build.event(tables=4, is_practice=True)
    build.teams(event, 2 * tables)
    build.called_round(event)
    long_names(event)
    if paused:
        pause_day(event=event, by=build.organizer(event), at=build.at(15, 5))
    still_clock(event, build.at(15, 6))
    slugs.append(event.slug)
print(json.dumps(slugs))
"""
BELOW = """() => [...document.querySelectorAll("#screen-board *")]
  .filter((each) => each.getClientRects().length && each.getBoundingClientRect().bottom > innerHeight)
  .map((each) => each.textContent.trim())"""


@pytest.fixture(scope="module")
def walls(longer: int) -> list[ViewportSize]:
    """A beamer and a television; with ``--long`` also a wall on which nothing is enlarged."""
    sizes = [(1280, 720), (1920, 1080), *([(3840, 2160)] if longer > 1 else [])]
    return [{"width": width, "height": height} for width, height in sizes]


def test_on_a_wall_everybody_finds_their_seat_without_scrolling(live_site: Site, browser: Browser, walls):
    slugs = json.loads(live_site.shell(ROUND).splitlines()[-1])

    for size in walls:
        wall = browser.new_context(viewport=size).new_page()
        for count, slug in slugs.items():
            wall.goto(f"{live_site.address}/{slug}/screen/")
            expect(wall.locator(".screen-seats > li")).to_have_count(int(count))
            assert wall.evaluate(BELOW) == []


def test_the_longest_names_fit_the_wall_as_well(live_site: Site, browser: Browser, walls):
    twelve, sixteen, many, most, bracket, meet, *called = json.loads(live_site.shell(MANY).splitlines()[-1])
    shown = {
        f"{twelve}/screen/?pin=standings": ".screen-standings tbody tr",
        f"{sixteen}/screen/?pin=seats": ".screen-seats > li",
        f"{many}/screen/?pin=seats": ".screen-seats > li",
        f"{most}/screen/?pin=standings": ".screen-standings tbody tr",
        f"{bracket}/screen/": ".bracket-game",
        f"{meet}/screen/": ".screen-day li",
        **{f"{slug}/screen/": ".screen-missing" for slug in called},
    }

    for size in walls:
        wall = browser.new_context(viewport=size).new_page()
        for address, rows in shown.items():
            wall.goto(f"{live_site.address}/{address}")
            expect(wall.locator(rows).first).to_be_visible()
            assert (address, size, wall.evaluate(BELOW)) == (address, size, [])


FEW = """
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True)
for players in ("Bernadette Washington & Cornelius Jefferson", "Odessa May Whitfield & Leroy Brown"):
    build.team(event, players)
build.called_round(event)
still_clock(event, build.at(15, 3))
print(event.slug)
"""


def test_whom_the_hall_waits_for_is_read_from_as_far_away_as_how_the_day_stands(
    live_site: Site, browser: Browser, walls
):
    slug = live_site.shell(FEW)

    for size in walls:
        wall = browser.new_context(viewport=size).new_page()
        wall.goto(f"{live_site.address}/{slug}/screen/")
        missing, stage = (wall.locator(each).first for each in (".screen-missing", ".screen-stage"))
        assert letters(missing) >= letters(stage)


def letters(part: Locator) -> float:
    """How large its letters are, in pixels."""
    return part.evaluate("part => parseFloat(getComputedStyle(part).fontSize)")
