"""Long tables: a window of them, a search, one's own place, and the whole."""

from dataclasses import dataclass

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from pages.hall.window import FEW, MOST, is_meant, window
from rehearsal.browser import read
from tests import build

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Named:
    number: int
    name: str


def shown(count, asked=""):
    """What an address asks for, of so many."""
    return window(
        [Named(number, f"Team {number}") for number in range(count, 0, -1)],
        QueryDict(asked),
        lambda row: [row],
    )


@given(st.integers(0, 4 * MOST))
def test_page_by_page_everybody_stands_there_once(count):
    first = shown(count)
    pages = [first.rows]
    while first.page and len(pages) < first.page.paginator.num_pages:
        pages.append(shown(count, f"page={len(pages) + 1}").rows)

    assert [row.number for page in pages for row in page] == list(range(count, 0, -1))
    assert all(len(page) <= MOST + FEW for page in pages)


@given(st.integers(1, 4 * MOST).flatmap(lambda count: st.tuples(st.just(count), st.integers(1, count))))
def test_ones_own_place_is_in_the_window_that_is_asked_for_by_number(hall):
    count, number = hall

    assert number in {row.number for row in shown(count, f"team={number}").rows}


def test_so_few_more_come_along():
    assert shown(MOST + FEW).page is None
    assert len(shown(MOST + FEW + 1).rows) == MOST


@pytest.mark.parametrize(
    ("find", "found"),
    [("team 12", [125, 124, 123, 122, 121, 120, 12]), ("TEAM 99", [99]), ("125", [125]), ("Aces", [])],
)
def test_who_is_looked_for_is_found_by_number_or_part_of_the_name(find, found):
    assert [row.number for row in shown(125, f"find={find}").rows] == found


def test_capitals_accents_and_the_apostrophe_of_a_phone_do_not_matter():
    names = ["José’s Jokers", "JOSE'S OTHERS"]

    assert [is_meant([Named(7, name)], find) for name in names for find in ("jose's", "JOSÉ’S")] == [True] * 4


def test_what_is_found_comes_in_windows_too():
    first = shown(4 * MOST, "find=team&part=2")

    assert (len(first.rows), first.found, first.again) == (MOST, 4 * MOST, "part=2&find=team&")
    assert len(shown(4 * MOST, "find=team&whole=1").rows) == 4 * MOST


@pytest.mark.parametrize("find", ["12", "table 12", "TABLE12"])
def test_a_row_is_found_by_the_number_of_its_table_too(find):
    teams = [Named(number, "Aces") for number in range(100, 120)]

    found = window(teams, QueryDict(f"find={find}"), lambda row: [row], table=lambda row: row.number - 100)

    assert [team.number for team in found.rows] == [112]


@pytest.mark.parametrize(
    "asked",
    ["page=²", f"page={'9' * 5000}", "page=0", "team=500", "team=-1", "whole=no", "find=", "find=%00"],
)
def test_what_makes_no_sense_is_as_if_it_were_not_asked(asked):
    assert shown(125, asked).rows == shown(125).rows


@pytest.fixture
def hall(monkeypatch):
    """Eight teams after a round, in a house where a window has three or four rows."""
    monkeypatch.setattr("pages.hall.window.MOST", 3)
    monkeypatch.setattr("pages.hall.window.FEW", 1)
    event = build.event()
    build.teams(event, 8)
    build.played_phase_one(event, 1)
    return event


def opened(event, query="", table="standings/"):
    return read(Client().get(f"/{event.slug}/{table}{query}").content.decode())


def numbers(page):
    return [row.attributes["data-team"] for row in page.find("tr", data_team="*")]


@pytest.mark.parametrize("table", ["standings/", "fairness/", "seats/"])
def test_a_long_table_leads_from_window_to_window(hall, table):
    first = opened(hall, table=table)
    [onward] = first.find("a", rel="next")
    second = opened(hall, onward.attributes["href"].rpartition("/")[2], table)
    [onward] = second.find("a", rel="next")
    third = opened(hall, onward.attributes["href"].rpartition("/")[2], table)

    assert sorted(numbers(first) + numbers(second) + numbers(third)) == list("12345678")
    assert "7 to 8 of 8" in third.words
    assert not third.find("a", rel="next")


def test_a_teams_own_place_and_seat_are_shown_and_marked_on_their_page(hall):
    place, seat = opened(hall, "?team=8"), opened(hall, "?team=8", "seats/")

    for page in (place, seat):
        assert page.one(id="asked").attributes["data-team"] == "8"
        assert len(numbers(page)) == 2
    assert seat.one("a", data_own_place="*").words == "My table"


def test_who_looks_for_nobody_is_told_and_finds_the_way_back(hall):
    team, table = opened(hall, "?find=Nobody+At+All"), opened(hall, "?find=table+99", "seats/")

    assert "Nobody here is called “Nobody At All”." in team.words
    assert team.find("a", href=f"/{hall.slug}/standings/")
    assert "No team and no table here is called “table 99”." in table.words
    assert not table.find("table")


@pytest.mark.parametrize(("table", "part"), [("standings/", "standings-table"), ("seats/", "seats-list")])
def test_what_comes_by_itself_is_the_page_that_is_shown(hall, table, part):
    for asked in ("?page=2", "?find=team&page=2", "?team=8", "?whole=1"):
        page = opened(hall, asked, table)
        brought = read(Client().get(page.one(id=part).attributes["hx-get"]).content.decode())

        assert brought.words == page.one(id=part).words


def test_whoever_sits_at_a_table_is_found_by_its_number(hall):
    game = hall.games.get(table__number=4)

    assert sorted(numbers(opened(hall, "?find=table+4", "seats/"))) == sorted(
        f"{team.number}" for team in game.teams()
    )


def test_a_seating_that_fits_has_no_windows_and_a_search_as_one_types(hall, monkeypatch):
    monkeypatch.setattr("pages.hall.window.MOST", 8)

    page = opened(hall, "", "seats/")

    assert len(numbers(page)) == 8
    assert page.one("input", data_search="*")
    assert not page.find("input", id="find")


def test_a_sheet_with_some_of_the_seats_says_so_and_one_with_all_does_not(hall):
    some, everybody = opened(hall, "", "seats/"), opened(hall, "?whole=1", "seats/")

    assert some.one("p", **{"class": "paper-only"}).words.startswith("Not everybody: 1 to 3 of 8 by name.")
    assert some.find("a", href=f"/{hall.slug}/seats/?whole=1")
    assert not everybody.find("p", **{"class": "paper-only"})
