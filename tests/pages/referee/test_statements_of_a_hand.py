"""SQL statements of a saved hand, with the page's session and badge, and the answer."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Hand
from tests import build
from tests.pages.visit import still_clock, wearing
from tournament.floor.commands_floor import mark_seated
from tournament.models import Event

MIDDLE, LAST, OVERDUE = 16, 23, 18
"""``OVERDUE`` is what a deadline adds that the tick has not come to: an action before the hand's."""
OPEN_FORM = {"HX-Request": "true", "HX-Target": "game", "Uptown-Stage": "open"}


@pytest.fixture
def save(game):
    """Save hands of the game with a referee's phone that has its page open; returns their statements."""
    jo = wearing(build.referee(game.event).badge)

    def save(count):
        jo.get(f"/{game.event.slug}/game/{game.pk}/")
        taken = []
        for sequence in range(1, count + 1):
            typed = {"hand_id": uuid4(), "sequence": sequence, "bidder": "NS", "bid": "4 uptown", "books": 10}
            with CaptureQueriesContext(connection) as statements:
                answer = jo.post(f"/{game.event.slug}/game/{game.pk}/hand/", typed, headers=OPEN_FORM)
            assert answer.status_code == 200
            taken.append(len(statements))
        return taken

    return save


@pytest.fixture
def seated(game):
    for side in ("NS", "EW"):
        by = build.referee(game.event, side)
        mark_seated(game=game, team=game.team(side), by=by, at=build.at(15, 2))
    return game


def test_a_hand_reads_and_writes_no_more_than_it_needs(seated, save):
    still_clock(seated.event, build.at(15, 3))

    assert save(3) == [MIDDLE, MIDDLE, LAST]


def test_a_first_hand_seats_those_who_play(game, save):
    still_clock(game.event, build.at(15, 3))

    assert save(1) == [MIDDLE + 1]


def test_a_first_hand_catches_up_with_a_deadline(game, save):
    still_clock(game.event, build.at(15, 6))

    assert save(2) == [MIDDLE + OVERDUE, MIDDLE]


def test_the_last_hand_of_a_game_leaves_the_day_as_it_was(seated, save):
    still_clock(seated.event, build.at(15, 3))
    before = Event.objects.get(pk=seated.event.pk).day_key

    save(3)

    seated.refresh_from_db()
    assert seated.over_at
    assert Hand.objects.filter(game=seated).count() == 3
    assert Event.objects.get(pk=seated.event.pk).day_key == before
