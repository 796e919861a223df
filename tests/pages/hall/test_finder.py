"""Where do I sit? In a field too large for a list to choose from."""

import pytest

from pages.hall import finder as finder_module
from pages.hall.finder import finder
from rehearsal.browser import read
from tests import build
from tests.pages.visit import still_clock
from tournament.queries.seats import seats

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = ("Aces", "José’s Jokers", "Ace High", "Kitty Katz", "Uptown 2", "Late Comers")
NOON = build.at(15, 10)


@pytest.fixture
def hall(monkeypatch):
    """Six teams at their tables, in a house where that is a large field."""
    monkeypatch.setattr("pages.hall.window.MOST", 2)
    monkeypatch.setattr("pages.hall.window.FEW", 1)
    event = build.event(is_practice=True)
    for name in NAMES:
        build.team(event, name)
    build.called_round(event)
    still_clock(event, NOON)
    return event


def opened(client, event, query=""):
    return read(client.get(f"/{event.slug}/{query}").content.decode())


def table_of(event, name):
    return next(f"Table {row.table}" for row in seats(event).teams if row.team.name == name)


def test_a_large_field_is_asked_by_name_or_number_and_lists_nobody(hall, client):
    page = opened(client, hall)
    links = opened(client, hall, "team/").one("nav", aria_label="Pages for everybody").find("a")

    assert page.one("label", **{"for": "finder-find"}).words == "Your team’s name or number"
    assert not page.find("option")
    assert not page.find("select")
    # A page that a visitor can't open leads here.
    assert [link.attributes["href"] for link in links] == [
        f"/{hall.slug}/",
        f"/{hall.slug}/#finder",
        f"/{hall.slug}/seats/",
    ]


def test_a_field_that_fits_chooses_from_a_list(hall, client, monkeypatch):
    monkeypatch.setattr("pages.hall.window.MOST", 6)

    page = opened(client, hall)

    assert len(page.find("option")) == 1 + len(NAMES)
    assert not page.find("input", id="finder-find")


def test_who_is_meant_alone_is_shown_with_the_table(hall, client):
    for asked, name in (
        ("?find=kitty", "Kitty Katz"),
        ("?find=jose's", "José’s Jokers"),
        ("?find=aces", "Aces"),
        ("?find=2", "José’s Jokers"),
        ("?team=4", "Kitty Katz"),
    ):
        found = opened(client, hall, asked).one(id="finder").one(data_found="*")
        shown = (found.one("span", data_slot="name").words, found.one("p", data_slot="big").words)
        assert shown == (name, table_of(hall, name))


def test_of_several_each_is_a_link_to_the_own_answer(hall, client):
    page = opened(client, hall, "?find=ace").one(id="finder")

    assert "2 teams have “ace” in the name. Which one?" in page.words
    links = [link.attributes["href"] for link in page.one("ul").find("a")]
    assert links == [f"/{hall.slug}/?team={number}#finder" for number in (1, 3)]


def test_of_many_a_few_are_named_and_the_rest_counted(hall, client, monkeypatch):
    monkeypatch.setattr(finder_module, "MOST_NAMED", 2)

    assert "And 2 more. Type more of the name" in opened(client, hall, "?find=e").one(id="finder").words


def test_nobody_is_found_and_the_page_says_what_to_try(hall, client):
    for query, said in (("?find=Nobody", "Nobody"), ("?team=99", "99")):
        words = opened(client, hall, query).one(id="finder").words
        assert f"Nobody here is called “{said}”. Try part of the name, or the number." in words


def test_the_answer_that_comes_by_itself_is_the_one_on_the_page(hall, client):
    for asked in ("", "?find=kitty", "?find=ace&page=2", "?team=5"):
        there = opened(client, hall, asked).one(id="finder")
        address = there.attributes.get("hx-get", f"/{hall.slug}/finder/{asked}")
        assert read(client.get(address).content.decode()).words == there.words


def test_only_what_is_the_same_for_everybody_comes_by_the_stream(hall, client):
    unasked, asked = (opened(client, hall, query).one(id="finder").attributes for query in ("", "?team=4"))
    game = next(row.game_id for row in seats(hall).teams if row.team.number == 4)

    assert ("data-shared" in unasked, "data-games" in unasked) == (True, False)
    assert ("data-shared" in asked, asked["data-games"]) == (False, f"{game}")


def test_before_anybody_is_seated_nobody_is_asked(client, monkeypatch):
    monkeypatch.setattr("pages.hall.window.MOST", 1)
    monkeypatch.setattr("pages.hall.window.FEW", 1)
    event = build.event(is_practice=True)
    build.teams(event, 3)
    still_clock(event, build.at(14, 30))

    assert opened(client, event).one(id="finder").words == ""


def test_a_team_without_a_game_learns_that_from_a_seating_it_is_not_in(hall):
    build.team(hall, "Walk-ins")

    found = finder(hall, NOON, "walk-ins")

    assert (found.title, found.place.big) == ("Round 1", "No table now")


def test_while_its_game_is_played_only_that_can_move_a_team_and_then_anything(hall):
    game = hall.games.get(pk=finder(hall, NOON, "4").game_id)
    build.won(game)

    assert finder(hall, NOON, "4").game_id is None


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_seats_of_some_are_what_they_are_among_all(rounds):
    event = build.event(tables=2)
    build.teams(event, 7)
    build.played_phase_one(event, rounds)
    everybody = seats(event)

    for row in everybody.teams:
        some = seats(event, only=[row.team.team_id])
        assert (some.title, some.teams) == (everybody.title, (row,))
        assert [table.number for table in some.tables] == ([row.table] if row.table else [])
