"""The seating of a big hall: it comes in windows, and whoever is changed by hand is named by number."""

import pytest

from rehearsal.browser import read
from tests import build
from tests.pages.reading import words
from tests.pages.visit import still_clock, wearing
from tournament.models import Game

pytestmark = pytest.mark.slow


@pytest.fixture
def hall(monkeypatch):
    """Eleven teams and a draft of their first round, in a house where a window has three or four rows."""
    monkeypatch.setattr("pages.hall.window.MOST", 3)
    monkeypatch.setattr("pages.hall.window.FEW", 1)
    event = build.event(is_practice=True, tables=6)
    build.teams(event, 11)
    still_clock(event, build.THREE)
    organizer_of(event).post(f"/{event.slug}/seating/draft/")
    return event


@pytest.fixture
def organizer(hall):
    return organizer_of(hall)


def organizer_of(event):
    return wearing(build.organizer(event).badge)


def opened(client, event, query=""):
    return read(client.get(f"/{event.slug}/seating/{query}").content.decode())


def tables(page):
    return [int(one.words.removeprefix("Table ")) for one in page.find("p", **{"class": "table-number"})]


def game_at(event, number):
    return Game.objects.with_everybody().get(event=event, table__number=number, recalled_at=None)


def onward(page):
    return page.find("a", rel="next")[0].attributes["href"].rpartition("/")[2]


def test_a_seating_leads_from_window_to_window_and_begins_with_who_has_the_bye(hall, organizer):
    first = opened(organizer, hall)
    second = opened(organizer, hall, onward(first))

    assert (tables(first), tables(second)) == ([1, 2], [3, 4, 5])
    assert "Bye" in first.words
    assert "Not at a table" not in second.words
    assert "5 games" in second.words


def test_a_table_and_a_team_are_found_wherever_they_are(hall, organizer):
    team = game_at(hall, 5).team("EW")

    assert 4 in tables(opened(organizer, hall, "?find=4"))
    assert tables(opened(organizer, hall, f"?find={team.name}"))[-1] == 5


def test_two_taps_in_two_windows_change_two_places(hall, organizer):
    one, other = game_at(hall, 1).team("NS"), game_at(hall, 4).team("EW")
    [tap] = opened(organizer, hall).find("a", **{"aria-label": f"Swap {one.name}"})

    first = opened(organizer, hall, tap.attributes["href"].partition("#")[0])
    second = opened(organizer, hall, onward(first))
    [here] = second.find("button", **{"aria-label": f"Swap {one.name} with {other.name}"})
    form = second.one("form", id="tap-swap")
    [hidden] = form.find("input", name="one")
    sent = {"one": hidden.attributes["value"], "other": here.attributes["value"]}
    answer = organizer.post(form.attributes["action"], sent)

    assert (game_at(hall, 1).team("NS"), game_at(hall, 4).team("EW")) == (other, one)
    assert answer.url == f"/{hall.slug}/seating/?page=2"


def test_in_a_big_hall_teams_are_named_by_number_and_no_list_of_all_is_sent(hall, organizer):
    page = opened(organizer, hall)
    one, other = game_at(hall, 1).team("NS"), game_at(hall, 2).team("NS")

    assert not page.one(id="swap").find("select")
    assert not page.one(id="move").find("select")
    organizer.post(f"/{hall.slug}/seating/swap/", {"one": str(one.number), "other": str(other.number)})
    organizer.post(f"/{hall.slug}/seating/move/", {"team": str(other.number), "table": "6"})
    organizer.post(f"/{hall.slug}/seating/apart/", {"one": "1", "other": "2"})

    assert game_at(hall, 6).team("NS") == other
    assert game_at(hall, 2).team("NS") == one
    assert hall.kept_apart.count() == 1


def test_a_number_that_is_nobodys_is_refused_in_its_place(hall, organizer):
    for action, typed, sentence in (
        ("swap", {"one": "77", "other": "²"}, "Choose a team."),
        ("unseat", {"one": "9" * 5000}, "Choose a team that has a seat."),
        ("move", {"team": "77", "table": "1"}, "There is no such game any more."),
        ("move", {"team": "9" * 50, "table": "1"}, "Write the number of a team."),
        ("move", {"table": "1"}, "Choose the game."),
    ):
        answer = organizer.post(f"/{hall.slug}/seating/{action}/?page=2", typed)

        assert answer.status_code == 422
        assert sentence in words(answer)
