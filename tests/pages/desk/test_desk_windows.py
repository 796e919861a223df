"""The desk of a big hall: its long lists come in windows."""

from uuid import uuid4

import pytest

from rehearsal.browser import read
from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import HTMX
from tournament.models import Team


@pytest.fixture
def hall(event, monkeypatch):
    """Eight teams, the last of them not here yet, in a house where a window has three or four rows."""
    monkeypatch.setattr("pages.hall.window.MOST", 3)
    monkeypatch.setattr("pages.hall.window.FEW", 1)
    build.teams(event, 8)
    Team.objects.filter(number=8).update(checked_in_at=None)
    return event


def numbers(page):
    return [int(row.attributes["data-number"]) for row in read(page.content.decode()).find(data_number="*")]


def onward(page):
    """Where the next window is, for the browser and for htmx."""
    [link] = read(page.content.decode()).find("a", rel="next")
    return link.attributes["href"], link.attributes["hx-get"]


def team(event, number):
    return Team.objects.get(event=event, number=number)


def test_the_desk_leads_from_page_to_page_and_back_to_the_last(hall, desk):
    first = desk.get(f"/{hall.slug}/desk/")
    second = desk.get(onward(first)[0])
    third = desk.get(onward(second)[0])
    beyond = desk.get(f"/{hall.slug}/desk/?page=99")

    shown = [numbers(page) for page in (first, second, third, beyond)]
    assert shown == [[1, 2, 3], [4, 5, 6], [7, 8], [7, 8]]
    assert "7 to 8 of 8" in words(third)


def test_the_next_page_keeps_the_search_and_is_swapped_in_as_a_reload_shows_it(hall, desk):
    address, fragment = onward(desk.get(f"/{hall.slug}/desk/?q=team&state=here"))

    swap, page = desk.get(fragment, headers=HTMX), desk.get(address)

    assert numbers(swap) == [4, 5, 6, 7]
    assert part(swap, "desk-board") == part(page, "desk-board")
    assert 'value="team"' in page.content.decode()
    assert "?q=team&amp;state=here&amp;page=1" in page.content.decode()


@pytest.mark.parametrize("action", ["undo-check-in/", "donate/"])
def test_an_action_is_answered_with_its_window_and_who_it_was_done_to(hall, desk, action):
    mine, sent = team(hall, 5), {"key": uuid4(), "method": "cash", "tap": "500"}

    swap = desk.post(f"/{hall.slug}/desk/{mine.pk}/{action}?page=2", sent, headers=HTMX)
    reload = desk.post(f"/{hall.slug}/desk/{team(hall, 6).pk}/{action}?page=2", sent | {"key": uuid4()})

    assert numbers(swap) == [4, 5, 6]
    assert reload.url == f"/{hall.slug}/desk/?page=2#team-{team(hall, 6).pk}"


def test_every_form_of_a_window_leads_back_to_it(hall, desk):
    page = read(desk.get(f"/{hall.slug}/desk/?page=2").content.decode())

    rows = page.find(data_number="*")
    actions = [form.attributes["action"] for row in rows for form in row.find("form")]
    assert len(actions) == 6
    assert all(action.endswith("?page=2") for action in actions)


def test_a_new_search_begins_with_its_first_window(hall, desk):
    page = read(desk.get(f"/{hall.slug}/desk/?page=2").content.decode())

    form = page.one(id="desk-search")
    assert "page" not in {field.attributes.get("name") for field in form.find("input")}
    assert page.find("a", href=f"/{hall.slug}/desk/?state=here")


def test_a_page_number_that_makes_no_sense_is_the_first(hall, desk):
    for asked in ("²", "9" * 5000, "0", "-1", "%00", "x"):
        assert numbers(desk.get(f"/{hall.slug}/desk/?page={asked}")) == [1, 2, 3]


def test_who_signed_up_and_is_not_here_comes_in_windows_too(hall, organizer):
    Team.objects.update(checked_in_at=None)

    first = read(organizer.get(f"/{hall.slug}/desk/sign-ups/").content.decode())
    found = read(organizer.get(f"/{hall.slug}/desk/sign-ups/?find=8").content.decode())

    assert len(first.find("input", name="team")) == 3
    assert "Team 8" in found.words
    assert len(found.find("input", name="team")) == 1
