"""The remote control of the big screen."""

import pytest

from tests import build
from tests.pages.visit import HTMX, opened, organizer_of, still_clock
from tools.rehearsal.browser import read
from tournament.models import WallPin

pytestmark = pytest.mark.slow


def playing():
    event = build.event(is_practice=True)
    build.teams(event, 4)
    build.played_phase_one(event, 1)
    for game in build.called_round(event, at=build.at(15, 30)).games.all():
        build.hand(build.seated(game, at=build.at(15, 31)))
    still_clock(event, build.at(15, 40))
    return event


def shown(event):
    return opened(event, "screen/board/").words


def test_a_pinned_page_is_on_every_big_screen_until_it_is_taken_off():
    event = playing()
    organizer = organizer_of(event)

    pinned = organizer.post(f"/{event.slug}/wall/pin/", {"kind": "standings"}, headers=HTMX)
    on_the_screen = shown(event)
    organizer.post(f"/{event.slug}/wall/unpin/")

    assert "Every big screen shows Standings." in read(pinned.content.decode()).words
    assert "Pinned: Standings." in read(pinned.content.decode()).words
    assert "Standings" in on_the_screen
    assert [pin.kind for pin in WallPin.objects.all()] == ["standings", ""]
    assert [entry.words for entry in event.log.filter(action__startswith="wall.")] == [
        "The big screen shows only: Standings.",
        "The big screen shows all its pages in turn.",
    ]


def test_pinning_what_is_pinned_changes_nothing():
    event = playing()

    for _ in range(2):
        organizer_of(event).post(f"/{event.slug}/wall/pin/", {"kind": "standings"})

    assert WallPin.objects.count() == 1


def test_a_pin_of_a_page_that_is_not_there_yet_says_so_and_hides_nothing():
    event = playing()
    organizer = organizer_of(event)

    organizer.post(f"/{event.slug}/wall/pin/", {"kind": "podium"})

    page = opened(event, "wall/", organizer).words
    assert "Pinned: Winners. There is no such page now, so all are shown in turn." in page
    assert "Our winners" not in shown(event)


def test_a_screen_that_was_opened_with_its_own_page_keeps_it():
    event = playing()
    organizer_of(event).post(f"/{event.slug}/wall/pin/", {"kind": "standings"})

    assert "Standings" in opened(event, "screen/board/?pin=standings").words
    assert "Standings" not in opened(event, "screen/board/?pin=seats").words


def test_a_message_to_everybody_is_shown_and_removed_from_the_wall_page():
    event = playing()
    organizer = organizer_of(event)
    key = opened(event, "wall/", organizer).one("input", name="key").attributes["value"]

    answer = organizer.post(
        f"/{event.slug}/messages/show/", {"on": "wall", "key": key, "words": "Pizza"}, follow=True
    )
    on_the_screen = shown(event)
    removed = organizer.post(f"/{event.slug}/messages/remove/", {"on": "wall"})

    assert "“Pizza” since 3:40 PM." in read(answer.content.decode()).one(id="wall").words
    assert "Pizza" in on_the_screen
    assert removed.url == f"/{event.slug}/wall/"
    assert "Pizza" not in shown(event)


def test_hidden_places_are_revealed_from_the_wall_page():
    event = build.event(is_practice=True, plays_phase_two=False, standings_shown="hidden")
    build.teams(event, 4)
    build.played_phase_one(event)
    organizer = organizer_of(event)
    still_clock(event, build.at(18))
    before = opened(event, "wall/", organizer)
    build.cut_settled(event)

    answer = organizer.post(f"/{event.slug}/reveal/", {"on": "wall", "shown": "0"}, headers=HTMX)

    assert "Show the next place" not in before.words
    assert "Show the next place" in read(answer.content.decode()).one(id="wall").words
    assert event.reveals.count() == 1
