"""The remote control of the big screen."""

import pytest

from scoring.cut.commands_cut import skip_phase_one
from scoring.rounds.commands_rounds import draft_round
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


def test_a_draft_is_shown_on_the_wall_card_by_card():
    event = build.event(is_practice=True)
    build.teams(event, 5)
    by, organizer = build.organizer(event), organizer_of(event)
    row = draft_round(event=event, by=by, at=build.at(14, 50), words="felt and gold")
    still_clock(event, build.at(14, 51))
    names = [str(game) for game in row.games.filter(kind="game").order_by("table")]

    strangers = opened(event, "screen/board/?pin=draw-round").words
    organizer.post(f"/{event.slug}/wall/pin/", {"kind": "draw-round"})
    face_down = shown(event)
    for number in range(2):
        card = {"subject": f"round {row.pk}", "shown": number}
        organizer.post(f"/{event.slug}/wall/card/", card)
    twice = organizer.post(f"/{event.slug}/wall/card/", card, headers=HTMX)

    assert "The cards are face down." in face_down
    assert not any(name in strangers + face_down for name in names)
    assert all(name in shown(event) for name in names[:2])
    assert "2 of 3" in shown(event)
    assert "drawn from “felt and gold”" in shown(event)
    assert "That card has just been turned over." in read(twice.content.decode()).words


def test_a_new_draft_has_its_cards_face_down_again():
    event = build.event(is_practice=True)
    build.teams(event, 4)
    by, organizer = build.organizer(event), organizer_of(event)
    row = draft_round(event=event, by=by, at=build.at(14, 50))
    still_clock(event, build.at(14, 51))
    organizer.post(f"/{event.slug}/wall/pin/", {"kind": "draw-round"})
    organizer.post(f"/{event.slug}/wall/card/", {"subject": f"round {row.pk}", "shown": 0})

    draft_round(event=event, by=by, at=build.at(14, 52), instead_of=row)

    assert "The cards are face down." in shown(event)


def test_who_comes_late_reads_the_calls_and_which_are_open():
    event = playing()
    organizer_of(event).post(f"/{event.slug}/wall/pin/", {"kind": "calls"})

    words = shown(event)

    assert "Calls the newest first" in words
    for game in event.games.all():
        assert str(game) in words
    assert words.index("Round 2") < words.index("Round 1")


def test_the_lot_and_the_bracket_are_shown_card_by_card():
    event = build.event(is_practice=True)
    build.teams(event, 4)
    still_clock(event, build.at(15))
    organizer, by = organizer_of(event), build.organizer(event)
    skip_phase_one(event=event, words="kitty ace", by=by, at=build.at(15))

    organizer.post(f"/{event.slug}/wall/pin/", {"kind": "draw-bracket"})
    page = opened(event, "wall/", organizer).words

    assert "Bracket, card by card 0 of 2 turned over. By seed." in page
    organizer.post(f"/{event.slug}/wall/pin/", {"kind": "draw-lot"})
    assert "0 of 4 · drawn from “kitty ace”" in shown(event)
