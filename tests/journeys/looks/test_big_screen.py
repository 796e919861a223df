"""The big screen on a wall: it can't be scrolled, and everybody reads it from a distance."""

import json

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.conftest import Site

pytestmark = pytest.mark.browser

# A projector, two televisions, and an old 4:3 projector.
WALLS: list[ViewportSize] = [
    {"width": 1920, "height": 1080},
    {"width": 3840, "height": 2160},
    {"width": 1280, "height": 720},
    {"width": 1024, "height": 768},
]
AT_LEAST = 32
"""The pixels of a name on a wall of 1920 by 1080; on others in proportion to the width."""

EVENTS = """
import json, sys
from tests import build
from tests.pages.visit import still_clock
from scoring.bracket.commands_bracket import start_phase_two
from tournament.models import Team
LONG = "The Royal and Ancient Order of the Uptown Downtown Aces, "
SOME = ("Kitty Katz", "No Trump Need Apply", "Aces & Eights", "Ernestine Washington & Cornelius Jefferson",
    "Rise & Fly", "Straight-No-Chaser-Social-Club", "Two Hands High", "Bea & Mo", "Boston Bound", "Divas")
def named(event, at):
    for team in event.teams.all():
        name = f"{LONG}{team.number}" if team.number % 11 == 5 else f"{SOME[team.number % 10]} {team.number}"
        Team.objects.filter(pk=team.pk).update(name=name)
    still_clock(event, at)
    return event.slug
def called(count):
    event = build.event(is_practice=True, tables=max(2, count // 2))
    build.teams(event, count)
    build.called_round(event)
    return named(event, build.at(15, 6))
def arriving(count):
    event = build.event(is_practice=True, tables=2)
    build.teams(event, count)
    return named(event, build.at(14, 10))
def begun(count, **choice):
    event = build.event(is_practice=True, advance_count=count, tables=count, phase_two=choice)
    build.teams(event, count)
    build.played_phase_one(event, 1)
    build.cut_settled(event)
    return event
def bracket(count, **choice):
    event = begun(count, **choice)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    return named(event, build.at(17, 6))
def over(count, **choice):
    event = begun(count, **choice)
    build.bracket_played(event)
    return named(event, build.at(20))
"""
MEASURE = """() => {
  const box = document.querySelector(".screen-page"), room = box.getBoundingClientRect();
  const seen = (each) =>
    each.getClientRects().length && !each.closest(".visually-hidden, .bracket--tree .bracket-round-title");
  const all = [...document.querySelectorAll("#screen-board *")].filter(seen);
  const isOut = (each) => {
    const { top, left, right, bottom } = each.getBoundingClientRect();
    const wall = { right: innerWidth, bottom: innerHeight };
    const inside = each.closest("[data-fit]")?.getBoundingClientRect() ?? wall;
    return top < 0 || left < -1 || right > inside.right + 2 || bottom > inside.bottom + 2;
  };
  const parts = ".screen-seats > li, .standings tbody tr, .match, .bracket-table tr, .podium-place";
  const rows = [...box.querySelectorAll(parts)].filter(seen);
  const places = rows.map((row) => row.getBoundingClientRect());
  const isOver = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const known = ".screen-seats > li, .standings tbody .team, .match-team:not(.is-waiting)";
  const names = box.querySelectorAll(known);
  const sizes = [...names].filter(seen).map((name) => parseFloat(getComputedStyle(name).fontSize));
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    cut: all.filter(isOut).map((each) => `${each.className}: ${each.textContent.trim().slice(0, 60)}`),
    overlaps: places.filter((one, at) => places.slice(at + 1).some((other) => isOver(one, other))).length,
    sizes: [...new Set(sizes)],
    isLargest: parseFloat(getComputedStyle(box).fontSize) >= box.dataset.fit * rem - 1,
    filled: (Math.max(room.top, ...places.map((place) => place.bottom)) - room.top) / room.height,
    rows: rows.length,
  };
}"""


def events(site: Site, *made: str) -> list[str]:
    """The addresses of the events that these calls make."""
    return json.loads(site.shell(f"{EVENTS}\nprint(json.dumps([{', '.join(made)}]))").splitlines()[-1])


