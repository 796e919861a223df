"""A team's day as a text and a picture to share."""

import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from pages.games.team_day import ENDS, day_picture, day_text
from pages.games.team_page import team_page
from tests import build
from tests.conftest import Site
from tests.pages.visit import opened, still_clock
from tournament.entries.commands_corrections import rename_team

LONGEST = "The Two Hands High & Dry Ladies’ Auxiliary of the South Side"
database = pytest.mark.django_db


def day(rounds=2, teams=5, **plan):
    event = build.event(is_practice=True, **{"advance_count": 4} | plan)
    build.teams(event, teams)
    build.played_phase_one(event, rounds)
    still_clock(event, build.at(17))
    return event


def page_of(event, number):
    return team_page(event.teams.get(number=number), build.at(17))


@pytest.mark.slow
@database
def test_the_text_tells_the_day_from_its_first_game_on():
    event = day()

    rows = day_text(event, page_of(event, 2), "http://hall/teams/2/").split("\n")

    assert rows == [
        "Team 2 at Pride South Bid Whist",
        "2nd of 5",
        "1 game won, 1 lost · 3 hands",
        "Round 1: lost to Team 1 0–3",
        "Round 2: beat Team 5 3–0",
        "http://hall/teams/2/",
    ]


@database
def test_a_team_page_has_the_text_to_share_once_a_game_was_played():
    event = day()
    empty = build.event(name="Another Hall")
    build.teams(empty, 1)

    page, before = opened(event, "teams/3/"), opened(empty, "teams/1/")

    assert page.one("pre").words.endswith(f"http://testserver/{event.slug}/teams/3/")
    assert not before.find("pre")


@database
def test_the_picture_is_the_same_for_any_team_name():
    event = day()
    name = "</text><script>\"&\" 'x'"
    rename_team(team=event.teams.get(number=2), name=name, by=build.organizer(event), at=build.MEET)

    answer = Client().get(f"/{event.slug}/teams/2/picture.svg")
    drawn = ElementTree.fromstring(answer.content)

    assert answer["Content-Type"] == "image/svg+xml"
    assert not drawn.findall(".//{*}script")
    assert "".join(drawn.itertext()).count("Round ") == 2


@database
@pytest.mark.slow
def test_the_longest_name_and_the_longest_day_have_room_in_the_picture():
    event = day(4, teams=8)
    build.cut_settled(event)
    build.bracket_played(event)
    for team in event.teams.all():
        name = f"{LONGEST[:-2]} {team.number}"
        rename_team(team=team, name=name, by=build.organizer(event), at=build.at(18))

    page = page_of(event, 1)
    drawn = day_picture(event, page)

    drawn_name = " ".join(line.text for line in drawn.lines if line.kind == "name")
    assert drawn_name == page.team.name
    assert max(line.y for line in drawn.lines) < ENDS
    assert re.search(r"… after \d games? before", " ".join(line.text for line in drawn.lines))


@pytest.mark.long
@pytest.mark.browser
def test_a_press_copies_the_text(page: Page, demo_site: Site):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{demo_site.way_in('the event')}teams/1/")

    page.get_by_role("button", name="Copy the text").click()

    expect(page.locator("[data-share-said]")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("[data-share-text]").text_content()


@pytest.mark.long
@pytest.mark.browser
def test_the_picture_is_saved_as_one_that_every_app_takes(page: Page, demo_site: Site):
    page.goto(f"{demo_site.way_in('the event')}teams/1/")

    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the picture").click()

    assert saved.value.suggested_filename.endswith("-1.png")
    assert saved.value.path().read_bytes()[:4] == b"\x89PNG"
