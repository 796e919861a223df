"""The preview of ending a round, extending it, or calling the next one early."""

import pytest

from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, opened, organizer_of, still_clock, wearing
from tournament.models import Event

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def an_event(kept):
    event = build.event(is_practice=True)
    build.teams(event, 4)
    build.called_round(event)
    still_clock(event, build.at(15, 20))
    return event


@pytest.fixture
def event(an_event):
    return Event.objects.get(pk=an_event.pk)


@pytest.fixture
def jo(event):
    return wearing(build.referee(event).badge)


def look(client, event):
    return words(client.get(f"/{event.slug}/day/round/", headers=HTMX))


def change(client, event, choice):
    data = {"choice": choice, "whistle": build.at(15, 30).isoformat()}
    return words(client.post(f"/{event.slug}/day/round/change/", data, headers=HTMX))


def test_a_referee_sees_what_each_choice_moves_before_it_is_pressed(event, jo):
    assert look(jo, event) == (
        "Round 1 ends in 10:00 "
        "End round 1 now The whistle goes 10 minutes early for tables 1 and 2: a hand that is dealt is "
        "played out, then the side that leads wins. What Now Then Round 1 3:05–3:30 3:05–3:20 10 minutes "
        "less "
        "Break 3:30–3:35 3:20–3:25 Round 2 3:35–4:00 3:25–4:00 10 minutes more "
        "Phase I ends 5:00 PM as planned "
        "■ End round 1 now "
        "5 minutes from the next round Tables 1 and 2 get 5 minutes more, and the next round’s games as much "
        "less. What Now Then Round 1 3:05–3:30 3:05–3:35 5 minutes more Break 3:30–3:35 3:35–3:40 "
        "Round 2 3:35–4:00 3:40–4:00 5 minutes less Phase I ends 5:00 PM as planned "
        "✚ 5 minutes from the next round "
        "5 minutes, all later Tables 1 and 2 get 5 minutes more, and nobody gets less. What Now Then "
        "Round 1 3:05–3:30 3:05–3:35 5 minutes more Break 3:30–3:35 3:35–3:40 "
        "Phase I ends 5:00 PM 5:05 PM all after it 5 minutes later ✚ 5 minutes, all later"
    )


def test_a_referee_ends_the_round_and_takes_it_back(event, jo):
    ended, again = (change(jo, event, "end") for _ in range(2))
    done = {"change": event.schedule_changes.get().pk}
    undone = words(jo.post(f"/{event.slug}/day/round/undo/", done, headers=HTMX))

    assert "3:30 PM whistle blown early Undo 1:00" in ended
    assert "No round is being played" in again
    assert "Round 1 ends in 10:00" in undone


def test_once_all_games_are_over_the_next_round_can_be_called_early(event, jo):
    for game in event.games.all():
        build.won(game, at=build.at(15, 18))

    page = look(jo, event)
    called = change(jo, event, "early")

    assert (
        "Call round 2 early All games of round 1 are over. The break begins now, 10 minutes early, and "
        "round 2 gets that time."
    ) in page
    assert "Round 2 3:35–4:00 3:25–4:00 10 minutes more" in page
    assert "Round 2 is played from 3:25 PM" in called
    way_back = "Called by mistake? An organizer can recall it: 0:30 left"
    assert [way_back in text for text in (page, called)] == [False, True]


def test_an_organizer_who_called_a_round_early_has_the_way_to_recall_it(event):
    for game in event.games.all():
        build.won(game, at=build.at(15, 18))
    sam = organizer_of(event)
    change(sam, event, "early")

    links = opened(event, "day/round/", sam).one(id="round-time").find("a", href=f"/{event.slug}/seating/")

    assert [link.words for link in links] == ["Called by mistake? Recall it 0:30"]
