"""Open play on the floor: opened, held back, let go on; and what the hall reads of the line."""

import pytest

from pages.hall.screen import screen
from rehearsal.browser import read
from tests import build
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.models import Event, Game, Phase

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


def test_without_a_round_nobody_is_asked_to_call_one(event, organizer):
    answer = organizer.post(f"/{event.slug}/round/")

    assert answer.status_code == 422
    assert "isn't played in rounds" in answer.content.decode().replace("&#x27;", "'")


def test_who_is_in_no_game_waits_and_does_not_sit_out(event, organizer):
    organizer.post(f"/{event.slug}/open-play/")

    page = words(organizer.get(f"/{event.slug}/seating/"), "seating")

    assert page.count("Here, and in no game now") == page.count("Waits") == 3
    assert "Sits out" not in page and "sits out" not in page


def test_changes_by_hand_are_told_as_they_are_without_rounds(event, organizer):
    organizer.post(f"/{event.slug}/open-play/")

    page = organizer.get(f"/{event.slug}/seating/").content.decode()

    told = read(page).one(tag="main").words
    assert "Both go back on the waiting list." in told
    assert "bye" not in told


def test_opening_too_early_is_refused_with_the_time(event, organizer):
    early = build.openly(4, opens=False, is_practice=True, name="Early")
    still_clock(early, build.at(14, 50))

    answer = wearing(build.organizer(early).badge).post(f"/{early.slug}/open-play/", headers=HTMX)

    assert answer.status_code == 422
    assert "Play opens at 3:00 PM" in words(answer, "floor")


def test_the_next_games_are_held_back_and_let_go(event, organizer):
    organizer.post(f"/{event.slug}/open-play/")

    held = organizer.post(f"/{event.slug}/open-play/hold/", headers=HTMX)
    assert "The organizer holds back the next games." in words(held, "open-play")
    assert "Next The next games are held back Let games be called again" in words(held, "next-step")
    assert "End Phase I now: settle who goes through" in words(held, "next-step")

    released = organizer.post(f"/{event.slug}/open-play/release/", headers=HTMX)
    assert "Hold back the next games" in words(released, "open-play")
    assert Phase.objects.get(event=event, kind="one").calls_held_at is None


@pytest.mark.parametrize("action", ["", "hold/", "release/"])
def test_strangers_open_and_hold_nothing(event, client, action):
    assert client.post(f"/{event.slug}/open-play/{action}").status_code == 403


def test_a_swap_of_the_floor_leaves_it_as_a_reload_would(event, organizer):
    organizer.post(f"/{event.slug}/open-play/")

    page, part = organizer.get(f"/{event.slug}/floor/"), organizer.get(f"/{event.slug}/floor/", headers=HTMX)

    assert words(page, "floor") == words(part, "floor")


def test_the_seats_page_shows_who_is_next(event, organizer, client):
    organizer.post(f"/{event.slug}/open-play/")

    page = words(client.get(f"/{event.slug}/seats/"), "seats-list")

    assert "Open play" in page
    assert "Who is next" in page
    assert "about" in page


def test_the_big_screen_leafs_to_the_line(event, organizer):
    organizer.post(f"/{event.slug}/open-play/")

    now = screen(event, build.at(15, 1), 1)

    assert (now.stage, now.panel.kind, now.panel.title) == ("Phase I · Open play", "line", "Who is next")


def test_the_standings_show_the_share_of_games_won(event, organizer, client):
    organizer.post(f"/{event.slug}/open-play/")
    build.won(Game.objects.filter(event=event).first(), at=build.at(15, 20))

    assert "100 %" in words(client.get(f"/{event.slug}/standings/"), "standings-table")


def test_the_cut_waits_until_no_more_game_is_called(event, organizer):
    organizer.post(f"/{event.slug}/open-play/")
    for game in Game.objects.filter(event=event).select_related("event").with_everybody():
        build.won(game, at=build.at(15, 20))

    answer = organizer.post(f"/{event.slug}/cut/settle/", headers=HTMX)

    assert "hold them back first" in answer.content.decode()
