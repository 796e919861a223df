"""The page that simulates the event."""

import pytest

from scoring.tasks import simulate
from tests import build
from tests.pages.visit import HTMX, organizer_of
from tools.rehearsal.browser import read

pytestmark = pytest.mark.slow


NUMBERS = {"teams": "4", "tables": "2", "days": "100"}


@pytest.fixture
def event():
    event = build.event()
    build.teams(event, 4)
    return event


def words(answer):
    return read(answer.content.decode()).one(id="simulation").words


def ask(organizer, event, **more):
    return organizer.post(f"/{event.slug}/simulate/ask/", NUMBERS, **more)


def simulated_alone(**plan):
    """The page of the simulation of eight people who come alone to two tables, before and after it."""
    event = build.event(tables=2, **plan)
    build.people(event, 8)
    organizer, address = organizer_of(event), f"/{event.slug}/simulate/"
    before = words(organizer.get(address))
    organizer.post(f"{address}ask/", NUMBERS | {"teams": "8"})
    while simulate(build.MEET):
        pass
    return before, words(organizer.get(address))


def test_a_simulation_is_requested_watched_and_read(event, organizer):
    asked = words(ask(organizer, event, headers=HTMX))
    build.simulated(event, 150)
    running = organizer.get(f"/{event.slug}/simulate/").content.decode()
    while simulate(build.MEET):
        pass

    page = words(organizer.get(f"/{event.slug}/simulate/", headers=HTMX))

    assert "The built-in players deal the first hands." in asked
    assert 'hx-trigger="every 1s"' in running
    assert '<progress class="progress" max="100" value="25"' in running
    assert "What each format brings" in page
    assert "By standing your day" in page
    assert "By games won alone" in page


def test_people_who_come_alone_read_that_there_is_nothing_to_compare():
    before, page = simulated_alone(seating="alone")

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
    _, page = simulated_alone(seating="one-seat", game="euchre-card")

    assert "Games of each player 8" in page
    assert "First place of Phase I tied on" in page
    # Two tables, eight rounds: North's partners are South and somebody who returns every other round.
    assert "Any two players meet as partners never" in page
    assert "Any two players meet as opponents" in page
    # Eight games have a partner each, and there are only seven others.
    assert "No seating of this many games has fewer than 12. The most even one would be: once 86 %" in page
