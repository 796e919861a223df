"""The desk's one field: a name, a number or a scan checks in the team that it finds."""

import pytest

from rules.money.pots import Pot
from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, opened
from tools.rehearsal.browser import read
from tournament.entries.commands_presence import withdraw_team
from tournament.models import Event, Team


def enter(desk, event, typed, *, state="", **how):
    """Type in the field and press Enter."""
    return desk.post(f"/{event.slug}/desk/scan/", {"q": typed, "state": state}, **how)


def is_here(event):
    return [team.name for team in event.teams.present().order_by("number")]


def numbers_of(answer):
    return [row.attributes["data-number"] for row in read(answer.content.decode()).find(data_number="*")]


@pytest.fixture
def three(event):
    return [build.team(event, name, is_here=False) for name in ("Kitty Katz", "Boston Bound", "Uptown Six")]


@pytest.mark.parametrize("typed", ["katz", "KITTY  katz", "1", "dee 1", "https://hall.example/join/{}/"])
def test_a_name_a_number_or_a_scan_of_one_team_checks_it_in(event, desk, three, typed):
    answer = enter(desk, event, typed.format(three[0].badge.secret), headers=HTMX)

    assert is_here(event) == ["Kitty Katz"]
    assert "1 Kitty Katz is here. Undo" in words(answer)
    assert "1 here · 2 not here yet" in words(answer)
    assert numbers_of(answer) == ["1", "2", "3"]
    assert answer["HX-Replace-Url"] == f"/{event.slug}/desk/"


def test_a_whole_number_or_name_comes_before_a_part_of_one(event, desk):
    for name in ("Aces & Eights", "Aces", *(f"Team {number}" for number in range(3, 13))):
        build.team(event, name, is_here=False)

    enter(desk, event, "1")
    enter(desk, event, "aces")
    enter(desk, event, "Ray 12")

    assert is_here(event) == ["Aces & Eights", "Aces", "Team 12"]


def test_several_teams_are_listed_and_none_is_checked_in(event, desk, three):
    swap, page = enter(desk, event, "up", headers=HTMX), enter(desk, event, "bo")
    several = enter(desk, event, "o", headers=HTMX)

    assert (numbers_of(swap), page.status_code, several.status_code) == (["1", "2", "3"], 302, 422)
    assert is_here(event) == ["Boston Bound", "Uptown Six"]
    assert numbers_of(several) == ["2", "3"]
    assert "2 teams match “o”. Press the button of the right one, or type more." in words(several)


def test_of_several_the_only_one_in_view_is_meant(event, desk, three):
    enter(desk, event, "3")

    kept = enter(desk, event, "o", state="expected")

    assert is_here(event) == ["Boston Bound", "Uptown Six"]
    assert kept.url == f"/{event.slug}/desk/?state=expected"


def test_a_field_that_finds_nobody_says_what_to_do(event, desk, three):
    away = build.team(build.event(name="Another"), "Away", is_here=False)

    for typed, sentence in (
        (
            "zebra",
            "Nobody is called “zebra”. Type less of the name or a number, or register them.",
        ),
        ("99", "No team has number 99. Type a part of the name."),
        (f"https://hall.example/join/{away.badge.secret}/", "No team here has this code."),
        ("", "Type a name or a number, or scan a code."),
    ):
        for headers in ({}, HTMX):
            answer = enter(desk, event, typed, headers=headers)
            assert (answer.status_code, sentence in words(answer)) == (422, True)
    assert is_here(event) == []


def test_without_scripts_the_page_says_who_is_here_and_the_field_is_empty(event, desk, three):
    page = enter(desk, event, "boston", follow=True)

    html = read(page.content.decode())
    field = html.one("input", id="id_q")
    assert "2 Boston Bound is here." in words(page)
    assert field.attributes.get("value", "") == ""
    assert "autofocus" in field.attributes


def test_a_check_in_is_undone_beside_its_sentence(event, desk, three):
    swap = read(enter(desk, event, "boston", headers=HTMX).content.decode())
    [undo] = swap.one("div", id="desk-news").find("form")

    after = desk.post(undo.attributes["action"], headers=HTMX)

    assert is_here(event) == []
    assert "2 Boston Bound: not here." in words(after)


def test_the_field_says_who_was_here_already_has_left_or_waits(event, desk, three):
    _, boston, uptown = three
    enter(desk, event, "1")
    withdraw_team(team=boston, by=build.organizer(event), at=build.MEET)
    Team.objects.filter(pk=uptown.pk).update(waits_since=build.MEET)

    again, left, waits = (words(enter(desk, event, typed, headers=HTMX)) for typed in ("katz", "2", "six"))

    assert "1 Kitty Katz was here already." in again
    assert "Boston Bound has withdrawn" in left
    assert "waiting list" in waits
    assert is_here(event) == ["Kitty Katz"]


def test_walk_ups_open_with_one_press_and_show_what_was_refused(event, desk):
    closed = opened(event, "desk/", desk).one("details", id="walk-ups")
    refused = desk.post(f"/{event.slug}/desk/single/", {})

    assert "open" not in closed.attributes
    assert "open" in read(refused.content.decode()).one("details", id="walk-ups").attributes


def test_a_row_has_the_table_the_pots_and_one_tap_for_the_donation(event, desk, three):
    Event.objects.update(pots=[Pot(name="Boston pot", entry_cents=500, prizes=(100,)).as_json()])
    for typed in ("1", "2"):
        enter(desk, event, typed)
    build.called_round(event)

    rows = opened(event, "desk/", desk).find(data_number="*")

    seated, waiting = rows[0], rows[2]
    assert "Table 1 · Dee 1 & Ray 1" in seated.words
    assert "Table" not in waiting.words
    taps = [button.words for button in waiting.find("button")]
    assert taps == [
        "$10 Boston pot of Uptown Six",
        "$5 Dee of Uptown Six",
        "$5 Ray of Uptown Six",
        "$10 team Uptown Six",
        "Both here : Uptown Six",
    ]
    [fold] = waiting.find("details")
    assert "Other…" in fold.words
