"""Open play on the floor: opened, held back, released; and the waiting list on every page."""

import pytest

from rehearsal.browser import read
from tests import build
from tests.pages.visit import still_clock
from tournament.models import Event, Game

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def an_event(kept):
    event = build.openly(7, tables=2, opens=False, is_practice=True)
    still_clock(event, build.THREE)
    return event


@pytest.fixture
def event(an_event):
    return Event.objects.get(pk=an_event.pk)


def words(answer, part):
    return read(answer.content.decode()).one(id=part).words


def test_the_next_step_is_to_open_play(event, organizer):
    assert "Open play" in words(organizer.get(f"/{event.slug}/floor/"), "next-step")

    answer = organizer.post(f"/{event.slug}/open-play/", follow=True)

    assert "Games are called as tables open up" in words(answer, "next-step")
    assert "No table is free." in words(answer, "open-play")
    assert Game.objects.count() == 2


def test_who_is_in_no_game_waits_and_the_seating_speaks_of_no_round(event, organizer):
    organizer.post(f"/{event.slug}/open-play/")

    html = organizer.get(f"/{event.slug}/seating/").content.decode()

    seating, told = read(html).one(id="seating").words, read(html).one(tag="main").words
    assert seating.count("Here, and in no game now") == seating.count("Waits") == 3
    assert "Both go back on the waiting list." in told
    assert not any(said in told for said in ("Sits out", "sits out", "bye"))
