"""The page on which the day is rehearsed with dice."""

import pytest

from scoring.tasks import rehearse
from simulation.bots.browser import read
from tests import build
from tests.pages.visit import HTMX, wearing


@pytest.fixture
def event():
    event = build.event()
    build.teams(event, 4)
    return event


NUMBERS = {"teams": "4", "tables": "2", "days": "100"}


def words(answer):
    return read(answer.content.decode()).one(id="rehearsal").words


def ask(organizer, event, **more):
    return organizer.post(f"/{event.slug}/rehearse/ask/", NUMBERS, **more)


def test_the_form_starts_from_the_teams_and_tables_of_the_event(event, organizer):
    page = organizer.get(f"/{event.slug}/rehearse/").content.decode()

    assert 'name="teams" value="4"' in page
    assert 'name="tables" value="8"' in page


def test_a_rehearsal_is_asked_for_watched_and_read(event, organizer):
    assert "The built-in players deal the first hands." in words(ask(organizer, event, headers=HTMX))
    while rehearse(build.MEET):
        pass

    page = words(organizer.get(f"/{event.slug}/rehearse/state/"))

    assert "What each format brings" in page
    assert "Rounds, by standing your day" in page
    assert "By games won alone" in page


def test_while_it_runs_the_page_asks_again_each_second_and_shows_a_bar(event, organizer):
    ask(organizer, event)
    build.rehearsed(event, 150)

    page = organizer.get(f"/{event.slug}/rehearse/").content.decode()

    assert 'hx-trigger="every 1s"' in page
    assert '<progress class="progress" max="100" value="25"' in page


def test_people_who_come_alone_are_told_that_there_is_nothing_to_compare():
    event = build.event(seating="alone", tables=2)
    build.people(event, 8)
    organizer = wearing(build.organizer(event).badge)

    before = words(organizer.get(f"/{event.slug}/rehearse/"))
    organizer.post(f"/{event.slug}/rehearse/ask/", NUMBERS | {"teams": "8"})
    while rehearse(build.MEET):
        pass
    page = words(organizer.get(f"/{event.slug}/rehearse/"))

    assert "there are no formats to compare" in before
    assert "What the day brings" in page
    assert "A new partner every round your day" in page
    assert "The three prizes" in page
    assert "Tie for a prize" in page


def test_of_a_game_that_only_the_clock_ends_the_page_says_how_the_bracket_is_played():
    event = build.event(game="cardsharks-detroit")
    organizer = wearing(build.organizer(event).badge)

    assert "Only the clock ends this game." in words(organizer.get(f"/{event.slug}/rehearse/"))


def test_without_javascript_a_post_leads_back_to_the_page(event, organizer):
    answer = ask(organizer, event)

    assert (answer.status_code, answer["Location"]) == (302, f"/{event.slug}/rehearse/")


def test_a_number_out_of_bounds_is_refused_beside_its_field(event, organizer):
    answer = organizer.post(f"/{event.slug}/rehearse/ask/", NUMBERS | {"days": "7"}, headers=HTMX)

    assert answer.status_code == 422
    assert "Choose 100 to 5,000 days." in words(answer)


def test_a_rehearsal_is_stopped(event, organizer):
    ask(organizer, event)

    answer = organizer.post(f"/{event.slug}/rehearse/stop/", headers=HTMX)

    assert "Play these days" in words(answer)
    assert organizer.post(f"/{event.slug}/rehearse/stop/", headers=HTMX).status_code == 422


def test_a_swap_leaves_the_page_as_a_reload_would(event, organizer):
    page, part = organizer.get(f"/{event.slug}/rehearse/"), organizer.get(f"/{event.slug}/rehearse/state/")

    assert words(page) == words(part)


@pytest.mark.parametrize(
    ("address", "verb"), [("", "get"), ("state/", "get"), ("ask/", "post"), ("stop/", "post")]
)
def test_strangers_rehearse_nothing(event, client, address, verb):
    assert getattr(client, verb)(f"/{event.slug}/rehearse/{address}").status_code == 403
