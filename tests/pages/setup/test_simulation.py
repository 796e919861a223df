"""The page that simulates the event."""

import pytest

from rehearsal.browser import read
from scoring.tasks import simulate
from tests import build
from tests.pages.visit import HTMX, wearing

pytestmark = pytest.mark.slow


@pytest.fixture
def event():
    event = build.event()
    build.teams(event, 4)
    return event


NUMBERS = {"teams": "4", "tables": "2", "days": "100"}


def words(answer):
    return read(answer.content.decode()).one(id="simulation").words


def ask(organizer, event, **more):
    return organizer.post(f"/{event.slug}/simulate/ask/", NUMBERS, **more)


def test_a_simulation_is_asked_for_watched_and_read(event, organizer):
    assert "The built-in players deal the first hands." in words(ask(organizer, event, headers=HTMX))
    while simulate(build.MEET):
        pass

    page = words(organizer.get(f"/{event.slug}/simulate/", headers=HTMX))

    assert "What each format brings" in page
    assert "Rounds, by standing your day" in page
    assert "By games won alone" in page


def test_while_it_runs_the_page_asks_again_each_second_and_shows_a_bar(event, organizer):
    ask(organizer, event)
    build.simulated(event, 150)

    page = organizer.get(f"/{event.slug}/simulate/").content.decode()

    assert 'hx-trigger="every 1s"' in page
    assert '<progress class="progress" max="100" value="25"' in page


def test_people_who_come_alone_are_told_that_there_is_nothing_to_compare():
    event = build.event(seating="alone", tables=2)
    build.people(event, 8)
    organizer = wearing(build.organizer(event).badge)

    before = words(organizer.get(f"/{event.slug}/simulate/"))
    organizer.post(f"/{event.slug}/simulate/ask/", NUMBERS | {"teams": "8"})
    while simulate(build.MEET):
        pass
    page = words(organizer.get(f"/{event.slug}/simulate/"))

    assert "there are no formats to compare" in before
    assert "What the day brings" in page
    assert "A new partner every round your day" in page
    assert "The three prizes" in page
    assert "Tie for a prize" in page


def test_a_simulation_is_stopped(event, organizer):
    ask(organizer, event)

    answer = organizer.post(f"/{event.slug}/simulate/stop/", headers=HTMX)

    assert "Run 1,000 simulations" in words(answer)
    assert organizer.post(f"/{event.slug}/simulate/stop/", headers=HTMX).status_code == 422


def test_an_evening_of_people_who_move_by_chair_says_who_meets_whom():
    event = build.event(seating="one-seat", tables=2, game="euchre-card")
    build.people(event, 8)
    organizer = wearing(build.organizer(event).badge)
    organizer.post(f"/{event.slug}/simulate/ask/", NUMBERS | {"teams": "8"})
    while simulate(build.MEET):
        pass

    page = words(organizer.get(f"/{event.slug}/simulate/"))

    assert "Games of each player 8" in page
    assert "First place of Phase I tied on" in page
    # Two tables, eight rounds: North's partners are South and somebody who returns every other round.
    assert "Any two players meet as partners never" in page
    assert "Any two players meet as opponents" in page
    # Eight games have a partner each, and there are only seven others.
    assert "No seating of this many games has fewer than 12. The most even one would be: once 86 %" in page