def check(site: Site, browser: Browser, pages: dict[str, str]) -> None:
    """Check each address, which shows rows of that selector, on every screen size."""
    wall = browser.new_context(viewport=WALLS[0]).new_page()
    for address, row in pages.items():
        wall.goto(f"{site.address}/{address}")
        expect(wall.locator(row).first).to_be_visible()
        # Beside a name in the bracket a team's number would be read as its seed.
        expect(wall.locator(".match-team .team-number").filter(visible=True)).to_have_count(0)
        for size in WALLS:
            wall.set_viewport_size(size)
            wall.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
            found, where = wall.evaluate(MEASURE), (address, size["width"])
            assert (where, found["cut"], found["overlaps"]) == (where, [], 0)
            if found["sizes"]:
                assert (where, len(found["sizes"])) == (where, 1)
                assert (where, found["sizes"][0]) >= (where, AT_LEAST * size["width"] / 1920)
            if found["rows"] and not found["isLargest"]:
                assert (where, found["filled"]) >= (where, 2 / 3)


@pytest.mark.parametrize("counts", [(6, 40), pytest.param((15, 100), marks=pytest.mark.long)], ids=str)
def test_lists_of_any_length_fill_the_wall_in_legible_letters(live_site: Site, browser: Browser, counts):
    slugs = events(live_site, *(f"called({count})" for count in counts), f"arriving({counts[0]})")

    check(
        live_site,
        browser,
        {
            **{f"{slug}/screen/?pin=seats": ".screen-seats > li" for slug in slugs[:-1]},
            **{f"{slug}/screen/?pin=standings": ".standings tbody tr" for slug in slugs[:-1]},
            f"{slugs[-1]}/screen/": ".screen-day li",
        },
    )


@pytest.mark.parametrize(
    "made",
    [
        ("bracket(6)", 'bracket(8, format="double")', "over(6)"),
        pytest.param(("bracket(16)", 'bracket(8, format="groups")', "over(16)"), marks=pytest.mark.long),
    ],
    ids=str,
)
def test_brackets_of_every_format_fill_the_wall_with_every_line(live_site: Site, browser: Browser, made):
    *brackets, over = events(live_site, *made)

    check(
        live_site,
        browser,
        {
            **{f"{slug}/screen/": ".match, td" for slug in brackets},
            f"{over}/screen/": ".match, .podium-place",
            f"{over}/screen/?pin=bracket": ".match",
        },
    )


BROKEN = """() => [...document.querySelectorAll(".podium .team-link")].flatMap((name) => {
  const text = [...name.childNodes].at(-1), lines = document.createRange();
  return [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => {
    lines.setStart(text, word.index);
    lines.setEnd(text, word.index + word[0].length);
    return lines.getClientRects().length > 1;
  }).map(([word]) => word);
})"""


@pytest.mark.parametrize(
    "names",
    [
        ("Aces", "No Trumpers", "Kitty Katz"),
        ("Boston Bound Belles of the Lake", "Straight-No-Chaser-Social-Club", "Divas"),
        pytest.param(("Uptowners", "Grandmasterclass Trumpeters", "Whistlestoppers"), marks=pytest.mark.long),
    ],
    ids=str,
)
def test_no_word_of_a_winners_name_is_broken_on_the_wall(live_site: Site, browser: Browser, names):
    (slug,) = events(live_site, "over(6)")
    live_site.shell(
        "from scoring.bracket.bracket import bracket_page\nfrom tests import build\n"
        "from tournament.models import Event, Team\n"
        f"event = Event.objects.get(slug={slug!r})\n"
        f"for placed, name in zip(bracket_page(event, build.at(20)).podium, {names!r}):\n"
        "    Team.objects.filter(event=event, number=placed.team.number).update(name=name)"
    )
    wall = browser.new_context(viewport=WALLS[0]).new_page()
    wall.goto(f"{live_site.address}/{slug}/screen/?pin=podium")
    expect(wall.locator(".podium-place").first).to_be_visible()
    for size in WALLS:
        wall.set_viewport_size(size)
        wall.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        found = wall.evaluate(MEASURE)
        assert (size, wall.evaluate(BROKEN), found["cut"], found["overlaps"]) == (size, [], [], 0)


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


@pytest.mark.long
def test_the_late_teams_on_the_wall_are_as_large_as_the_stage(live_site: Site, browser: Browser):
    slug = live_site.shell(FEW)

    wall = browser.new_context(viewport=WALLS[0]).new_page()
    wall.goto(f"{live_site.address}/{slug}/screen/")
    for size in WALLS:
        wall.set_viewport_size(size)
        wall.wait_for_function(
            """([missing, stage]) => {
              const letters = (part) => parseFloat(getComputedStyle(document.querySelector(part)).fontSize);
              return letters(missing) >= letters(stage);
            }""",
            arg=[".screen-missing", ".screen-stage"],
        )
